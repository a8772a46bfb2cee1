import PostgreSQL
import Synchronization

/// Whether the task of an access was cancelled.
///
/// State: the connection whose statements are cancelled then, only while it does the access's work, guarded by a mutex that
/// is held while the server is asked. So no other access is cancelled, and nothing of this one that follows its commit.
final class AccessCancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let target = Mutex<PostgresCancellation?>(nil)
  private let isLeft = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Runs a closure whose statements are cancelled with the task.
  ///
  /// - Throws: What the closure throws; `CancellationError` where the task was cancelled before, or that was the reason.
  func run<Result>(_ db: PostgresConnection, _ body: () throws -> Result) throws -> Result {
    target.withLock { $0 = db.cancellation }
    db.isInterrupted = { [self] in isCancelled }
    defer {
      db.isInterrupted = nil
      target.withLock { $0 = nil }
    }
    if isCancelled { throw CancellationError() }
    do { return try body() } catch { throw reported(error) }
  }

  /// Makes what runs fail, and what would run next.
  ///
  /// It returns at once: asking the server blocks another thread.
  func cancel() {
    flag.store(true, ordering: .releasing)
    attempt(after: .zero)
  }

  /// Asks the server, again and again until the access has ended: what was asked may have come before a statement ran.
  private func attempt(after delay: Duration) {
    Alarm(after: delay) { [self] in
      let isRunning = target.withLock { target in
        guard let target else { return false }
        let start = ContinuousClock.now
        // A request that may still be under way must not meet what another access does on the connection.
        if !target.cancel(within: Self.patience), .now - start >= Self.patience {
          isLeft.store(true, ordering: .releasing)
          target.disconnect()
        }
        return true
      }
      if isRunning { attempt(after: min(max(delay * 2, .milliseconds(5)), .milliseconds(500))) }
    }
  }

  /// How long the server has to take note of a request, before its connection is left.
  private static let patience = Duration.seconds(5)

  /// The error to throw for one that ended an access: `CancellationError` for what was cancelled with the task.
  private func reported(_ error: any Error) -> any Error {
    guard isCancelled, let code = (error as? PostgresError)?.code else { return error }
    let isReason =
      code == .queryCanceled
      || isLeft.load(ordering: .acquiring) && code.class == .connectionException
    return isReason ? CancellationError() : error
  }
}
