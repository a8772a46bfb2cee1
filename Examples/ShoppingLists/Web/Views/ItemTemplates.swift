import Foundation
import ShoppingListsModel

/// Templates that the script clones to show an item before the server has saved it.
///
/// The script replaces the placeholders `ITEM`, `LIST`, `NAME` and `category-0`.
enum ItemTemplates {
  static let nodes: [Node] = [
    tag("template", .id("new-item")) { ItemRow(item: item) },
    tag("template", .id("new-section")) { SectionView(section: section) },
  ]

  private static let item = ShoppingItem(
    id: "ITEM",
    name: "NAME",
    notes: "NOTES",
    categoryId: 0,
    shoppingListId: "LIST",
    createdAt: .distantPast,
    updatedAt: .distantPast
  )

  private static let section = ListSection(
    category: CategoryStats(
      id: 0,
      name: "CATEGORY",
      emoji: "",
      sortOrder: 0,
      itemCount: 0,
      completedCount: 0
    ),
    items: []
  )
}
