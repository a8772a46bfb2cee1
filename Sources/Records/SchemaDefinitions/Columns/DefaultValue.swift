import DatabaseTypes
import DynamicColumns
import TypedSQL

/// The value after `DEFAULT`.
///
/// SQLite requires a literal there, or an expression in parentheses.
enum DefaultValue {
  static func fragment(of value: QueryBinding) -> QueryFragment {
    let literal: QueryFragment = "\(value)"
    // Text with NUL bytes is written as a cast, which is an expression.
    if case .text(let text) = value, text.utf8.contains(0) { return "(\(literal))" }
    return literal
  }

  static func fragment(ofSQL sql: String) -> QueryFragment {
    isSimple(sql) ? QueryFragment(sql) : "(\(raw: sql))"
  }

  /// Whether the SQL is a word, a number, quoted text, or already in parentheses.
  private static func isSimple(_ sql: String) -> Bool {
    let isWord = sql.wholeMatch(of: /\s*[+-]?\s*[A-Za-z0-9_.]+\s*/) != nil
    let isText = sql.wholeMatch(of: /\s*[xX]?'(?:[^']|'')*'\s*/) != nil
    let isEnclosed = sql.wholeMatch(of: /\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*/) != nil
    return isWord || isText || isEnclosed
  }
}

extension QueryBinding {
  /// Creates a binding of a value as the database stores it; `.invalid` if it cannot be stored.
  init(converting value: some DatabaseValueConvertible) {
    do { self.init(try value.checkedDatabaseValue) } catch {
      self = .invalid(QueryBindingError(underlyingError: error))
    }
  }
}
