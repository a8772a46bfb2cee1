import Synchronization

/// A flag that records whether something has ended.
final class ObservationEnd: Sendable {
  private let hasEnded = Atomic<Bool>(false)

  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// Marks it as ended.
  ///
  /// - Returns: Whether this was the first call.
  func isFirst() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }
}
