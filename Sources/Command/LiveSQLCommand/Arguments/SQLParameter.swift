import DatabaseTypes
import Terminal

/// A value for a parameter of an SQL statement, as given by `--param name=value`.
struct SQLParameter: Sendable, Equatable {
  /// The way in which a parameter is identified.
  enum Place: Sendable, Hashable {
    /// `:name`, `@name` or `$name`, without its sigil.
    case name(String)
    /// `?` or `?1`, counted from 1.
    case index(Int)
  }

  let place: Place
  let value: DatabaseValue
}

extension SQLParameter {
  /// The option of all commands that run SQL.
  static let option = Option<SQLParameter>(
    "param",
    letter: "p",
    value: "NAME=VALUE",
    help: """
      A value for :NAME in the SQL, or for the n-th ? where NAME is a number. A VALUE written as an SQL literal \
      (7, 2.5, 'text', x'0a', NULL) is that literal; any other is text. May be repeated.
      """
  ) { text throws(UsageError) in try SQLParameter(text) }

  /// Parses `name=value`.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var name = parts[0]
    if let first = name.first, ":@$?".contains(first) { name.removeFirst() }
    guard parts.count == 2, !name.isEmpty else {
      throw UsageError("'--param' takes NAME=VALUE, not '\(text)'")
    }
    if name.allSatisfy({ $0.isASCII && $0.isNumber }) {
      guard let index = Int(name), index > 0 else {
        throw UsageError("'--param' counts from 1: '\(text)'")
      }
      place = .index(index)
    } else {
      place = .name(String(name))
    }
    value = DatabaseValue(sqlLiteral: parts[1])
  }
}
