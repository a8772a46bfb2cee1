public import LiveSQL

// Results of requests are decoded by column name; results of typed queries by column index.

extension ShoppingListWithCount: FetchableRecord {
  /// Decodes a row.
  public init(row: Row) throws {
    let list = try ShoppingListRecord(row: row)
    self.init(
      id: list.id,
      title: list.title,
      createdAt: list.createdAt,
      updatedAt: list.updatedAt,
      itemCount: try row.decode(Int.self, forColumn: "item_count"),
      completedCount: try row.decode(Int.self, forColumn: "completed_count")
    )
  }
}

extension ItemWithCategory: FetchableRecord {
  /// Decodes a row.
  public init(row: Row) throws {
    self.init(
      item: try ShoppingItemRecord(row: row).item,
      categoryName: try row.decode(String.self, forColumn: "category_name"),
      categoryEmoji: try row.decode(String.self, forColumn: "category_emoji"),
      categorySortOrder: try row.decode(Int.self, forColumn: "category_sort_order")
    )
  }
}

extension CategoryStats: FetchableRecord {
  /// Decodes a row.
  public init(row: Row) throws {
    let category = try ItemCategoryRecord(row: row)
    self.init(
      id: category.id,
      name: category.name,
      emoji: category.emoji,
      sortOrder: category.sortOrder,
      itemCount: try row.decode(Int.self, forColumn: "item_count"),
      completedCount: try row.decode(Int.self, forColumn: "completed_count")
    )
  }
}
