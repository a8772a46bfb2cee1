public import LiveSQL

/// An item with its category; the item's properties are at hand: `row.displayName`.
@Selection
@dynamicMemberLookup
public struct ItemWithCategory: Identifiable, Hashable, Sendable {
  /// The item.
  public let item: ShoppingItem
  /// What its category is called.
  @Column("category_name") public let categoryName: String
  /// A picture of its category.
  @Column("category_emoji") public let categoryEmoji: String
  /// The place of its category among the categories.
  @Column("category_sort_order") public let categorySortOrder: Int

  /// What identifies the item.
  public var id: String { item.id }

  /// A property of the item.
  public subscript<Member>(dynamicMember keyPath: KeyPath<ShoppingItem, Member>) -> Member {
    item[keyPath: keyPath]
  }
}
