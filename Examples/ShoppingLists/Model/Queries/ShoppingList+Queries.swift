public import LiveSQL

extension ShoppingList {
  /// All lists, most recently changed first.
  public static var orderedByDate: SelectOf<ShoppingList> {
    order { ($0.updatedAt.desc(), $0.id) }
  }

  /// All lists with the number of their items, most recently changed first.
  public static var withItemCounts: some TypedSQL.Statement<ShoppingListWithCount> {
    countingItems(of: orderedByDate)
  }

  /// The lists whose titles contain a text, with the number of their items, most recently changed
  /// first.
  public static func withItemCounts(
    containing text: String
  ) -> some TypedSQL.Statement<ShoppingListWithCount> {
    countingItems(of: search(text))
  }

  /// The list that has a primary key, with the number of its items.
  public static func withItemCounts(
    of id: ShoppingList.ID
  ) -> some TypedSQL.Statement<ShoppingListWithCount> {
    countingItems(of: orderedByDate.where { $0.id.eq(id) })
  }

  private static func countingItems(
    of lists: SelectOf<ShoppingList>
  ) -> some TypedSQL.Statement<ShoppingListWithCount> {
    lists
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

  /// The lists whose titles contain a text, most recently changed first.
  ///
  /// `%` and `_` in the text have no special meaning.
  public static func search(_ text: String) -> SelectOf<ShoppingList> {
    orderedByDate.where { $0.title.like(LikePattern.containing(text), escape: "\\") }
  }
}
