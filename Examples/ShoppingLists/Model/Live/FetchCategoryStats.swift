public import LiveSQL

/// A live query for the number of items of a list in each category.
@propertyWrapper
public struct FetchCategoryStats: Sendable {
  @FetchAll private var stats: [CategoryStats]

  /// Observes the items of a list, in a database or in the default database.
  public init(listId: ShoppingList.ID, database: (any LiveDatabase)? = nil) {
    _stats = FetchAll(
      ShoppingItem.categoryStats(inList: listId),
      database: database,
      delivery: .mainActor
    )
  }

  /// The numbers, in the order of the categories.
  public var wrappedValue: [CategoryStats] { stats }

  /// The state of loading, and the differences between results.
  public var projectedValue: FetchAll<CategoryStats> { $stats }
}
