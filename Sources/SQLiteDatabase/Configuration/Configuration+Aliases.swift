extension BusyMode {
  /// Retries with increasing delays, until a number of seconds has passed: `.timeout(5)`.
  ///
  /// It retries forever if the number is infinite or too large, and not at all if it is negative or
  /// NaN.
  public static func timeout(_ seconds: Double) -> BusyMode {
    guard seconds > 0 else { return .timeout(Duration.zero) }
    return .timeout(Duration.seconds(min(seconds, 1e15)))
  }
}

// Alternative names of settings that are familiar from other libraries.
extension Configuration {
  /// Whether the database is read-only: another name of ``readOnly``.
  public var readonly: Bool {
    get { readOnly }
    set { readOnly = newValue }
  }

  /// Whether errors show bound values: another name of ``showsArgumentsInErrors``.
  public var publicStatementArguments: Bool {
    get { showsArgumentsInErrors }
    set { showsArgumentsInErrors = newValue }
  }
}
