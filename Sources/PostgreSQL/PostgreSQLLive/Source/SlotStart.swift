import PostgreSQL

/// The transactions that may have ended just before a slot was created, and become visible after
/// it.
struct SlotStart: Sendable {
  /// The number of the slot.
  private(set) var epoch = 0
  /// A number that is greater than theirs; `nil` if all are visible.
  private(set) var bound: UInt64?

  /// Creates the start of a slot.
  ///
  /// - Parameter bound: The number of a transaction that began after the slot was created.
  init(epoch: Int = 0, bound: UInt64? = nil) { (self.epoch, self.bound) = (epoch, bound) }

  /// Checks which transactions a snapshot shows.
  ///
  /// - Returns: Whether it is the first one that shows all of them.
  mutating func settles(in snapshot: PostgresSnapshot) -> Bool {
    guard let bound, snapshot.xmin >= bound else { return false }
    self.bound = nil
    return true
  }
}
