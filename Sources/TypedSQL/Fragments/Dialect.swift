/// How a database spells what others spell otherwise.
public struct Dialect: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case sqlite }

  let kind: Kind

  /// The dialect of SQLite.
  public static let sqlite = Dialect(kind: .sqlite)

  /// What encloses an identifier; doubled inside of one.
  var identifierQuote: UInt8 {
    switch kind {
    case .sqlite: UInt8(ascii: "\"")
    }
  }

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
