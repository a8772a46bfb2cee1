extension PostgresConnection {
  /// Returns the statements that a closure sends, without the values of their parameters.
  package func recordingStatements(_ body: () throws -> Void) rethrows -> [String] {
    let before = onStatement
    let record = StatementRecord()
    onStatement = { record.statements.append($0) }
    defer { onStatement = before }
    try body()
    return record.statements
  }

  /// Runs a closure whose statements are not recorded, since only the library needs them.
  package func withoutRecording<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = onStatement
    onStatement = nil
    defer { onStatement = before }
    return try body()
  }
}

/// The statements that were recorded so far; only the connection's thread uses it.
private final class StatementRecord {
  var statements: [String] = []
}
