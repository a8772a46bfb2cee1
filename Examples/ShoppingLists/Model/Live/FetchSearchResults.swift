public import LiveSQL

/// A live query for the items of a list whose names contain a text; without a text, for all items.
@propertyWrapper
public struct FetchSearchResults: Sendable {
  @FetchAll private var results: [ShoppingItem]

  /// Observes the items of a list, in a database or in the default database.
  public init(
    listId: ShoppingList.ID,
    searchTerm: String = "",
    database: (any LiveDatabase)? = nil
  ) {
    _results = FetchAll(Self.query(searchTerm, listId), database: database, delivery: .mainActor)
  }

  /// The items.
  public var wrappedValue: [ShoppingItem] { results }

  /// The state of loading, and the differences between results.
  public var projectedValue: FetchSearchResults { self }

  /// Observes the items whose names contain another text, and waits until they are loaded.
  public func updateSearch(_ searchTerm: String, listId: ShoppingList.ID) async throws {
    try await $results.load(Self.query(searchTerm, listId))
  }

  private static func query(
    _ searchTerm: String,
    _ listId: ShoppingList.ID
  ) -> SelectOf<ShoppingItem> {
    searchTerm.isEmpty
      ? ShoppingItem.inList(listId) : ShoppingItem.search(searchTerm, inList: listId)
  }
}
