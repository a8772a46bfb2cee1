package import DatabaseTypes

/// The observers of a connection.
struct TransactionObservers {
  private struct Entry {
    weak var observer: (any TransactionObserver)?
    let held: (any TransactionObserver)?
    let extent: TransactionObservationExtent
    /// Whether it wants no change sets.
    var ignoresChanges = false
  }

  private struct Handlers {
    let onCommit: (Database) -> Void
    let onRollback: (Database) -> Void
    /// Whether the transaction of a read is the one that they wait for.
    let isOfRead: Bool
  }

  private var entries: [Entry] = []
  private var handlers: [Handlers] = []

  var isEmpty: Bool { entries.isEmpty && handlers.isEmpty }

  /// Whether an observer was added, which may have gone meanwhile.
  var hasObservers: Bool { !entries.isEmpty }

  /// The tables whose changes are wanted.
  var region: Region {
    entries.reduce(into: Region()) { region, entry in
      guard !entry.ignoresChanges, let observer = entry.observer else { return }
      region.formUnion(observer.observedRegion)
    }
  }

  mutating func add(_ observer: any TransactionObserver, _ extent: TransactionObservationExtent) {
    entries.append(
      Entry(observer: observer, held: extent == .observerLifetime ? nil : observer, extent: extent)
    )
  }

  /// Those that are there.
  var all: [any TransactionObserver] { entries.compactMap(\.observer) }

  /// An observer has no use for change sets.
  mutating func noteIgnoresChanges(_ observer: any TransactionObserver) {
    for index in entries.indices where entries[index].observer === observer {
      entries[index].ignoresChanges = true
    }
  }

  mutating func remove(_ observer: any TransactionObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  mutating func addHandlers(
    onCommit: @escaping (Database) -> Void,
    onRollback: @escaping (Database) -> Void,
    isOfRead: Bool
  ) {
    handlers.append(Handlers(onCommit: onCommit, onRollback: onRollback, isOfRead: isOfRead))
  }

  /// The closures to run after a commit of nothing; in a read those that wait for its end.
  fileprivate mutating func takeHandlers(inRead isRead: Bool) -> [(Database) -> Void] {
    let taken = handlers.filter { $0.isOfRead || !isRead }
    handlers.removeAll { $0.isOfRead || !isRead }
    return taken.map(\.onCommit)
  }

  func willCommit() throws {
    for entry in entries { try entry.observer?.databaseWillCommit() }
  }

  /// Those to tell of the end of a transaction; those that wanted only one are let go.
  fileprivate mutating func takeAll() -> (
    observers: [any TransactionObserver], onCommit: [(Database) -> Void],
    onRollback: [(Database) -> Void]
  ) {
    let observers = entries.compactMap(\.observer)
    entries.removeAll { $0.observer == nil || $0.extent == .nextTransaction }
    defer { handlers = [] }
    return (observers, handlers.map(\.onCommit), handlers.map(\.onRollback))
  }
}

extension Database {
  /// Ends a transaction of which SQLite calls no hook, since it wrote nothing.
  ///
  /// Changes that somebody told of are published all the same.
  func settleEmptyCommit() throws {
    guard !capture.isNotified else {
      capture.willSettleNotified()
      return try settle()
    }
    capture.events.reset()
    guard !capture.observers.isEmpty else { return }
    for handler in capture.observers.takeHandlers(inRead: isReadOnlyAccess) { handler(self) }
  }

  package func tellObserversOfCommit(_ changes: ChangeSet) {
    guard !capture.observers.isEmpty else { return }
    let told = capture.observers.takeAll()
    for observer in told.observers {
      observer.databaseDidCommit(self, changes: changes)
      observer.databaseDidCommit(self)
    }
    for handler in told.onCommit { handler(self) }
  }

  func tellObserversOfRollback() {
    let told = capture.observers.takeAll()
    for observer in told.observers { observer.databaseDidRollback(self) }
    for handler in told.onRollback { handler(self) }
  }
}
