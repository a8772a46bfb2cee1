import Synchronization

/// A doubt that any thread may raise, and one takes.
final class Suspicion: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .sequentiallyConsistent) }

  /// - Returns: Whether it was raised before.
  @discardableResult
  func raise() -> Bool { flag.exchange(true, ordering: .sequentiallyConsistent) }

  func take() -> Bool {
    flag.exchange(false, ordering: .sequentiallyConsistent)
  }
}
