public import Foundation
import LiveSQL
import LiveSQLPostgres

/// A repository that reads and writes the items of lists by typed queries.
public struct ShoppingItemRepository: Sendable {
  let shop: ShoppingDatabase
  let now: @Sendable () -> Date

  /// Creates a repository.
  ///
  /// - Parameter now: Returns the current time.
  public init(database: ShoppingDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
    shop = database
    self.now = now
  }
}

extension ShoppingItemRepository {
  /// The items of a list, in their order.
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

  /// The item of each list that was added last, the latest one first.
  public func fetchLatestItems() async throws -> [ShoppingItem] {
    try await asRepositoryError {
      try await shop.database.read { db in try ShoppingItem.latestOfEachList.fetchAll(db) }
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
