public import LiveSQL

/// An item with its category; the item's properties are available directly: `row.displayName`.
@Selection
@dynamicMemberLookup
public struct ItemWithCategory: Identifiable, Hashable, Sendable {
  /// The item.
  public let item: ShoppingItem
  /// The name of the category.
  @Column("category_name") public let categoryName: String
  /// The emoji of the category.
  @Column("category_emoji") public let categoryEmoji: String
  /// The position of the category in the order of categories.
  @Column("category_sort_order") public let categorySortOrder: Int

  /// The identifier of the item.
  public var id: String { item.id }

  /// A property of the item.
  public subscript<Member>(dynamicMember keyPath: KeyPath<ShoppingItem, Member>) -> Member {
    item[keyPath: keyPath]
  }
}
