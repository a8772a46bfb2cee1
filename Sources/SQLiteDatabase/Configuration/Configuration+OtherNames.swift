extension BusyMode {
  /// SQLite tries again, more and more seldom, until some seconds are over: `.timeout(5)`.
  ///
  /// Without end for a number that is infinite or too large, and not at all for one that is negative or none.
  public static func timeout(_ seconds: Double) -> BusyMode {
    guard seconds > 0 else { return .timeout(Duration.zero) }
    return .timeout(Duration.seconds(min(seconds, 1e15)))
  }
}

// Other names of settings, as people know them.
extension Configuration {
  /// Whether the database is only read: ``readOnly`` by its other name.
  public var readonly: Bool {
    get { readOnly }
    set { readOnly = newValue }
  }

  /// Whether the descriptions of errors show bound values: ``showsArgumentsInErrors`` by its other name.
  public var publicStatementArguments: Bool {
    get { showsArgumentsInErrors }
    set { showsArgumentsInErrors = newValue }
  }
}
