import Synchronization

/// Whether a closure has been told something, which it is told once.
final class ToldOnce: Sendable {
  private let isTold = Atomic<Bool>(false)

  /// It is being told.
  func note() { isTold.store(true, ordering: .releasing) }

  /// Tells it, where it has not been.
  func unlessTold(_ tell: () -> Void) {
    if !isTold.exchange(true, ordering: .acquiringAndReleasing) { tell() }
  }
}
