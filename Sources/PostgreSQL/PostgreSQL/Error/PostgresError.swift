public import DatabaseTypes

/// An error that PostgreSQL or the client library reports.
///
/// Its description contains no bound values: it omits the server's DETAIL, which quotes rows, the
/// parts of a message or hint in which the server may quote a value, and the text that a function
/// raises, which is in ``serverMessage``.
///
/// ```swift
/// do {
///   try connection.execute("INSERT INTO items (id) VALUES ($1)", [7])
/// } catch where error.code == .uniqueViolation {
///   print("There is one already: \(error.constraint ?? "")")
/// }
/// ```
///
/// https://www.postgresql.org/docs/current/protocol-error-fields.html
public struct PostgresError: Error, Sendable, Hashable {
  /// The code, which distinguishes errors; messages may be in another language.
  public let code: SQLState
  /// The message, without values that the server may have quoted in it.
  public let message: String
  /// The statement.
  public var sql: String?
  /// The position of the error in `sql`, in characters, counted from 0, if the server reports it.
  public var position: Int?
  /// Advice on what to do, if the server or the library has any.
  public var hint: String?
  /// The server's original message.
  ///
  /// **It may contain values** of rows and parameters: show it only to people who may see them.
  public var serverMessage: String?
  /// The server's DETAIL, such as `Key (mail)=(…) already exists`.
  ///
  /// **It contains values** of rows and parameters: show it only to people who may see them.
  public var detail: String?
  /// The schema of the table that caused the error, if the server reports it.
  public var schema: String?
  /// The table that caused the error, if the server reports it.
  public var table: String?
  /// The column that caused the error, if the server reports it.
  public var column: String?
  /// The constraint that was violated, if the server reports it.
  public var constraint: String?
  /// The function in the server's source code that reported the error.
  package var routine: String?

  /// Creates an error.
  public init(code: SQLState, message: String, sql: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.hint = hint
  }
}

extension PostgresError: _SelfDescribingError {
  /// The code, the message, the hint, and the statement with the position of the error marked.
  public var description: String {
    let statement = sql.map { " in: " + Self.marked($0, at: position) } ?? ""
    let hint = hint.map { " (\($0))" } ?? ""
    return "PostgreSQL error \(code.rawValue): \(message)\(hint)\(statement)"
  }

  /// Returns the statement with a pointing hand before the character at `position`.
  ///
  /// The server counts Unicode scalars.
  private static func marked(_ sql: String, at position: Int?) -> String {
    let scalars = sql.unicodeScalars
    guard let position, (0...scalars.count).contains(position) else { return sql }
    let index = scalars.index(scalars.startIndex, offsetBy: position)
    return sql[..<index] + "👉" + sql[index...]
  }
}

extension PostgresError: CustomReflectable {
  /// A mirror that shows only the description, so that a dump contains no values either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension PostgresError {
  /// Returns the error for a misuse of the binding, detected without asking the server.
  static func misuse(_ message: String, sql: String? = nil) -> PostgresError {
    PostgresError(code: .objectNotInPrerequisiteState, message: message, sql: sql)
  }

  /// Returns the error for a statement that was not sent because its task had been cancelled.
  static func interrupted(_ sql: String?) -> PostgresError {
    PostgresError(
      code: .queryCanceled,
      message: "The statement was cancelled before it ran.",
      sql: sql
    )
  }

  /// The error for a closed connection.
  static var closed: PostgresError {
    PostgresError(code: .connectionDoesNotExist, message: "The connection is closed.")
  }

  /// Returns the error for bytes from the server that are not a valid value of their type.
  @usableFromInline
  static func malformed(_ what: String) -> PostgresError {
    PostgresError(
      code: .invalidBinaryRepresentation,
      message: "The server sent bytes that are not a valid \(what)."
    )
  }
}
