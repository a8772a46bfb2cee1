/// How a database spells what others spell otherwise.
public struct Dialect: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case sqlite(version: Int)
    case postgres
  }

  let kind: Kind

  /// The dialect of the newest SQLite.
  public static let sqlite = sqlite(version: .max)

  /// The dialect of a version of SQLite, as `sqlite3_libversion_number` gives it: 3040001 for 3.40.1.
  public static func sqlite(version: Int) -> Dialect { Dialect(kind: .sqlite(version: version)) }

  /// The dialect of PostgreSQL, 14 and later.
  ///
  /// A statement is the same on both databases, and what they write otherwise is written here: placeholders have numbers
  /// (`$1`), NULLs are sorted as SQLite sorts them, `IS` is `IS NOT DISTINCT FROM`, `LIKE` is `ILIKE`, and dates are
  /// moments (`timestamptz`), however a column stores them on SQLite.
  ///
  /// What PostgreSQL has nothing for, as a row number or full-text search of SQLite's, is rendered as a statement that
  /// binds a ``QueryBindingError``, which says what to write instead. So it fails before a server sees it.
  ///
  /// SQL text of one's own, in `#sql` or a ``QueryFragment``, goes to the server as it was written.
  public static let postgres = Dialect(kind: .postgres)

  /// What encloses an identifier; doubled inside of one.
  var identifierQuote: UInt8 { UInt8(ascii: "\"") }

  /// Whether dates have milliseconds only where a format says so.
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

/// How a statement's text is laid out.
public enum QueryLayout: Hashable, Sendable {
  /// All of it in one line, as a database gets it.
  case singleLine
  /// A line for each clause, subqueries indented by two spaces: for tests, logs and people.
  case multiLine
}
