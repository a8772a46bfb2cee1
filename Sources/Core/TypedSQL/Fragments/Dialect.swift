/// The SQL syntax of a database, where databases differ.
public struct Dialect: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case sqlite(version: Int)
    case postgres
  }

  let kind: Kind

  /// The dialect of the newest SQLite.
  public static let sqlite = sqlite(version: .max)

  /// Returns the dialect of a version of SQLite.
  ///
  /// - Parameter version: The number that `sqlite3_libversion_number` returns: 3040001 for 3.40.1.
  public static func sqlite(version: Int) -> Dialect { Dialect(kind: .sqlite(version: version)) }

  /// The dialect of PostgreSQL, 14 and later.
  ///
  /// The same statement works on both databases, and this dialect writes the parts that differ:
  /// placeholders have numbers (`$1`), NULLs are sorted as SQLite sorts them, `IS` becomes
  /// `IS NOT DISTINCT FROM`, `LIKE` becomes `ILIKE`, and dates are points in time (`timestamptz`),
  /// however a column stores them on SQLite.
  ///
  /// A feature that PostgreSQL does not have, such as SQLite's rowid or full-text search, is
  /// rendered as a statement that binds a ``QueryBindingError``, which says what to write instead.
  /// So the statement fails before a server sees it.
  ///
  /// Custom SQL text, in `#sql` or a ``QueryFragment``, goes to the server as it was written.
  public static let postgres = Dialect(kind: .postgres)

  /// The quote around an identifier, which is doubled inside it.
  var identifierQuote: UInt8 { UInt8(ascii: "\"") }

  /// Whether dates have milliseconds only if a format says so.
  private var needsDateFormat: Bool {
    switch kind {
    case .sqlite(let version): version < 3_042_000
    case .postgres: false
    }
  }

  func dateTextStart(isNow: Bool) -> String {
    guard needsDateFormat else { return isNow ? "datetime('subsec')" : "datetime(" }
    return "strftime('%Y-%m-%d %H:%M:%f', " + (isNow ? "'now')" : "")
  }

  var dateTextEnd: String { needsDateFormat ? ")" : ", 'subsec')" }

  func appendPlaceholder(_ offset: Int, to code: inout [UInt8]) {
    code.append(UInt8(ascii: "?"))
  }
}

/// The layout of a statement's text.
public enum QueryLayout: Hashable, Sendable {
  /// Everything on one line, as it is sent to a database.
  case singleLine
  /// A line for each clause, with subqueries indented by two spaces: for tests, logs and people.
  case multiLine
}
