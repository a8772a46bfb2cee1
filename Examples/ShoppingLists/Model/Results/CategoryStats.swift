public import LiveSQL

/// How many items of a list are of a category.
@Selection
public struct CategoryStats: Identifiable, Hashable, Sendable {
  /// What identifies the category.
  public let id: Int
  /// What the category is called.
  public let name: String
  /// A picture of it.
  public let emoji: String
  /// Its place among the categories.
  @Column("sort_order") public let sortOrder: Int
  /// The number of items.
  @Column("item_count") public let itemCount: Int
  /// The number of those that lie in the basket.
  @Column("completed_count") public let completedCount: Int
}
