public import DatabaseTypes
public import SQLite

/// What went wrong with a database, and what to do about it.
///
/// ```swift
/// do {
///   try database.write { db in try db.execute(sql: "INSERT INTO lists (title) VALUES (?)", arguments: [title]) }
/// } catch let error as DatabaseError where error.code == .constraint {
///   show("There is already a list with that title.")
/// }
/// ```
///
/// Its description tells no bound values; `debugDescription` does.
public struct DatabaseError: Error, Sendable {
  /// What kind of error it is.
  public let code: Code
  /// What happened, in a sentence or two that also say what to do.
  public let message: String
  /// SQLite's own code, where SQLite reported the error.
  public let resultCode: ResultCode?
  /// The statement.
  public let sql: String?
  /// Where in `sql` the error is, in bytes of UTF-8 from its start.
  public let offset: Int?
  /// The path of the database, where the file matters.
  public let path: String?
  /// The values that were bound.
  ///
  /// They may be private: do not log them.
  public let arguments: StatementArguments?
  /// Whether the description shows the arguments, as the configuration says.
  var showsArguments = false

  /// Makes an error.
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
    self.resultCode = resultCode
    self.sql = sql
    self.offset = offset
    self.path = path
    self.arguments = arguments
  }
}

extension DatabaseError {
  /// Makes an error of a result code of SQLite's, to be thrown by code of one's own.
  ///
  /// ```swift
  /// throw DatabaseError(resultCode: .constraint, message: "A player needs a name.")
  /// ```
  ///
  /// From a function that SQL calls it arrives with the same code and message.
  ///
  /// - Parameters:
  ///   - resultCode: The code, from which follows what kind of error it is.
  ///   - message: What happened; by default what SQLite says of the code.
  ///   - sql: The statement.
  ///   - arguments: The values that were bound, which only the debug description shows.
  ///   - publicStatementArguments: Whether the description shows them too.
  public init(
    resultCode: ResultCode,
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

  /// SQLite's code with its extension, where SQLite reported the error: that is what `resultCode` is too.
  ///
  /// `error.resultCode?.primary` is the code without it, and a `case` of a primary code matches its extensions.
  public var extendedResultCode: ResultCode? { resultCode }

  /// The description, with the values that were bound: by its other name.
  public var expandedDescription: String { debugDescription }
}

extension DatabaseError: _DescribedError, CustomDebugStringConvertible {
  /// What happened, with the path and the statement.
  public var description: String {
    let place = path.map { " Database: \($0)." } ?? ""
    let statement = sql.map { " Statement: \(SQLiteError.marked($0, at: offset))" } ?? ""
    let number = resultCode.map { " (SQLite error \($0.rawValue))" } ?? ""
    return "\(message)\(number)\(place)\(statement)" + (showsArguments ? shownArguments : "")
  }

  private var shownArguments: String {
    arguments.map { " Arguments: \($0.debugDescription)" } ?? ""
  }

  /// The description, with the values that were bound.
  public var debugDescription: String {
    showsArguments ? description : description + shownArguments
  }
}
