public import DatabaseTypes

/// Sees the transactions of a database: single rows as they change, and all that a commit has changed.
///
/// ```swift
/// final class Audit: TransactionObserver {
///   func databaseDidCommit(_ db: Database, changes: ChangeSet) { print(changes.tables.keys) }
/// }
/// try database.write { db in db.add(transactionObserver: Audit(), extent: .databaseLifetime) }
/// ```
///
/// Two ways of being told of rows are there, and an observer implements the one that it needs. The change set of a commit
/// has each row that differs once, with its values before and after. Events come one for each row that a statement
/// touches, before the commit, and have numbers of rows alone:
///
/// ```swift
/// final class Counter: TransactionObserver {
///   var count = 0
///   func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "player" }
///   func databaseDidChange(with event: DatabaseEvent) { count += 1 }
/// }
/// ```
///
/// A SQLite without its preupdate hook tells no rows: then `databaseDidChange()` is called in their place.
///
/// Its methods are called on the thread that writes, in the order in which observers were added: what other threads use of it
/// too has to be guarded. Transactions that only read are not told of.
public protocol TransactionObserver: AnyObject {
  /// Whether it wants to be told of events of a kind; of none unless it says so.
  ///
  /// Asked before a statement runs, for each thing that the statement can do.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool
  /// Rows have changed that no hook of SQLite's tells: those of virtual tables, and what `notifyChanges(in:)` names.
  ///
  /// It must not use the database.
  func databaseDidChange()
  /// A row was inserted, updated or deleted, in a transaction that may be rolled back yet. It must not use the database.
  ///
  /// It is called when the statement has ended; of what happened in a savepoint, when the outermost one was released or the
  /// transaction is about to commit. Of what a failed statement or a savepoint undid nothing is told. The rows that a
  /// conflict replaces are told as deleted, and so are those of a `DELETE` without a condition.
  func databaseDidChange(with event: DatabaseEvent)
  /// The tables whose changed rows `databaseDidCommit(_:changes:)` is told; nothing else is read for it.
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
  /// A transaction was committed: the same, for those who do not want to know what it changed.
  func databaseDidCommit(_ db: Database)
  /// A transaction was rolled back. The database can be used.
  func databaseDidRollback(_ db: Database)
}

extension TransactionObserver {
  /// No events.
  public func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  /// Does nothing.
  public func databaseDidChange() {}
  /// Does nothing.
  public func databaseDidChange(with event: DatabaseEvent) {}
  /// All tables.
  public var observedRegion: Region { .fullDatabase }
  /// Accepts the transaction.
  public func databaseWillCommit() throws {}
  /// Does nothing, so that no row is read for it from then on.
  public func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    db.capture.observers.noteIgnoresChanges(self)
    db.capture.forgetInterest()
  }
  /// Does nothing.
  public func databaseDidCommit(_ db: Database) {}
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
}

extension DatabaseWriter {
  /// Adds an observer of transactions; waits for the writer.
  ///
  /// Within an access use that of its ``Database``. Where the database is closed, nothing can be observed: the logger is
  /// told.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - extent: How long it is told; by default as long as somebody else holds it.
  public func add(
    transactionObserver observer: any TransactionObserver,
    extent: TransactionObservationExtent = .observerLifetime
  ) {
    do {
      try writeWithoutTransaction { $0.add(transactionObserver: observer, extent: extent) }
    } catch {
      configuration.log(.error, "An observer of transactions was not added: \(error)")
    }
  }

  /// Removes an observer; waits for the writer.
  ///
  /// Within an access use that of its ``Database``.
  public func remove(transactionObserver observer: any TransactionObserver) {
    do { try writeWithoutTransaction { $0.remove(transactionObserver: observer) } } catch let error
      as DatabaseError where error.code == .closed
    {
      // Nobody is told of anything any more.
    } catch {
      configuration.log(.error, "An observer of transactions was not removed: \(error)")
    }
  }
}
