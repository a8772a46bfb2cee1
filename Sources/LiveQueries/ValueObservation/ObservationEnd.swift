import Synchronization

/// Whether something has ended.
final class ObservationEnd: Sendable {
  private let hasEnded = Atomic<Bool>(false)

  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// Ends it.
  ///
  /// - Returns: Whether it had not ended before.
  func isFirst() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }
}
