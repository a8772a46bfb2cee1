public import SQLiteDatabase

extension SQLRequest {
  /// Creates a request of SQL text; `cached` is accepted for compatibility.
  ///
  /// - Parameters:
  ///   - sql: One statement. Never insert user input into it.
  ///   - arguments: Values for its parameters.
  ///   - cached: Ignored: the statements of requests are always cached, up to
  ///     ``Configuration/maximumCachedStatementCount``.
  public init(sql: String, arguments: StatementArguments = StatementArguments(), cached: Bool) {
    self.init(sql: sql, arguments: arguments)
  }
}
