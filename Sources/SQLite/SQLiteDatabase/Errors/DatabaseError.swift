public import DatabaseTypes
public import SQLite

/// An error of a database, with advice on what to do about it.
///
/// ```swift
/// do {
///   try database.write { db in
///     try db.execute(sql: "INSERT INTO lists (title) VALUES (?)", arguments: [title])
///   }
/// } catch let error as DatabaseError where error.code == .constraint {
///   show("There is already a list with that title.")
/// }
/// ```
///
/// Its description contains no bound values; `debugDescription` does.
public struct DatabaseError: Error, Sendable {
  /// The kind of the error.
  public let code: Code
  /// SQLite's own message, such as `UNIQUE constraint failed: lists.title`.
  ///
  /// An error that SQLite did not report has the text of ``explanation``.
  public let message: String
  /// A sentence or two with what happened and what to do about it.
  public internal(set) var explanation: String
  /// SQLite's extended result code; `nil` for an error that SQLite did not report.
  public let reportedResultCode: ResultCode?
  /// The SQL of the statement.
  public let sql: String?
  /// The position of the error in `sql`, in UTF-8 bytes from its start.
  public let offset: Int?
  /// The path of the database, if the error concerns the file.
  public let path: String?
  /// The bound values.
  ///
  /// They may be private, so do not log them.
  public let arguments: StatementArguments?
  /// The constraint that a row violates, if the error has this cause.
  ///
  /// It comes from SQLite's message and the schema. Set it in tests of your own error handling.
  public var violation: ConstraintViolation?
  /// The columns that a violated `CHECK` reads, if they are known.
  var checkedColumns: [String] = []
  /// Whether the description shows the arguments, as set in the configuration.
  var showsArguments = false

  /// Creates an error.
  public init(
    code: Code,
    message: String,
    resultCode: ResultCode? = nil,
    sql: String? = nil,
    offset: Int? = nil,
    path: String? = nil,
    arguments: StatementArguments? = nil
  ) {
    self.code = code
    self.message = message
    self.explanation = message
    self.reportedResultCode = resultCode
    self.sql = sql
    self.offset = offset
    self.path = path
    self.arguments = arguments
  }
}

extension DatabaseError: ConstraintError {
  /// The name of the constraint or of the index that a row violates.
  ///
  /// It is the name after `CONSTRAINT` in the table's definition, or the name of an index that
  /// `CREATE UNIQUE INDEX` made. A `CHECK` without a name has its expression instead; `nil` for
  /// other constraints without a name, and if it is not certain which one is violated.
  public var constraint: String? { violation?.constraint }

  /// The table with the constraint that a row violates, if it is known.
  public var table: String? { violation?.table }

  /// The columns of the constraint that a row violates, if they are known.
  ///
  /// Those of a `CHECK` are the columns in its expression.
  public var columns: [String] {
    if case .check = violation { checkedColumns } else { violation?.columns ?? [] }
  }
}

extension DatabaseError {
  /// Creates an error from a result code of SQLite, for throwing it from custom code.
  ///
  /// ```swift
  /// throw DatabaseError(resultCode: .constraint, message: "A player needs a name.")
  /// ```
  ///
  /// If a function called by SQL throws it, the statement fails with the same code and message.
  ///
  /// - Parameters:
  ///   - resultCode: The code, which determines the kind of error.
  ///   - message: A description of the error; by default, SQLite's description of the code.
  ///   - sql: The SQL of the statement.
  ///   - arguments: The bound values, which only the debug description shows.
  ///   - publicStatementArguments: Whether the description shows them as well.
  public init(
    resultCode: ResultCode = .error,
    message: String? = nil,
    sql: String? = nil,
    arguments: StatementArguments? = nil,
    publicStatementArguments: Bool = false
  ) {
    let message = message ?? resultCode.name
    self.init(
      code: Code(resultCode, message: message),
      message: message,
      resultCode: resultCode,
      sql: sql,
      arguments: arguments
    )
    showsArguments = publicStatementArguments
  }

  /// SQLite's primary result code, such as ``ResultCode/constraint``.
  ///
  /// An error that SQLite did not report has the code that SQLite uses for this kind of error, or
  /// else ``ResultCode/error``; its ``reportedResultCode`` is `nil`.
  ///
  /// ``extendedResultCode`` tells, for example, which kind of constraint was violated.
  public var resultCode: ResultCode { extendedResultCode.primary }

  /// SQLite's extended result code, such as ``ResultCode/constraintUnique``.
  ///
  /// It is the primary code if SQLite has no other. In a `switch`, a `case` of a primary code
  /// matches its extended codes.
  public var extendedResultCode: ResultCode { reportedResultCode ?? code.resultCode ?? .error }

  /// The description with the bound values: another name of `debugDescription`.
  public var expandedDescription: String { debugDescription }
}

extension DatabaseError: _SelfDescribingError, CustomDebugStringConvertible {
  /// The explanation, with the path and the SQL.
  public var description: String {
    let place = path.map { " Database: \($0)." } ?? ""
    let statement = sql.map { " Statement: \(SQLiteError.marked($0, at: offset))" } ?? ""
    let number = reportedResultCode.map { " (SQLite error \($0.rawValue))" } ?? ""
    return "\(explanation)\(number)\(place)\(statement)" + (showsArguments ? shownArguments : "")
  }

  private var shownArguments: String {
    arguments.map { " Arguments: \($0.debugDescription)" } ?? ""
  }

  /// The description with the bound values.
  public var debugDescription: String {
    showsArguments ? description : description + shownArguments
  }
}

// An interruption can surface as an interrupted statement, as a statement that gives up waiting for
// a lock, or as an error of a virtual table that was interrupted while SQLite loaded or declared
// it.

extension SQLiteError {
  /// Whether a statement was interrupted.
  var isInterruption: Bool { code.isInterruption(saying: message) }

  /// Whether an interruption can cause this error.
  var canBeInterruption: Bool { code.canBeInterruption(saying: message) }
}

extension DatabaseError {
  /// Whether an interruption can cause this error.
  var canBeInterruption: Bool {
    code == .interrupted || reportedResultCode?.canBeInterruption(saying: message) == true
  }
}

extension ResultCode {
  fileprivate func canBeInterruption(saying message: String) -> Bool {
    switch primary {
    case .interrupt, .busy: true
    case .error: isInterruption(saying: message) || message.hasPrefix("vtable constructor failed")
    default: false
    }
  }

  /// Whether a statement was interrupted.
  ///
  /// `sqlite3_declare_vtab` reports an interruption as `SQLITE_ERROR`, with the message of
  /// `SQLITE_INTERRUPT` (https://www.sqlite.org/src/file/src/vtab.c).
  func isInterruption(saying message: String) -> Bool {
    primary == .interrupt || primary == .error && message == "interrupted"
  }
}
