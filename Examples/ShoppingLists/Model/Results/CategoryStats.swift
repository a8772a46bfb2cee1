public import LiveSQL

/// The number of items of a list in one category.
@Selection
public struct CategoryStats: Identifiable, Hashable, Sendable {
  /// The identifier of the category.
  public let id: Int
  /// The name of the category.
  public let name: String
  /// The emoji of the category.
  public let emoji: String
  /// The position of the category in the order of categories.
  @Column("sort_order") public let sortOrder: Int
  /// The number of items.
  @Column("item_count") public let itemCount: Int
  /// The number of checked items.
  @Column("completed_count") public let completedCount: Int

  /// Creates the numbers of a category.
  public init(
    id: Int,
    name: String,
    emoji: String,
    sortOrder: Int,
    itemCount: Int,
    completedCount: Int
  ) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.sortOrder = sortOrder
    self.itemCount = itemCount
    self.completedCount = completedCount
  }
}
