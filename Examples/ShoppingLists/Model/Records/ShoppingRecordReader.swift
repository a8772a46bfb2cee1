import LiveSQL
import LiveSQLPostgres

/// A reader of lists and items by requests, with the same results as the repositories.
public struct ShoppingRecordReader: Sendable {
  let reader: any SQLDatabase

  /// Creates a reader.
  public init(database: ShoppingDatabase) { reader = database.database }
}

extension ShoppingRecordReader {
  /// All lists, most recently changed first.
  public func fetchAllOrderedByDate() async throws -> [ShoppingList] {
    try await asRepositoryError {
      try await reader.read { db in
        try ShoppingListRecord.all().orderedByDate().fetchAll(db).map(\.list)
      }
    }
  }

  /// All lists with the number of their items, most recently changed first.
  public func fetchListsWithItemCounts() async throws -> [ShoppingListWithCount] {
    try await asRepositoryError {
      try await reader.read { db in try ShoppingListRecord.withItemCounts.fetchAll(db) }
    }
  }

  /// The lists whose titles contain a text.
  public func searchLists(byTitle text: String) async throws -> [ShoppingList] {
    try await asRepositoryError {
      try await reader.read { db in
        try ShoppingListRecord.all().titleContaining(text).orderedByDate().fetchAll(db)
          .map(\.list)
      }
    }
  }
}

extension ShoppingRecordReader {
  /// The items of a list, in their order.
  public func fetchItems(forListId listId: ShoppingList.ID) async throws -> [ShoppingItem] {
    try await asRepositoryError {
      try await reader.read { db in
        try ShoppingItemRecord.all().ofList(listId).orderedByRank().fetchAll(db).map(\.item)
      }
    }
  }

  /// The items of a list with their categories.
  public func fetchItemsWithCategories(
    forListId listId: ShoppingList.ID
  ) async throws -> [ItemWithCategory] {
    try await asRepositoryError {
      try await reader.read { db in
        try ShoppingItemRecord.withCategories(inList: listId).fetchAll(db)
      }
    }
  }

  /// The items of a list whose names contain a text, by name.
  public func searchItems(
    _ text: String,
    inListId listId: ShoppingList.ID
  ) async throws -> [ShoppingItem] {
    try await asRepositoryError {
      try await reader.read { db in
        try ShoppingItemRecord.all().ofList(listId).nameContaining(text)
          .order(ShoppingItemRecord.Columns.name, ShoppingItemRecord.Columns.id)
          .fetchAll(db).map(\.item)
      }
    }
  }

  /// The number of items of a list in each category.
  public func fetchCategoryStats(
    forListId listId: ShoppingList.ID
  ) async throws -> [CategoryStats] {
    try await asRepositoryError {
      try await reader.read { db in try ItemCategoryRecord.stats(inList: listId).fetchAll(db) }
    }
  }
}
