import DatabaseTypes
public import SQLite

extension DatabaseError: _NamesResultCodes {
  /// Returns the pattern of a code.
  @_documentation(visibility: internal)
  public static func _named(_ code: ResultCode) -> ResultCode.Pattern { ResultCode.Pattern(code) }
}

// These are not in the module of the type, since applications import only the types of that module,
// without their operators.
extension ResultCode {
  /// Returns whether a code equals the pattern, or extends it.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool { code.matches(pattern) }

  /// Returns whether a code equals the pattern, or extends it.
  public static func ~= (pattern: ResultCode, code: ResultCode?) -> Bool {
    code?.matches(pattern) ?? false
  }

  /// Returns whether an error's code equals the pattern, or extends it:
  /// `catch ResultCode.constraint`.
  public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError: pattern ~= error.reportedResultCode
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

  /// Returns whether a code equals the pattern, or extends it.
  public static func == (code: ResultCode, pattern: Self) -> Bool { pattern.code ~= code }

  /// Returns whether a code neither equals the pattern nor extends it.
  public static func != (code: ResultCode, pattern: Self) -> Bool { !(pattern.code ~= code) }

  /// Returns whether an error's code equals the pattern, or extends it.
  ///
  /// It is used by `catch DatabaseError.SQLITE_CONSTRAINT`.
  public static func ~= (pattern: Self, error: any Error) -> Bool { pattern.code ~= error }
}

extension DatabaseError {
  // `.SQLITE_CONSTRAINT` also names a `ResultCode`, which the other initializer takes.
  /// Creates an error from a pattern of result codes, for throwing it from custom code.
  ///
  /// ```swift
  /// throw DatabaseError(resultCode: DatabaseError.SQLITE_CONSTRAINT, message: "No name.")
  /// ```
  ///
  /// - Parameters:
  ///   - resultCode: The code, which determines the kind of error.
  ///   - message: A description of the error; by default, SQLite's description of the code.
  ///   - sql: The SQL of the statement.
  ///   - arguments: The bound values, which only the debug description shows.
  @_disfavoredOverload
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
