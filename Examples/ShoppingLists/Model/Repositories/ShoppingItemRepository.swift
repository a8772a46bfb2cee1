public import Foundation
import LiveSQL
import LiveSQLPostgres

/// Reads and writes the items of lists, by typed queries.
public struct ShoppingItemRepository: Sendable {
  let shop: ShoppingDatabase
  let now: @Sendable () -> Date

  /// Makes a repository.
  ///
  /// - Parameter now: What the time is.
  public init(database: ShoppingDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
    shop = database
    self.now = now
  }
}

extension ShoppingItemRepository {
  /// The items of a list, the oldest first.
  public func fetchItems(forListId listId: ShoppingList.ID) async throws -> [ShoppingItem] {
    try await asRepositoryError {
      try await shop.database.read { db in try ShoppingItem.inList(listId).fetchAll(db) }
    }
  }

  /// The items of a list with their categories.
  public func fetchItemsWithCategories(
    forListId listId: ShoppingList.ID
  ) async throws -> [ItemWithCategory] {
    try await asRepositoryError {
      try await shop.database.read { db in
        try ShoppingItem.withCategories(inList: listId).fetchAll(db)
      }
    }
  }

  /// The items of a list whose names contain a text.
  public func searchItems(
    _ text: String,
    inListId listId: ShoppingList.ID
  ) async throws -> [ShoppingItem] {
    try await asRepositoryError {
      try await shop.database.read { db in
        try ShoppingItem.search(text, inList: listId).fetchAll(db)
      }
    }
  }

  /// The number of items of a list in each category.
  public func fetchCategoryStats(
    forListId listId: ShoppingList.ID
  ) async throws -> [CategoryStats] {
    try await asRepositoryError {
      try await shop.database.read { db in
        try ShoppingItem.categoryStats(inList: listId).fetchAll(db)
      }
    }
  }

  /// The categories, in their order.
  public func fetchCategories() async throws -> [ItemCategory] {
    try await asRepositoryError {
      try await shop.database.read { db in try ItemCategory.order(by: \.sortOrder).fetchAll(db) }
    }
  }
}

extension ShoppingItemRepository {
  /// Puts an item on a list.
  @discardableResult
  public func createItem(
    name: String,
    quantity: Int = 1,
    notes: String = "",
    categoryId: ItemCategory.ID,
    shoppingListId: ShoppingList.ID
  ) async throws -> ShoppingItem {
    let time = now()
    let item = ShoppingItem(
      id: UUID().uuidString,
      name: name,
      quantity: quantity,
      notes: notes,
      categoryId: categoryId,
      shoppingListId: shoppingListId,
      createdAt: time,
      updatedAt: time
    )
    try await write("Add Item", toList: shoppingListId) { db in
      try ShoppingItem.insert { item }.execute(db)
    }
    return item
  }

  /// Puts an item into the basket, or takes it out again.
  public func toggleCompletion(itemId: ShoppingItem.ID) async throws {
    let time = now()
    try await writeStep("Tick Off") { db in
      let lists =
        try ShoppingItem.find(itemId).update {
          $0.isCompleted.toggle()
          $0.updatedAt = #bind(time)
        }
        .returning(\.shoppingListId).fetchAll(db)
      guard let list = lists.first else { throw RepositoryError.notFound("item") }
      try Self.touch(list, at: time, db)
    }
  }

  /// Deletes an item.
  public func deleteItem(_ item: ShoppingItem) async throws {
    try await write("Delete Item", toList: item.shoppingListId) { db in
      try ShoppingItem.delete(item).execute(db)
    }
  }

  /// Deletes the items of a list that lie in the basket.
  public func deleteCompletedItems(forListId listId: ShoppingList.ID) async throws {
    try await write("Clear Basket", toList: listId) { db in
      try ShoppingItem.where { $0.shoppingListId.eq(listId) && $0.isCompleted }
        .delete().execute(db)
    }
  }

  /// Writes, and notes that the list was changed.
  private func write(
    _ name: String,
    toList listId: ShoppingList.ID,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Void
  ) async throws {
    let time = now()
    try await writeStep(name) { db in
      try body(db)
      try Self.touch(listId, at: time, db)
    }
  }

  /// Writes, in one step of the history.
  private func writeStep(
    _ name: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Void
  ) async throws {
    try await asRepositoryError { try await shop.writeStep(named: name, body) }
  }

  private static func touch(
    _ listId: ShoppingList.ID,
    at time: Date,
    _ db: any SQLConnection
  ) throws {
    try ShoppingList.find(listId).update { $0.updatedAt = #bind(time) }.execute(db)
  }
}
