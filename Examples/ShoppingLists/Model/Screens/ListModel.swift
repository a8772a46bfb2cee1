import Foundation
import LiveSQL
public import Observation

/// The model of a screen that shows one shopping list.
@MainActor
@Observable
public final class ListModel {
  /// The primary key of the list.
  public let listId: ShoppingList.ID
  /// The text that the names of the items in ``found`` contain.
  public private(set) var searchText: String

  @ObservationIgnored @FetchOne private var fetchedList: ShoppingListWithCount?
  @ObservationIgnored @FetchShoppingItems private var fetchedItems: [ItemWithCategory]
  @ObservationIgnored @FetchCategoryStats private var fetchedStats: [CategoryStats]
  @ObservationIgnored @FetchAll private var fetchedCategories: [ItemCategory]
  /// `nil` until the first search.
  private var results: FetchSearchResults?
  @ObservationIgnored private let shop: ShoppingDatabase

  /// Observes a list of a database.
  public init(listId: ShoppingList.ID, database: ShoppingDatabase, searchText: String = "") {
    self.listId = listId
    self.searchText = searchText
    shop = database
    let source = database.database
    _fetchedList = FetchOne(
      ShoppingList.withItemCounts(of: listId),
      database: source,
      delivery: .mainActor
    )
    _fetchedItems = FetchShoppingItems(listId: listId, database: source)
    _fetchedStats = FetchCategoryStats(listId: listId, database: source)
    _fetchedCategories = FetchAll(
      ItemCategory.order(by: \.sortOrder),
      database: source,
      delivery: .mainActor
    )
    if !searchText.isEmpty { results = search(for: searchText) }
  }

  /// The list; `nil` if it was deleted.
  public var list: ShoppingListWithCount? { fetchedList }

  /// The items, in the order of their categories.
  public var items: [ItemWithCategory] { fetchedItems }

  /// The number of items in each category that has some.
  public var stats: [CategoryStats] { fetchedStats }

  /// The categories that an item may have.
  public var categories: [ItemCategory] { fetchedCategories }

  /// The items whose names contain ``searchText``, by name; empty if there is no search text.
  public var found: [ShoppingItem] {
    guard !searchText.isEmpty else { return [] }
    return results?.wrappedValue ?? []
  }

  /// The items grouped by category; within a category, unchecked items come first.
  public var sections: [ListSection] { ListSection.sections(of: items, stats) }

  /// The first error among the last fetches; `nil` if all succeeded.
  public var loadError: (any Error)? {
    $fetchedList.loadError ?? $fetchedItems.loadError ?? $fetchedStats.loadError
      ?? $fetchedCategories.loadError
  }

  /// Waits until everything is loaded.
  ///
  /// - Throws: The error of a query.
  public func load() async throws {
    try await $fetchedList.load()
    try await $fetchedItems.load()
    try await $fetchedStats.load()
    try await $fetchedCategories.load()
    if let results { try await results.updateSearch(searchText, listId: listId) }
  }

  /// Finds the items whose names contain a text, and waits until they are loaded.
  ///
  /// - Throws: The error of the query.
  public func search(_ text: String) async throws {
    guard text != searchText else { return }
    searchText = text
    guard !text.isEmpty else { return }
    let results = results ?? search(for: text)
    self.results = results
    try await results.updateSearch(text, listId: listId)
  }

  private func search(for text: String) -> FetchSearchResults {
    FetchSearchResults(listId: listId, searchTerm: text, database: shop.database)
  }
}

extension ListModel {
  private var repository: ShoppingItemRepository { ShoppingItemRepository(database: shop) }

  /// Renames the list.
  public func rename(to title: String) async throws {
    try await ShoppingListRepository(database: shop).renameList(id: listId, to: title)
  }

  /// Adds an item to the list.
  public func add(_ details: ItemDetails) async throws {
    try await repository.createItem(details, shoppingListId: listId)
  }

  /// Applies the differences between two versions of an item's details to the item.
  public func edit(_ id: ShoppingItem.ID, from old: ItemDetails, to new: ItemDetails) async throws {
    try await repository.updateItem(id: id, from: old, to: new)
  }

  /// Checks or unchecks an item.
  public func setCompletion(of id: ShoppingItem.ID, to isCompleted: Bool) async throws {
    try await repository.setCompletion(itemId: id, to: isCompleted)
  }

  /// Moves an item directly before or after another item of the list.
  public func move(_ id: ShoppingItem.ID, to place: ItemPlace) async throws {
    try await repository.moveItem(id: id, to: place)
  }

  /// Deletes an item.
  ///
  /// - Returns: The deleted rows, for ``putBack(_:)``.
  public func delete(_ id: ShoppingItem.ID) async throws -> DeletedRows {
    try await repository.deleteItem(id: id)
  }

  /// Deletes the checked items.
  ///
  /// - Returns: The deleted rows, for ``putBack(_:)``.
  public func clearBasket() async throws -> DeletedRows {
    try await repository.deleteCompletedItems(forListId: listId)
  }

  /// Restores deleted rows.
  public func putBack(_ rows: DeletedRows) async throws { try await shop.restore(rows) }
}
