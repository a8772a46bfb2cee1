public import LiveSQL

/// A live query for the items of a list with their categories.
@propertyWrapper
public struct FetchShoppingItems: Sendable {
  @FetchAll private var items: [ItemWithCategory]

  /// Observes the items of a list, in a database or in the default database.
  public init(listId: ShoppingList.ID, database: (any LiveDatabase)? = nil) {
    _items = FetchAll(
      ShoppingItem.withCategories(inList: listId),
      database: database,
      delivery: .mainActor
    )
  }

  /// The items, in the order of their categories.
  public var wrappedValue: [ItemWithCategory] { items }

  /// The state of loading, and the differences between results.
  public var projectedValue: FetchAll<ItemWithCategory> { $items }
}
