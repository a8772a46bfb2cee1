extension Duration {
  /// The duration, or 60 years where it is longer, which clocks and dispatch cannot add to a time.
  var clamped: Duration { Swift.min(self, .seconds(60 * 365 * 86_400)) }

  /// The whole milliseconds, 0 for a negative duration, and at most 24 days.
  var milliseconds: Int {
    Int(Swift.max(.zero, Swift.min(self, .milliseconds(Int(Int32.max)))) / .milliseconds(1))
  }
}
