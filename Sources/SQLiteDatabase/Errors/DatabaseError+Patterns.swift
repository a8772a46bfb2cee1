import DatabaseTypes
public import SQLite

extension DatabaseError: _NamesResultCodes {}

// These are not in the module of the type, since applications import only the types of that module,
// without their operators.
extension ResultCode {
  /// Returns whether a code equals the pattern, or extends it.
  public static func ~= (pattern: ResultCode, code: ResultCode?) -> Bool {
    code.map { pattern ~= $0 } ?? false
  }

  /// Returns whether an error's code equals the pattern, or extends it:
  /// `catch ResultCode.constraint`.
  public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError: pattern ~= error.resultCode
    case let error as SQLiteError: pattern ~= error.code
    default: false
    }
  }
}

extension ResultCode.Pattern {
  /// Returns whether a code equals the pattern, or extends it.
  public static func ~= (pattern: Self, code: ResultCode?) -> Bool { pattern.code ~= code }

  /// Returns whether a code equals the pattern, or extends it.
  public static func == (code: ResultCode?, pattern: Self) -> Bool { pattern.code ~= code }

  /// Returns whether a code neither equals the pattern nor extends it.
  public static func != (code: ResultCode?, pattern: Self) -> Bool { !(pattern.code ~= code) }

  /// Returns whether an error's code equals the pattern, or extends it.
  ///
  /// It is used by `catch DatabaseError.SQLITE_CONSTRAINT`.
  public static func ~= (pattern: Self, error: any Error) -> Bool { pattern.code ~= error }
}

extension DatabaseError {
  /// Creates an error from SQLite's name of a result code, for throwing it from custom code.
  ///
  /// ```swift
  /// throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "A player needs a name.")
  /// ```
  ///
  /// - Parameters:
  ///   - resultCode: The code, which determines the kind of error.
  ///   - message: A description of the error; by default, SQLite's description of the code.
  ///   - sql: The SQL of the statement.
  ///   - arguments: The bound values, which only the debug description shows.
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
