extension Duration {
  /// The duration, limited to 60 years, since clocks and Dispatch cannot add longer ones to a time.
  var clamped: Duration { Swift.min(self, .seconds(60 * 365 * 86_400)) }

  /// The whole milliseconds, limited to between 0 and 24 days.
  var milliseconds: Int {
    Int(Swift.max(.zero, Swift.min(self, .milliseconds(Int(Int32.max)))) / .milliseconds(1))
  }
}
