public import LiveSQL

extension ShoppingItem {
  /// The items of a list, in their order.
  public static func inList(_ listId: ShoppingList.ID) -> SelectOf<ShoppingItem> {
    Self.where { $0.shoppingListId.eq(listId) }.order { ($0.rank, $0.id) }
  }

  /// The items of a list with their categories, ordered by category, then in their order.
  public static func withCategories(
    inList listId: ShoppingList.ID
  ) -> some TypedSQL.Statement<ItemWithCategory> {
    Self.where { $0.shoppingListId.eq(listId) }
      .join(ItemCategory.all) { $0.categoryId.eq($1.id) }
      .order { ($1.sortOrder, $0.rank, $0.id) }
      .select { item, category in
        ItemWithCategory.Columns(
          item: item,
          categoryName: category.name,
          categoryEmoji: category.emoji,
          categorySortOrder: category.sortOrder
        )
      }
  }

  /// The checked items of a list, most recently changed first.
  public static func completed(inList listId: ShoppingList.ID) -> SelectOf<ShoppingItem> {
    Self.where { $0.shoppingListId.eq(listId) }
      .where(\.isCompleted)
      .order { ($0.updatedAt.desc(), $0.id) }
  }

  /// The unchecked items of a list, in their order.
  public static func pending(inList listId: ShoppingList.ID) -> SelectOf<ShoppingItem> {
    inList(listId).where { !$0.isCompleted }
  }

  /// The item of each list that was added last, the latest one first.
  public static var latestOfEachList: SelectOf<ShoppingItem> {
    Self.first(ofEach: \.shoppingListId) { $0.createdAt.desc() }
      .order { ($0.createdAt.desc(), $0.id) }
  }

  /// The items of a list whose names contain a text, by name.
  ///
  /// `%` and `_` in the text have no special meaning.
  public static func search(
    _ text: String,
    inList listId: ShoppingList.ID
  ) -> SelectOf<ShoppingItem> {
    Self.where { $0.shoppingListId.eq(listId) }
      .where { $0.name.like(LikePattern.containing(text), escape: "\\") }
      .order { ($0.name, $0.id) }
  }

  /// The number of items of a list in each category that has some, in the order of the categories.
  public static func categoryStats(
    inList listId: ShoppingList.ID
  ) -> some TypedSQL.Statement<CategoryStats> {
    Self.where { $0.shoppingListId.eq(listId) }
      .join(ItemCategory.all) { $0.categoryId.eq($1.id) }
      .group { $1.id }
      .having { item, _ in item.id.count() > 0 }
      .order { $1.sortOrder }
      .select { item, category in
        CategoryStats.Columns(
          id: category.id,
          name: category.name,
          emoji: category.emoji,
          sortOrder: category.sortOrder,
          itemCount: item.id.count(),
          completedCount: item.id.count(filter: item.isCompleted)
        )
      }
  }
}
