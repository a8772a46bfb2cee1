/// Something that SQLite counts.
public struct StatusCount: Sendable, Hashable {
  /// The count now.
  public let current: Int
  /// The highest count since the highest was reset; 0 for counters that do not keep it.
  public let highest: Int

  /// Makes a count.
  public init(current: Int, highest: Int) {
    self.current = current
    self.highest = highest
  }
}
