import DatabaseTypes
import Synchronization

@testable import SQLiteDatabase
@testable import SQLiteTools

/// An observer that counts transactions and can refuse them.
final class CountingObserver: TransactionObserver, Sendable {
  private let commits = Mutex<[ChangeSet]>([])
  private let rollbacks = Mutex(0)
  private let refusal = Mutex<(any Error)?>(nil)
  private let onCommit: @Sendable (Database, ChangeSet) -> Void

  init(onCommit: @escaping @Sendable (Database, ChangeSet) -> Void = { _, _ in }) {
    self.onCommit = onCommit
  }

  var changes: [ChangeSet] { commits.withLock { $0 } }
  var commitCount: Int { changes.count }
  var rollbackCount: Int { rollbacks.withLock { $0 } }

  /// Refuses all transactions with an error, or none if it is `nil`.
  func refuse(_ error: (any Error)?) { refusal.withLock { $0 = error } }

  func databaseWillCommit() throws {
    if let error = refusal.withLock({ $0 }) { throw error }
  }

  func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    commits.withLock { $0.append(changes) }
    onCommit(db, changes)
  }

  func databaseDidRollback(_ db: Database) { rollbacks.withLock { $0 += 1 } }
}
