public import DatabaseTypes

/// What PostgreSQL reports when it cannot do what was asked.
///
/// Its description holds no bound value: neither the server's DETAIL, which quotes rows, nor what the server quotes
/// where a
/// value does not fit its type.
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
  /// The code, by which to tell errors apart: messages may be in another language.
  public let code: SQLState
  /// The message, without the values that the server may quote in it.
  public let message: String
  /// The statement.
  public var sql: String?
  /// Where in `sql` the error is, in characters from its start, from 0, where the server tells.
  public var position: Int?
  /// What to do, where the server or the library has an idea.
  public var hint: String?
  /// The server's own message, as it came.
  ///
  /// **It may hold values** of rows and parameters: show it to nobody who may not see them.
  public var serverMessage: String?
  /// The server's DETAIL, such as `Key (mail)=(…) already exists`.
  ///
  /// **It holds values** of rows and parameters: show it to nobody who may not see them.
  public var detail: String?
  /// The schema of the table that the error is about, where the server tells.
  public var schema: String?
  /// The table that the error is about, where the server tells.
  public var table: String?
  /// The column that the error is about, where the server tells.
  public var column: String?
  /// The constraint that the error is about, where the server tells.
  public var constraint: String?
  /// The function of the server's source that reported the error.
  package var routine: String?

  /// Makes an error.
  public init(code: SQLState, message: String, sql: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.hint = hint
  }
}

extension PostgresError: _DescribedError {
  /// The code, the message, the statement with the place of the error marked, and the hint.
  public var description: String {
    let statement = sql.map { " in: " + Self.marked($0, at: position) } ?? ""
    let hint = hint.map { " (\($0))" } ?? ""
    return "PostgreSQL error \(code.rawValue): \(message)\(hint)\(statement)"
  }

  /// The statement with a pointing hand before the character at `position`.
  ///
  /// The server counts Unicode's code points.
  private static func marked(_ sql: String, at position: Int?) -> String {
    let scalars = sql.unicodeScalars
    guard let position, (0...scalars.count).contains(position) else { return sql }
    let index = scalars.index(scalars.startIndex, offsetBy: position)
    return sql[..<index] + "👉" + sql[index...]
  }

  /// A message without what stands between its first and its last quotation mark, where that may be a value.
  ///
  /// It may be one where a value does not fit its type. Where the server finds a syntax error or an unknown name, it may be
  /// in a value too, such as the words of a search: then what the statement's text has is no secret. Servers write in many
  /// languages.
  static func withoutValues(_ message: String, code: SQLState, sql: String?) -> String {
    let mayBeInText = code.class == .syntaxErrorOrAccessRuleViolation
    guard code.class == .dataException || mayBeInText,
      let first = message.firstIndex(where: Self.quotationMarks.contains),
      let last = message.lastIndex(where: Self.quotationMarks.contains), first < last
    else { return message }
    if mayBeInText, let sql = sql.map(plain),
      quotations(in: message).allSatisfy({ sql.contains(plain($0)) })
    {
      return message
    }
    return message[...first] + "…" + message[last...]
  }

  /// A text in small letters and without quotation marks, as names are compared.
  private static func plain(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "\"" }
  }

  /// What stands between quotation marks.
  private static func quotations(in message: String) -> [Substring] {
    let parts = message.split(omittingEmptySubsequences: false) { quotationMarks.contains($0) }
    return stride(from: 1, to: parts.count, by: 2).map { parts[$0].trimming() }
  }

  /// What stands around values in the messages of servers, in each of the languages that they have.
  private static let quotationMarks: Set<Character> = [
    "\"", "'", "«", "»", "‹", "›", "“", "”", "„", "‟", "‘", "’", "‚", "「", "」", "『", "』", "`",
  ]
}

extension Substring {
  /// The text without spaces around it, as French quotation marks have them.
  fileprivate func trimming() -> Substring {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
    return drop(while: isSpace).prefix(through: last)
  }
}

extension PostgresError: CustomReflectable {
  /// What the description says: so a dump holds no values either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension PostgresError {
  /// A call against a rule of the binding, found before the server was asked.
  static func misuse(_ message: String, sql: String? = nil) -> PostgresError {
    PostgresError(code: .objectNotInPrerequisiteState, message: message, sql: sql)
  }

  /// A statement that was not sent, since its task had been cancelled.
  static func interrupted(_ sql: String?) -> PostgresError {
    PostgresError(
      code: .queryCanceled,
      message: "The statement was cancelled before it ran.",
      sql: sql
    )
  }

  /// The connection is closed.
  static var closed: PostgresError {
    PostgresError(code: .connectionDoesNotExist, message: "The connection is closed.")
  }

  /// Bytes from the server that make no value of the type.
  @usableFromInline
  static func malformed(_ what: String) -> PostgresError {
    PostgresError(
      code: .invalidBinaryRepresentation,
      message: "The server sent bytes that are no \(what)."
    )
  }
}
