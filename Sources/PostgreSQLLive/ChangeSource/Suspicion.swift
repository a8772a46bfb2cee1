import Synchronization

/// A doubt that any thread may raise, and one takes.
final class Suspicion: Sendable {
  private let isRaised = Atomic(false)

  /// - Returns: Whether it was raised before.
  @discardableResult
  func raise() -> Bool { isRaised.exchange(true, ordering: .sequentiallyConsistent) }

  func take() -> Bool {
    isRaised.exchange(false, ordering: .sequentiallyConsistent)
  }
}
