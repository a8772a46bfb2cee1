import SQLite
import Synchronization

/// A flag for the cancellation of an access's task.
///
/// State: the connections to interrupt, each of them only while it works for the access, guarded by
/// a mutex. So no other access is interrupted, and no work of this access that follows a commit.
package final class CancellationFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  private let connections = Mutex<[InterruptHandle]>([])

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Interrupts running work, and prevents further work.
  func cancel() {
    flag.store(true, ordering: .releasing)
    connections.withLock { for connection in $0 { connection.interrupt() } }
  }

  /// Makes cancellation interrupt a connection from now on.
  func include(_ connection: InterruptHandle) {
    connections.withLock { $0.append(connection) }
  }

  /// Stops cancellation from interrupting a connection.
  func exclude(_ connection: InterruptHandle) {
    connections.withLock { $0.removeAll { $0 === connection } }
  }
}
