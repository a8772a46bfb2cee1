public import LiveSQL

extension ShoppingList {
  /// All lists, the one that was changed last first.
  public static var orderedByDate: SelectOf<ShoppingList> {
    order { ($0.updatedAt.desc(), $0.id) }
  }

  /// All lists with the number of their items, the one that was changed last first.
  public static var withItemCounts: some TypedSQL.Statement<ShoppingListWithCount> {
    orderedByDate
      .group(by: \.id)
      .leftJoin(ShoppingItem.all) { $0.id.eq($1.shoppingListId) }
      .select { list, item in
        ShoppingListWithCount.Columns(
          id: list.id,
          title: list.title,
          createdAt: list.createdAt,
          updatedAt: list.updatedAt,
          itemCount: item.id.count(),
          completedCount: item.id.count(filter: item.isCompleted == true)
        )
      }
  }

  /// The lists with exactly this title.
  public static func titled(_ title: String) -> Where<ShoppingList> {
    Self.where { $0.title.eq(title) }
  }

  /// The lists whose titles contain a text, the one that was changed last first.
  ///
  /// What was typed stands for itself, also `%` and `_`.
  public static func search(_ text: String) -> SelectOf<ShoppingList> {
    orderedByDate.where { $0.title.like(LikePattern.containing(text), escape: "\\") }
  }
}
