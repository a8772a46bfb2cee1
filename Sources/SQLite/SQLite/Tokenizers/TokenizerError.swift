extension Connection {
  /// Returns the error of a statement, with the message of the tokenizer that made it fail.
  ///
  /// FTS5 passes on only the code that a tokenizer returns. A message of SQLite's own that says
  /// more than the code is kept.
  func explained(_ error: SQLiteError) -> SQLiteError {
    guard let thrown = hooks.tokenizerError else { return error }
    hooks.tokenizerError = nil
    let isGeneral =
      error.message == error.code.name || error.message == "error in tokenizer constructor"
    guard thrown.code == error.code, isGeneral else { return error }
    return SQLiteError(
      code: error.code,
      message: thrown.message,
      sql: error.sql,
      offset: error.offset
    )
  }
}

extension Hooks {
  /// Keeps the error that a tokenizer threw, and returns the code that FTS5 passes on.
  func keep(_ error: any Error) -> Int32 {
    let thrown = error as? SQLiteError
    let code = thrown.map(\.code).flatMap { $0.isFailure ? $0 : nil } ?? .error
    let message = thrown?.message ?? error.statementMessage
    tokenizerError = SQLiteError(code: code, message: message)
    return code.rawValue
  }
}
