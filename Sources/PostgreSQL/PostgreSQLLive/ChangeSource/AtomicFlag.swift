import Synchronization

/// A flag that any thread may raise, and that one thread takes.
final class AtomicFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .sequentiallyConsistent) }

  /// Raises the flag.
  ///
  /// - Returns: Whether it was already raised.
  @discardableResult
  func raise() -> Bool { flag.exchange(true, ordering: .sequentiallyConsistent) }

  func take() -> Bool {
    flag.exchange(false, ordering: .sequentiallyConsistent)
  }
}
