import SQLite

extension Database {
  /// The largest number of columns of a result: 2,000, unless SQLite was compiled with another.
  ///
  /// https://www.sqlite.org/limits.html#max_column
  package var columnLimit: Int { (try? connection.limit(.columns)) ?? 2_000 }
}

/// Returns conditions that must all hold: `a AND b`.
///
/// SQLite limits the depth of an expression to 1,000, and each `AND` in a row adds one, in `EXISTS`
/// two. So very many conditions are nested in halves; SQLite uses its indexes all the same.
///
/// https://www.sqlite.org/limits.html#max_expr_depth
package func conjunction(of conditions: [String]) -> String { nested(conditions[...], " AND ") }

/// Returns conditions of which one must hold: `a OR b`, nested in halves if there are very many.
package func disjunction(of conditions: [String]) -> String { nested(conditions[...], " OR ") }

private func nested(_ conditions: ArraySlice<String>, _ separator: String) -> String {
  guard conditions.count > 250 else { return conditions.joined(separator: separator) }
  let middle = conditions.startIndex + conditions.count / 2
  return [conditions[..<middle], conditions[middle...]]
    .map { "(" + nested($0, separator) + ")" }.joined(separator: separator)
}
