public import DatabaseTypes

/// An observer of a database's transactions: of single row events, and of the changes of each
/// commit.
///
/// ```swift
/// final class Audit: TransactionObserver {
///   func databaseDidCommit(_ db: Database, changes: ChangeSet) { print(changes.tables.keys) }
/// }
/// try database.write { db in db.add(transactionObserver: Audit(), extent: .databaseLifetime) }
/// ```
///
/// There are two ways to learn about changed rows, and an observer implements the one that it
/// needs. The change set of a commit contains each changed row once, with its values before and
/// after. Events are reported before the commit, one for each row that a statement touches, and
/// contain only rowids:
///
/// ```swift
/// final class Counter: TransactionObserver {
///   var count = 0
///   func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "player" }
///   func databaseDidChange(with event: DatabaseEvent) { count += 1 }
/// }
/// ```
///
/// If SQLite lacks the preupdate hook, rows are not reported; `databaseDidChange()` is called
/// instead.
///
/// The methods are called on the writing thread, in the order in which observers were added, so
/// state shared with other threads has to be guarded. Read-only transactions are not reported.
public protocol TransactionObserver: AnyObject {
  /// Returns whether the observer wants to be notified of a kind of event; by default `false`.
  ///
  /// It is called before a statement runs, for each kind of event that the statement can cause.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool
  /// Notifies the observer of changes that SQLite's hooks do not report.
  ///
  /// These are changes of virtual tables, and changes reported with `notifyChanges(in:)`. The
  /// method must not use the database.
  func databaseDidChange()
  /// Notifies the observer of a row event, in a transaction that may still roll back.
  ///
  /// It is called when the statement has ended. Events within a savepoint are reported when the
  /// outermost savepoint is released or the transaction is about to commit. Events undone by a
  /// failed statement or a savepoint are not reported. Rows that are replaced due to a conflict are
  /// reported as deleted, and so are the rows of a `DELETE` without a condition.
  ///
  /// The method must not use the database.
  func databaseDidChange(with event: DatabaseEvent)
  /// The tables whose changed rows are passed to `databaseDidCommit(_:changes:)`.
  ///
  /// No other rows are read for this observer.
  var observedRegion: Region { get }
  /// Notifies the observer that a transaction that wrote is about to commit.
  ///
  /// The method must not use the database.
  ///
  /// - Throws: An error that rolls the transaction back, and that the writing access rethrows.
  func databaseWillCommit() throws
  /// Notifies the observer of a committed transaction and its changes.
  ///
  /// The database can be read and written. If the observer makes another transaction, that one is
  /// reported in turn.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - changes: The changes of the commit.
  func databaseDidCommit(_ db: Database, changes: ChangeSet)
  /// Notifies the observer of a committed transaction, without its changes.
  func databaseDidCommit(_ db: Database)
  /// Notifies the observer of a transaction that was rolled back.
  ///
  /// The database can be used.
  func databaseDidRollback(_ db: Database)
}

extension TransactionObserver {
  /// Returns `false` for all events.
  public func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  /// Does nothing.
  public func databaseDidChange() {}
  /// Does nothing.
  public func databaseDidChange(with event: DatabaseEvent) {}
  /// The full database.
  public var observedRegion: Region { .fullDatabase }
  /// Accepts the transaction.
  public func databaseWillCommit() throws {}
  /// Does nothing, and stops reading rows for this observer.
  public func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    db.capture.observers.noteUsesNoChangeSets(self)
    db.capture.forgetInterest()
  }
  /// Does nothing.
  public func databaseDidCommit(_ db: Database) {}
  /// Does nothing.
  public func databaseDidRollback(_ db: Database) {}
}

/// The time span in which an observer is notified.
public enum TransactionObservationExtent: Sendable, Hashable {
  /// As long as the observer is retained elsewhere.
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
  ///   - extent: The time span in which it is notified; by default as long as it is retained
  ///     elsewhere.
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

  /// Runs closures once, after the open transaction or the next one has ended.
  ///
  /// The transaction need not write anything. A read transaction counts only if this is called
  /// within it.
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
  /// Adds an observer of transactions, waiting for the writer.
  ///
  /// Within an access, use the method of its ``Database``. If the database is closed, nothing can
  /// be observed, and an error is logged.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - extent: The time span in which it is notified; by default as long as it is retained
  ///     elsewhere.
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

  /// Removes an observer, waiting for the writer.
  ///
  /// Within an access, use the method of its ``Database``.
  public func remove(transactionObserver observer: any TransactionObserver) {
    do { try writeWithoutTransaction { $0.remove(transactionObserver: observer) } } catch let error
      as DatabaseError where error.code == .closed
    {
      // A closed database no longer notifies anyone.
    } catch {
      configuration.log(.error, "An observer of transactions was not removed: \(error)")
    }
  }
}
