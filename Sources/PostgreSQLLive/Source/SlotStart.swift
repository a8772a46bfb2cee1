import PostgreSQL

/// Which transactions may have ended just before a slot was made, and become visible after it.
struct SlotStart: Sendable {
  /// The slot.
  private(set) var epoch = 0
  /// A number that is greater than theirs; `nil` where all are visible.
  private(set) var bound: UInt64?

  /// The start of a slot.
  ///
  /// - Parameter bound: The number of a transaction that began after the slot was made.
  init(epoch: Int = 0, bound: UInt64? = nil) { (self.epoch, self.bound) = (epoch, bound) }

  /// Notes what a snapshot shows.
  ///
  /// - Returns: Whether it is the first that shows all of them.
  mutating func settles(in snapshot: PostgresSnapshot) -> Bool {
    guard let bound, snapshot.xmin >= bound else { return false }
    self.bound = nil
    return true
  }
}
