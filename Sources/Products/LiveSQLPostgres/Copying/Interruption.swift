import Synchronization

/// A request to stop a copy.
///
/// State: an atomic.
final class Interruption: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  func check() throws(CancellationError) {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }
}
