public import LiveSQL

/// All lists with the number of their items, kept up to date.
///
/// They change on the main actor, where views and `observe` read them: so no change is missed.
///
/// ```swift
/// @FetchShoppingLists var lists
/// ```
@propertyWrapper
public struct FetchShoppingLists: Sendable {
  @FetchAll private var lists: [ShoppingListWithCount]

  /// Watches the lists of a database, or of the default one.
  public init(database: (any LiveDatabase)? = nil) {
    _lists = FetchAll(ShoppingList.withItemCounts, database: database, delivery: .mainActor)
  }

  /// The lists, the one that was changed last first.
  public var wrappedValue: [ShoppingListWithCount] { lists }

  /// What else there is to know: whether they are loading, how they differ.
  public var projectedValue: FetchAll<ShoppingListWithCount> { $lists }
}
