import Dispatch

/// A waiting access: a blocked thread, or a suspended task.
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

/// A thread that is blocked until it is granted or refused something.
///
/// `@unchecked Sendable`: 1. `result` is written once before the semaphore is signalled, and read
/// once after waiting for it; the semaphore orders the two.
final class BlockedThread<Grant: Sendable>: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var result: Result<Grant, any Error>?

  func resume(_ result: Result<Grant, any Error>) {
    self.result = result
    semaphore.signal()
  }

  /// Blocks the thread until it is resumed.
  func wait() throws -> Grant {
    semaphore.wait()
    guard let result else { preconditionFailure("A thread was woken without a result") }
    return try result.get()
  }
}
