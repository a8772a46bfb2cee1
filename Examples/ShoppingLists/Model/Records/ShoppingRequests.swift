public import LiveSQL

// The queries of `ShoppingList+Queries.swift` and `ShoppingItem+Queries.swift` as requests, which
// can be refined in the same way.

extension DerivableRequest where RowDecoder == ShoppingListRecord {
  /// Orders lists by the time of their last change, newest first.
  public func orderedByDate() -> Self {
    order(ShoppingListRecord.Columns.updatedAt.desc, ShoppingListRecord.Columns.id)
  }

  /// The lists whose titles contain a text.
  public func titleContaining(_ text: String) -> Self {
    filter(ShoppingListRecord.Columns.title.like(LikePattern.containing(text), escape: "\\"))
  }
}

extension DerivableRequest where RowDecoder == ShoppingItemRecord {
  /// The items of a list.
  public func ofList(_ listId: ShoppingList.ID) -> Self {
    filter(ShoppingItemRecord.Columns.shoppingListId == listId)
  }

  /// The checked items.
  public func completed() -> Self { filter(ShoppingItemRecord.Columns.isCompleted == true) }

  /// The unchecked items.
  public func pending() -> Self { filter(ShoppingItemRecord.Columns.isCompleted == false) }

  /// Orders items by their ranks.
  public func orderedByRank() -> Self {
    order(ShoppingItemRecord.Columns.rank, ShoppingItemRecord.Columns.id)
  }

  /// The items whose names contain a text.
  public func nameContaining(_ text: String) -> Self {
    filter(ShoppingItemRecord.Columns.name.like(LikePattern.containing(text), escape: "\\"))
  }
}

extension ShoppingListRecord {
  /// All lists with the number of their items, most recently changed first.
  public static var withItemCounts: QueryInterfaceRequest<ShoppingListWithCount> {
    all().orderedByDate()
      .annotated(
        with: items.count.forKey("item_count"),
        items.completed().count.forKey("completed_count")
      )
      .asRequest(of: ShoppingListWithCount.self)
  }
}

extension ShoppingItemRecord {
  /// The items of a list with their categories, ordered by category, then in their order.
  public static func withCategories(
    inList listId: ShoppingList.ID
  ) -> QueryInterfaceRequest<ItemWithCategory> {
    let table = RequestAlias()
    let columns = category.aliased(table)
      .select(
        ItemCategoryRecord.Columns.name.forKey("category_name"),
        ItemCategoryRecord.Columns.emoji.forKey("category_emoji"),
        ItemCategoryRecord.Columns.sortOrder.forKey("category_sort_order")
      )
    return all().ofList(listId)
      .annotated(withRequired: columns)
      .order(table[ItemCategoryRecord.Columns.sortOrder], Columns.rank, Columns.id)
      .asRequest(of: ItemWithCategory.self)
  }
}

extension ItemCategoryRecord {
  /// The number of items of a list in each category that has some, in the order of the categories.
  public static func stats(inList listId: ShoppingList.ID) -> QueryInterfaceRequest<CategoryStats> {
    let ofList = items.ofList(listId)
    return having(ofList.count > 0)
      .annotated(
        with: ofList.count.forKey("item_count"),
        ofList.completed().count.forKey("completed_count")
      )
      .order(Columns.sortOrder)
      .asRequest(of: CategoryStats.self)
  }
}
