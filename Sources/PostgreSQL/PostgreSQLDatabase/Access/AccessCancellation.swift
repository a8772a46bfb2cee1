import PostgreSQL
import Synchronization

/// The cancellation state of the task that runs an access.
///
/// State: the connection whose statements are cancelled, set only while it works for the access,
/// and guarded by a mutex that is held while the server is asked. So no other access is cancelled,
/// and nothing of this access after its commit.
final class AccessCancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let target = Mutex<PostgresCancellation?>(nil)
  private let isLeft = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Runs a closure whose statements are cancelled with the task.
  ///
  /// - Throws: Any error that the closure throws; `CancellationError` if the task was cancelled
  ///   before, or if the cancellation caused the error.
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

  /// Makes the running statement and all later ones fail.
  ///
  /// It returns immediately: asking the server blocks another thread.
  func cancel() {
    flag.store(true, ordering: .releasing)
    attempt(after: .zero)
  }

  /// Asks the server to cancel, repeatedly until the access has ended.
  ///
  /// A single request may arrive before a statement runs.
  private func attempt(after delay: Duration) {
    DelayedAction(after: delay) { [self] in
      let isRunning = target.withLock { target in
        guard let target else { return false }
        let start = ContinuousClock.now
        // A request that may still be pending must not cancel another access's work on the
        // connection.
        if !target.cancel(within: Self.answerTimeout), .now - start >= Self.answerTimeout {
          isLeft.store(true, ordering: .releasing)
          target.disconnect()
        }
        return true
      }
      if isRunning { attempt(after: min(max(delay * 2, .milliseconds(5)), .milliseconds(500))) }
    }
  }

  /// The time within which the server must accept a request, before its connection is closed.
  private static let answerTimeout = Duration.seconds(5)

  /// Returns the error to throw: `CancellationError` if the cancellation of the task caused the
  /// error.
  private func reported(_ error: any Error) -> any Error {
    guard isCancelled, let code = (error as? PostgresError)?.code else { return error }
    let isReason =
      code == .queryCanceled
      || isLeft.load(ordering: .acquiring) && code.class == .connectionException
    return isReason ? CancellationError() : error
  }
}
