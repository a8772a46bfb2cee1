public import SQLiteDatabase

extension SQLRequest {
  /// Makes a request of SQL text, as people know it.
  ///
  /// - Parameters:
  ///   - sql: One statement. Text of a user has no place in it.
  ///   - arguments: Values for its parameters.
  ///   - cached: Without effect: the statements of requests are always kept, up to
  ///     ``Configuration/maximumCachedStatementCount``.
  public init(sql: String, arguments: StatementArguments = StatementArguments(), cached: Bool) {
    self.init(sql: sql, arguments: arguments)
  }
}
