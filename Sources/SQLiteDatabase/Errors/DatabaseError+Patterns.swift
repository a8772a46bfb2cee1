import DatabaseTypes
public import SQLite

extension DatabaseError: _NamesResultCodes {}

// Here and not beside the type, since applications import of that module the types alone, without their operators.
extension ResultCode {
  /// Whether a code is that of a pattern, or an extension of it.
  public static func ~= (pattern: ResultCode, code: ResultCode?) -> Bool {
    code.map { pattern ~= $0 } ?? false
  }

  /// Whether an error has a code, or an extension of it: `catch ResultCode.constraint`.
  public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError: pattern ~= error.resultCode
    case let error as SQLiteError: pattern ~= error.code
    default: false
    }
  }
}

extension ResultCode.Pattern {
  /// Whether a code is that of a pattern, or an extension of it.
  public static func ~= (pattern: Self, code: ResultCode?) -> Bool { pattern.code ~= code }

  /// Whether a code is that of a pattern, or an extension of it.
  public static func == (code: ResultCode?, pattern: Self) -> Bool { pattern.code ~= code }

  /// Whether a code is neither that of a pattern nor an extension of it.
  public static func != (code: ResultCode?, pattern: Self) -> Bool { !(pattern.code ~= code) }

  /// Whether an error has the code of a pattern, or an extension of it: `catch DatabaseError.SQLITE_CONSTRAINT`.
  public static func ~= (pattern: Self, error: any Error) -> Bool { pattern.code ~= error }
}

extension DatabaseError {
  /// Makes an error of SQLite's name of a result code, to be thrown by code of one's own.
  ///
  /// ```swift
  /// throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "A player needs a name.")
  /// ```
  ///
  /// - Parameters:
  ///   - resultCode: The code, from which follows what kind of error it is.
  ///   - message: What happened; by default what SQLite says of the code.
  ///   - sql: The statement.
  ///   - arguments: The values that were bound, which only the debug description shows.
  public init(
    resultCode: ResultCode.Pattern,
    message: String? = nil,
    sql: String? = nil,
    arguments: StatementArguments? = nil
  ) {
    let message = message ?? resultCode.code.name
    self.init(
      code: Code(resultCode.code, message: message),
      message: message,
      resultCode: resultCode.code,
      sql: sql,
      arguments: arguments
    )
  }
}
