/// The value of a counter of SQLite.
public struct StatusCount: Sendable, Hashable {
  /// The current value.
  public let current: Int
  /// The highest value since it was reset; 0 for counters that do not keep it.
  public let highest: Int

  /// Creates a counter value.
  public init(current: Int, highest: Int) {
    self.current = current
    self.highest = highest
  }
}
