public import LiveSQL

/// The items of a list with their categories, kept up to date.
@propertyWrapper
public struct FetchShoppingItems: Sendable {
  @FetchAll private var items: [ItemWithCategory]

  /// Watches the items of a list, of a database or of the default one.
  public init(listId: ShoppingList.ID, database: (any LiveDatabase)? = nil) {
    _items = FetchAll(
      ShoppingItem.withCategories(inList: listId),
      database: database,
      delivery: .mainActor
    )
  }

  /// The items, in the order of their categories.
  public var wrappedValue: [ItemWithCategory] { items }

  /// What else there is to know: whether they are loading, how they differ.
  public var projectedValue: FetchAll<ItemWithCategory> { $items }
}
