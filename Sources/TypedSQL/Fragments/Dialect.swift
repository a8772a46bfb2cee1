/// How a database spells what others spell otherwise.
public struct Dialect: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case sqlite(version: Int) }

  let kind: Kind

  /// The dialect of the newest SQLite.
  public static let sqlite = sqlite(version: .max)

  /// The dialect of a version of SQLite, as `sqlite3_libversion_number` gives it: 3040001 for 3.40.1.
  public static func sqlite(version: Int) -> Dialect { Dialect(kind: .sqlite(version: version)) }

  /// What encloses an identifier; doubled inside of one.
  var identifierQuote: UInt8 {
    switch kind {
    case .sqlite: UInt8(ascii: "\"")
    }
  }

  /// Whether dates have milliseconds only where a format says so.
  private var needsDateFormat: Bool {
    switch kind {
    case .sqlite(let version): version < 3_042_000
    }
  }

  func dateTextStart(isNow: Bool) -> String {
    guard needsDateFormat else { return isNow ? "datetime('subsec')" : "datetime(" }
    return "strftime('%Y-%m-%d %H:%M:%f', " + (isNow ? "'now')" : "")
  }

  var dateTextEnd: String { needsDateFormat ? ")" : ", 'subsec')" }

  func appendPlaceholder(_ offset: Int, to code: inout [UInt8]) {
    switch kind {
    case .sqlite: code.append(UInt8(ascii: "?"))
    }
  }
}

/// How a statement's text is laid out.
public enum QueryLayout: Hashable, Sendable {
  /// All of it in one line, as a database gets it.
  case singleLine
  /// A line for each clause, subqueries indented by two spaces: for tests, logs and people.
  case multiLine
}
