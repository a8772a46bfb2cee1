import Synchronization

/// A flag that ensures that a closure is called only once.
final class OnceFlag: Sendable {
  private let isSet = Atomic<Bool>(false)

  /// Notes that the closure is being called.
  func set() { isSet.store(true, ordering: .releasing) }

  /// Calls the closure, unless it has been called before.
  func ifUnset(_ action: () -> Void) {
    if !isSet.exchange(true, ordering: .acquiringAndReleasing) { action() }
  }
}
