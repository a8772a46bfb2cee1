public import DatabaseTypes

/// Sees the transactions of a database.
///
/// ```swift
/// final class Audit: TransactionObserver {
///   func databaseDidCommit(_ db: Database, changes: ChangeSet) { print(changes.tables.keys) }
/// }
/// try database.write { db in db.add(transactionObserver: Audit()) }
/// ```
///
/// Its methods are called on the thread that writes, in the order in which observers were added. Transactions that
/// only read are not told of.
public protocol TransactionObserver: AnyObject, Sendable {
  /// The tables whose changed rows it wants to be told of; nothing else is read for it.
  var observedRegion: Region { get }
  /// A transaction that wrote is about to commit. It must not use the database.
  ///
  /// - Throws: An error to roll the transaction back; the access that wrote throws it.
  func databaseWillCommit() throws
  /// A transaction was committed. The database can be read and written; another transaction is told of in turn.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - changes: What changed.
  func databaseDidCommit(_ db: Database, changes: ChangeSet)
  /// A transaction was rolled back. The database can be used.
  func databaseDidRollback(_ db: Database)
}

extension TransactionObserver {
  /// All tables.
  public var observedRegion: Region { .fullDatabase }
  /// Accepts the transaction.
  public func databaseWillCommit() throws {}
  /// Does nothing.
  public func databaseDidRollback(_ db: Database) {}
}

/// How long an observer is told of transactions.
public enum TransactionObservationExtent: Sendable, Hashable {
  /// As long as somebody else holds it.
  case observerLifetime
  /// Until the next transaction has ended.
  case nextTransaction
  /// As long as the database is open.
  case databaseLifetime
}

/// The observers of a connection.
struct TransactionObservers {
  private struct Entry {
    weak var observer: (any TransactionObserver)?
    let held: (any TransactionObserver)?
    let extent: TransactionObservationExtent
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

  /// The tables whose changes are wanted.
  var region: Region {
    entries.reduce(into: Region()) { region, entry in
      if let observer = entry.observer { region.formUnion(observer.observedRegion) }
    }
  }

  mutating func add(_ observer: any TransactionObserver, _ extent: TransactionObservationExtent) {
    entries.append(
      Entry(observer: observer, held: extent == .observerLifetime ? nil : observer, extent: extent)
    )
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
  /// Adds an observer of transactions.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - extent: How long it is told; by default as long as somebody else holds it.
  public func add(
    transactionObserver observer: any TransactionObserver,
    extent: TransactionObservationExtent = .observerLifetime
  ) {
    capture.observers.add(observer, extent)
    capture.forgetInterest()
  }

  /// Removes an observer.
  public func remove(transactionObserver observer: any TransactionObserver) {
    capture.observers.remove(observer)
    capture.forgetInterest()
  }

  /// Runs closures once, after the transaction that is open, or the next one.
  ///
  /// It may have written nothing; but a read is only waited for within itself.
  ///
  /// - Parameters:
  ///   - onCommit: Runs after a commit.
  ///   - onRollback: Runs after a rollback.
  public func afterNextTransaction(
    onCommit: @escaping (Database) -> Void,
    onRollback: @escaping (Database) -> Void = { _ in }
  ) {
    capture.observers.addHandlers(
      onCommit: onCommit,
      onRollback: onRollback,
      isOfRead: isReadOnlyAccess && isInsideTransaction
    )
  }

  /// Runs what waits for the end of a transaction that wrote nothing.
  func tellHandlersOfEmptyCommit() {
    guard !capture.observers.isEmpty else { return }
    for handler in capture.observers.takeHandlers(inRead: isReadOnlyAccess) { handler(self) }
  }

  package func tellObserversOfCommit(_ changes: ChangeSet) {
    guard !capture.observers.isEmpty else { return }
    let told = capture.observers.takeAll()
    for observer in told.observers { observer.databaseDidCommit(self, changes: changes) }
    for handler in told.onCommit { handler(self) }
  }

  func tellObserversOfRollback() {
    let told = capture.observers.takeAll()
    for observer in told.observers { observer.databaseDidRollback(self) }
    for handler in told.onRollback { handler(self) }
  }
}
