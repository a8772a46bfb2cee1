import Foundation
import LiveSQL
public import Observation

// snippet.model
/// The model of a screen that shows all shopping lists.
@MainActor
@Observable
public final class AllListsModel {
  /// The text that the titles of the shown lists contain; an empty text shows all lists.
  public private(set) var searchText: String

  @ObservationIgnored @FetchAll private var fetched: [ShoppingListWithCount]
  @ObservationIgnored private let shop: ShoppingDatabase

  /// Observes the lists of a database.
  public init(database: ShoppingDatabase, searchText: String = "") {
    shop = database
    self.searchText = searchText
    _fetched = FetchAll(
      ShoppingList.withItemCounts(containing: searchText),
      database: database.database,
      delivery: .mainActor
    )
  }
  // snippet.end

  /// The lists, most recently changed first.
  public var lists: [ShoppingListWithCount] { fetched }

  /// The error of the last fetch; `nil` if it succeeded.
  public var loadError: (any Error)? { $fetched.loadError }

  /// Waits until the lists are loaded.
  ///
  /// - Throws: The error of the query.
  public func load() async throws { try await $fetched.load() }

  // snippet.search
  /// Shows the lists whose titles contain a text, and waits until they are loaded.
  ///
  /// - Throws: The error of the query.
  public func search(_ text: String) async throws {
    guard text != searchText else { return }
    searchText = text
    try await $fetched.load(ShoppingList.withItemCounts(containing: text))
  }
  // snippet.end
}

extension AllListsModel {
  private var repository: ShoppingListRepository { ShoppingListRepository(database: shop) }

  /// Returns a model of the items of a list.
  public func listModel(of id: ShoppingList.ID) -> ListModel {
    ListModel(listId: id, database: shop)
  }

  /// Creates a list.
  public func newList(title: String) async throws { try await repository.createList(title: title) }

  /// Deletes a list with its items.
  ///
  /// - Returns: The deleted rows, for ``putBack(_:)``.
  public func deleteList(id: ShoppingList.ID) async throws -> DeletedRows {
    try await repository.deleteList(id: id)
  }

  /// Restores deleted rows.
  public func putBack(_ rows: DeletedRows) async throws { try await shop.restore(rows) }
}
