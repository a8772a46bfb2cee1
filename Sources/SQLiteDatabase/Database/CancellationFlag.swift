import SQLite
import Synchronization

/// Whether the task of an access was cancelled.
///
/// State: the connections that are interrupted when it is, each only while it does the access's work, guarded by a mutex.
/// So no other access is interrupted, and nothing of this one that follows a commit.
package final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  private let connections = Mutex<[InterruptHandle]>([])

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Makes what runs fail, and what would run next.
  func cancel() {
    flag.store(true, ordering: .releasing)
    connections.withLock { for connection in $0 { connection.interrupt() } }
  }

  /// Has a connection interrupted from now on.
  func include(_ connection: InterruptHandle) {
    connections.withLock { $0.append(connection) }
  }

  /// Leaves a connection alone from now on.
  func exclude(_ connection: InterruptHandle) {
    connections.withLock { $0.removeAll { $0 === connection } }
  }
}
