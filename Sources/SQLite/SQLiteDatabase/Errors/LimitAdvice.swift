/// Advice for statements that are larger than SQLite accepts.
///
/// https://www.sqlite.org/limits.html
enum LimitAdvice {
  /// The advice, by the beginning of SQLite's message.
  private static let all: [(message: String, advice: String)] = [
    (
      "too many columns in result set",
      " A statement returns at most 2,000 columns: select fewer, or read them by several statements."
    ),
    (
      "too many columns on ",
      " A table has at most 2,000 columns: store the others in a second one."
    ),
    ("too many columns in set list", " A statement sets at most 2,000 columns: use several."),
    (
      "too many arguments on function",
      " A function takes at most 127 arguments: nest several calls."
    ),
    (
      "too many terms in compound SELECT",
      " At most 500 statements can be combined by UNION, EXCEPT and INTERSECT; VALUES has no such limit."
    ),
    (
      "too many terms in ",
      " ORDER BY and GROUP BY take at most 2,000 terms: leave out those that decide nothing."
    ),
    (
      "too many SQL variables",
      " Run the statement for parts of the values, or bind them as one JSON text that json_each reads."
    ),
    (
      "Expression tree is too large",
      " Each AND, OR or other operator in a row counts: group halves with parentheses, or use IN with a list."
    ),
    (
      "parser stack overflow",
      " About 100 parentheses can be open at once: combine halves of a long condition, or use IN with a list."
    ),
  ]

  /// Returns the advice for an error message of SQLite; `nil` if it is about no limit.
  static func advice(for message: String) -> String? {
    all.first { message.hasPrefix($0.message) }?.advice
  }
}
