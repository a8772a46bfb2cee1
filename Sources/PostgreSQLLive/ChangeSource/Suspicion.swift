import Synchronization

/// A doubt that any thread may raise, and one takes.
final class Suspicion: Sendable {
  private let isRaised = Atomic(false)

  func raise() { isRaised.store(true, ordering: .sequentiallyConsistent) }

  func take() -> Bool {
    isRaised.exchange(false, ordering: .sequentiallyConsistent)
  }
}
