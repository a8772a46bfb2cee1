// Callers choose durations freely. These are the only conversions of them, and none of them traps.
extension Duration {
  /// The duration, limited to 60 years in both directions.
  ///
  /// Clocks and Dispatch cannot add much longer ones to a time.
  package var clamped: Duration {
    let most = Duration.seconds(60 * 365 * 86_400)
    return Swift.max(.zero - most, Swift.min(self, most))
  }

  /// The whole milliseconds, rounded up, limited to between 0 and 24 days: the range of an `Int32`.
  package var wholeMilliseconds: Int {
    let limited = Swift.max(.zero, Swift.min(self, .milliseconds(Int32.max)))
    let (seconds, attoseconds) = limited.components
    return Int(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// The whole microseconds of at most 60 years.
  package var microseconds: Int {
    let (seconds, attoseconds) = clamped.components
    return Int(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}
