public import LiveSQL

/// A live query for all lists with the number of their items.
///
/// The value changes on the main actor, where views and `observe` read it, so they miss no change.
///
/// ```swift
/// @FetchShoppingLists var lists
/// ```
@propertyWrapper
public struct FetchShoppingLists: Sendable {
  @FetchAll private var lists: [ShoppingListWithCount]

  /// Observes the lists of a database, or of the default database.
  public init(database: (any LiveDatabase)? = nil) {
    _lists = FetchAll(ShoppingList.withItemCounts, database: database, delivery: .mainActor)
  }

  /// The lists, most recently changed first.
  public var wrappedValue: [ShoppingListWithCount] { lists }

  /// The state of loading, and the differences between results.
  public var projectedValue: FetchAll<ShoppingListWithCount> { $lists }
}
