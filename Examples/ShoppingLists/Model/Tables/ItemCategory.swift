public import LiveSQL

/// Where in the shop an item is found.
@Table("item_categories")
public struct ItemCategory: Identifiable, Hashable, Sendable {
  /// What identifies it.
  public let id: Int
  /// What it is called.
  public var name: String
  /// A picture of it.
  public var emoji: String
  /// Its place among the categories.
  @Column("sort_order") public var sortOrder: Int

  /// Makes a category.
  public init(id: Int, name: String, emoji: String, sortOrder: Int) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.sortOrder = sortOrder
  }
}

extension ItemCategory {
  /// The categories that a new database has, in the order of a walk through the shop.
  public static let defaults: [ItemCategory] = [
    ("Produce", "🥬"), ("Dairy", "🥛"), ("Bakery", "🥖"), ("Meat & Fish", "🐟"), ("Pantry", "🥫"),
    ("Frozen", "🧊"), ("Drinks", "🧃"), ("Household", "🧽"), ("Other", "📦"),
  ].enumerated().map { index, category in
    ItemCategory(id: index + 1, name: category.0, emoji: category.1, sortOrder: index + 1)
  }
}
