public import LiveSQL

/// The number of items of a list in each category, kept up to date.
@propertyWrapper
public struct FetchCategoryStats: Sendable {
  @FetchAll private var stats: [CategoryStats]

  /// Watches the items of a list, of a database or of the default one.
  public init(listId: ShoppingList.ID, database: (any LiveDatabase)? = nil) {
    _stats = FetchAll(
      ShoppingItem.categoryStats(inList: listId),
      database: database,
      delivery: .mainActor
    )
  }

  /// The numbers, in the order of the categories.
  public var wrappedValue: [CategoryStats] { stats }

  /// What else there is to know: whether they are loading, how they differ.
  public var projectedValue: FetchAll<CategoryStats> { $stats }
}
