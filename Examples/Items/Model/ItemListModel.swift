public import LiveSQL
public import Observation

/// The list of items, which follows the database.
@MainActor
@Observable
public final class ItemListModel {
  /// In what order items stand.
  public enum Ordering: CaseIterable, Sendable {
    case unspecified, ascending, descending

    /// What people are told.
    public var title: String {
      switch self {
      case .unspecified: "Unspecified"
      case .ascending: "Ascending"
      case .descending: "Descending"
      }
    }
  }

  /// The order; another one is watched at once, and the items of before stay until its items are there.
  public var ordering: Ordering = .unspecified {
    didSet { if ordering != oldValue { watch() } }
  }
  /// How the items differ from those before: by a commit, or by another order; `nil` as long as they do not.
  public private(set) var lastDifference: DifferenceCounts?

  @ObservationIgnored @FetchAll private var fetched: [Item]
  @ObservationIgnored private let database: AppDatabase
  @ObservationIgnored private var differences: Task<Void, Never>?

  /// Watches the items of a database.
  public init(database: AppDatabase) {
    self.database = database
    _fetched = Self.fetched(Item.all(), from: database)
    differences = followDifferences()
  }

  deinit { differences?.cancel() }

  /// The items, in their order.
  public var items: [Item] { fetched }
}

extension ItemListModel {
  /// Returns when the items are there.
  ///
  /// - Throws: What the query fails with.
  public func load() async throws { try await $fetched.load() }

  /// Takes over each difference, until the model is let go.
  private func followDifferences() -> Task<Void, Never> {
    // The first is that of the items from none.
    Task { [weak self, differences = $fetched.differences.dropFirst()] in
      for await difference in differences { self?.lastDifference = difference.counts }
    }
  }

  /// Why the items could not be fetched last; `nil` if they could.
  public var loadError: (any Error)? { $fetched.loadError }

  /// Takes the next order, after the last one the first.
  public func nextOrdering() {
    let all = Ordering.allCases
    let index = all.firstIndex(of: ordering) ?? 0
    ordering = all[(index + 1) % all.count]
  }

  /// Makes an item with a random name and a random quantity, and saves it.
  ///
  /// - Returns: The item, with its key.
  @discardableResult
  public func newRandomItem() throws -> Item {
    var generator = SystemRandomNumberGenerator()
    var item = Item.random(using: &generator)
    try database.saveItem(&item)
    return item
  }

  /// Deletes the items at some places.
  public func deleteItems(atOffsets offsets: some Sequence<Int>) throws {
    try database.deleteItems(ids: offsets.compactMap { items[$0].id })
  }

  /// Deletes an item.
  public func delete(_ item: Item) throws {
    try database.deleteItems(ids: [item.id].compactMap(\.self))
  }

  /// Takes back what was added, edited or deleted last, also by an editor.
  ///
  /// - Returns: Its name; `nil` where there is nothing to undo.
  /// - Throws: `UndoError` where somebody else has changed an item since, or a `DatabaseError`.
  @discardableResult
  public func undo() throws -> String? { try database.history.undo()?.name }

  /// Does again what was taken back last.
  ///
  /// - Returns: Its name; `nil` where there is nothing to redo.
  /// - Throws: `UndoError` where somebody else has changed an item since, or a `DatabaseError`.
  @discardableResult
  public func redo() throws -> String? { try database.history.redo()?.name }

  /// Whether there is something to undo; observers are told.
  public var canUndo: Bool { database.history.canUndo }

  /// Whether there is something to redo; observers are told.
  public var canRedo: Bool { database.history.canRedo }

  /// Begins to edit an item.
  public func newItemEditorModel(for item: Item) -> ItemEditorModel {
    ItemEditorModel(database: database, item: item)
  }

  private func watch() {
    let request =
      switch ordering {
      case .unspecified: Item.all()
      case .ascending: Item.all().orderedByName()
      case .descending: Item.all().orderedByNameReversed()
      }
    $fetched = Self.fetched(request, from: database, items)
  }

  /// The items of a request, which change on the main actor: so whoever observes them there misses no change.
  private static func fetched(
    _ request: QueryInterfaceRequest<Item>,
    from database: AppDatabase,
    _ items: [Item] = []
  ) -> FetchAll<Item> {
    FetchAll(
      wrappedValue: items,
      request,
      database: database.databaseWriter,
      delivery: .mainActor
    )
  }
}
