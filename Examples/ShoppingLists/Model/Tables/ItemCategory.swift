public import LiveSQL

/// A category of items, such as dairy products.
@Table("item_categories")
public struct ItemCategory: Identifiable, Hashable, Sendable {
  /// The primary key.
  public let id: Int
  /// The name.
  public var name: String
  /// The emoji.
  public var emoji: String
  /// The position in the order of categories.
  @Column("sort_order") public var sortOrder: Int

  /// Creates a category.
  public init(id: Int, name: String, emoji: String, sortOrder: Int) {
    self.id = id
    self.name = name
    self.emoji = emoji
    self.sortOrder = sortOrder
  }
}

extension ItemCategory {
  /// The categories of a new database, in the order of a walk through a shop.
  public static let defaults: [ItemCategory] = [
    ("Produce", "🥬"), ("Dairy", "🥛"), ("Bakery", "🥖"), ("Meat & Fish", "🐟"), ("Pantry", "🥫"),
    ("Frozen", "🧊"), ("Drinks", "🧃"), ("Household", "🧽"), ("Other", "📦"),
  ].enumerated().map { index, category in
    ItemCategory(id: index + 1, name: category.0, emoji: category.1, sortOrder: index + 1)
  }
}
