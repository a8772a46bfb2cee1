public import LiveSQL
public import Observation

/// The list of items, which follows the database.
@MainActor
@Observable
public final class ItemListModel {
  /// An order of the items.
  public enum Ordering: CaseIterable, Sendable {
    case unspecified, ascending, descending

    /// The title shown to people.
    public var title: String {
      switch self {
      case .unspecified: "Unspecified"
      case .ascending: "Ascending"
      case .descending: "Descending"
      }
    }
  }

  /// The order of the items.
  ///
  /// A new order is watched at once; the old items stay until the new ones have been fetched.
  public var ordering: Ordering = .unspecified {
    didSet { if ordering != oldValue { watch() } }
  }
  /// The latest difference of the items, by a commit or another order; `nil` until there is one.
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

  /// The items, in order.
  public var items: [Item] { fetched }
}

extension ItemListModel {
  /// Waits until the items have been fetched.
  ///
  /// - Throws: The error with which the query fails.
  public func load() async throws { try await $fetched.load() }

  /// Follows the differences until the model is released.
  private func followDifferences() -> Task<Void, Never> {
    // The first difference is from no items.
    Task { [weak self, differences = $fetched.differences.dropFirst()] in
      for await difference in differences { self?.lastDifference = difference.counts }
    }
  }

  /// The error of the latest fetch; `nil` if it succeeded.
  public var loadError: (any Error)? { $fetched.loadError }

  /// Switches to the next order, and from the last one to the first.
  public func nextOrdering() {
    let all = Ordering.allCases
    let index = all.firstIndex(of: ordering) ?? 0
    ordering = all[(index + 1) % all.count]
  }

  /// Creates an item with a random name and quantity, and saves it.
  ///
  /// - Returns: The item, with its key.
  @discardableResult
  public func newRandomItem() throws -> Item {
    var generator = SystemRandomNumberGenerator()
    var item = Item.random(using: &generator)
    try database.saveItem(&item)
    return item
  }

  /// Deletes the items at some offsets.
  public func deleteItems(atOffsets offsets: some Sequence<Int>) throws {
    try database.deleteItems(ids: offsets.compactMap { items[$0].id })
  }

  /// Deletes an item.
  public func delete(_ item: Item) throws {
    try database.deleteItems(ids: [item.id].compactMap(\.self))
  }

  /// Undoes the latest addition, edit or deletion, including those of an editor.
  ///
  /// - Returns: The name of the step; `nil` if there is nothing to undo.
  /// - Throws: `UndoError` if somebody else has changed an item since, or a `DatabaseError`.
  @discardableResult
  public func undo() throws -> String? { try database.history.undo()?.name }

  /// Redoes the step that was undone last.
  ///
  /// - Returns: The name of the step; `nil` if there is nothing to redo.
  /// - Throws: `UndoError` if somebody else has changed an item since, or a `DatabaseError`.
  @discardableResult
  public func redo() throws -> String? { try database.history.redo()?.name }

  /// Whether there is a step to undo; changes are observed.
  public var canUndo: Bool { database.history.canUndo }

  /// Whether there is a step to redo; changes are observed.
  public var canRedo: Bool { database.history.canRedo }

  /// Starts to edit an item.
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

  /// Fetches the items of a request on the main actor, so that observers there miss no change.
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
