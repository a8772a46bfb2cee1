import DatabaseTypes
import Dispatch

/// A waiter in a queue: a blocked thread or a suspended task.
///
/// Exactly one of `grant` and `refuse` is called, exactly once.
enum Waiter<Grant: Sendable>: Sendable {
  case thread(BlockedThread<Grant>)
  case task(CheckedContinuation<Grant, any Error>)

  func grant(_ grant: Grant) {
    switch self {
    case .thread(let thread): thread.resume(.success(grant))
    case .task(let continuation): continuation.resume(returning: grant)
    }
  }

  func refuse(_ error: any Error) {
    switch self {
    case .thread(let thread): thread.resume(.failure(error))
    case .task(let continuation): continuation.resume(throwing: error)
    }
  }
}

/// A thread that waits for its turn.
///
/// `@unchecked Sendable`: 1. `result` is written once before the semaphore is signaled, and read
/// once after waiting for the semaphore, which orders the two.
package final class BlockedThread<Grant: Sendable>: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var result: Result<Grant, any Error>?

  package init() {}

  package func resume(_ result: Result<Grant, any Error>) {
    self.result = result
    semaphore.signal()
  }

  /// Blocks the thread until it is its turn, or for a maximum time.
  ///
  /// - Returns: `nil` if the time passed; it may become its turn later.
  func wait(for duration: Duration) throws -> Grant? {
    let limit = DispatchTime.now() + .milliseconds(duration.wholeMilliseconds)
    guard semaphore.wait(timeout: limit) == .success else { return nil }
    return try result?.get()
  }

  /// Blocks the thread until it is its turn.
  package func wait() throws -> Grant {
    semaphore.wait()
    guard let result else { preconditionFailure("A thread was woken without a result") }
    return try result.get()
  }
}
