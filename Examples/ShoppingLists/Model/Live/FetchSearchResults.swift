public import LiveSQL

/// The items of a list whose names contain a text, kept up to date; all of them while there is no text.
@propertyWrapper
public struct FetchSearchResults: Sendable {
  @FetchAll private var results: [ShoppingItem]

  /// Watches the items of a list, of a database or of the default one.
  public init(
    listId: ShoppingList.ID,
    searchTerm: String = "",
    database: (any LiveDatabase)? = nil
  ) {
    _results = FetchAll(Self.query(searchTerm, listId), database: database, delivery: .mainActor)
  }

  /// The items.
  public var wrappedValue: [ShoppingItem] { results }

  /// What else there is to know: whether they are loading, how they differ.
  public var projectedValue: FetchSearchResults { self }

  /// Watches the items whose names contain another text, and returns when they are there.
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
