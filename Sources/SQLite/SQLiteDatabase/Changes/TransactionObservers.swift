package import DatabaseTypes

/// The observers of a connection.
struct TransactionObservers {
  private struct Entry {
    weak var observer: (any TransactionObserver)?
    let held: (any TransactionObserver)?
    let extent: TransactionObservationExtent
    /// Whether the observer does not use change sets.
    var usesNoChangeSets = false
  }

  private struct Handlers {
    let onCommit: (Database) -> Void
    let onRollback: (Database) -> Void
    /// Whether the handlers wait for the end of a read transaction.
    let isOfRead: Bool
  }

  private var entries: [Entry] = []
  private var handlers: [Handlers] = []

  var isEmpty: Bool { entries.isEmpty && handlers.isEmpty }

  /// Whether an observer was added; it may have been released meanwhile.
  var hasObservers: Bool { !entries.isEmpty }

  /// The tables whose changes the observers want to know.
  var region: Region {
    entries.reduce(into: Region()) { region, entry in
      guard !entry.usesNoChangeSets, let observer = entry.observer else { return }
      region.formUnion(observer.observedRegion)
    }
  }

  mutating func add(_ observer: any TransactionObserver, _ extent: TransactionObservationExtent) {
    entries.append(
      Entry(observer: observer, held: extent == .observerLifetime ? nil : observer, extent: extent)
    )
  }

  /// The observers that still exist.
  var all: [any TransactionObserver] { entries.compactMap(\.observer) }

  /// Records that an observer does not use change sets.
  mutating func noteUsesNoChangeSets(_ observer: any TransactionObserver) {
    for index in entries.indices where entries[index].observer === observer {
      entries[index].usesNoChangeSets = true
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

  /// Removes and returns the closures to run after an empty commit; in a read, only those of the
  /// read.
  fileprivate mutating func takeHandlers(inRead isRead: Bool) -> [(Database) -> Void] {
    let taken = handlers.filter { $0.isOfRead || !isRead }
    handlers.removeAll { $0.isOfRead || !isRead }
    return taken.map(\.onCommit)
  }

  func willCommit() throws {
    for entry in entries { try entry.observer?.databaseWillCommit() }
  }

  /// Returns the observers and closures to notify, and removes those for one transaction only.
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
  /// Ends a transaction for which SQLite calls no hook, since it wrote nothing.
  ///
  /// Changes reported with `notifyChanges(in:)` are published nevertheless.
  func settleEmptyCommit() throws {
    guard !capture.isNotified else {
      capture.willSettleNotified()
      return try settle()
    }
    capture.events.reset()
    guard !capture.observers.isEmpty else { return }
    for handler in capture.observers.takeHandlers(inRead: isReadOnlyAccess) { handler(self) }
  }

  package func notifyObserversOfCommit(_ changes: ChangeSet) {
    guard !capture.observers.isEmpty else { return }
    let notified = capture.observers.takeAll()
    for observer in notified.observers {
      observer.databaseDidCommit(self, changes: changes)
      observer.databaseDidCommit(self)
    }
    for handler in notified.onCommit { handler(self) }
  }

  func notifyObserversOfRollback() {
    let notified = capture.observers.takeAll()
    for observer in notified.observers { observer.databaseDidRollback(self) }
    for handler in notified.onRollback { handler(self) }
  }
}
