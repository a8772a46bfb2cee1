public import Testing
public import TypedSQL

/// Expects a query's SQL, and the result that a closure fetches.
///
/// ```swift
/// assertQuery(Tag.select(\.title)) { try $0.fetchAll(db) } sql: { … } results: { … }
/// ```
///
/// - Parameters:
///   - query: The statement.
///   - execute: Runs the statement.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result, drawn as a table.
///   - snapshotTrailingClosureOffset: Ignored; another library's calls have it.
///   - sourceLocation: The place that a failure names.
public func assertQuery<S: TypedSQL.Statement, each V>(
  _ query: S,
  execute: (S) throws -> [(repeat each V)],
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  snapshotTrailingClosureOffset: Int = 1,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  QueryExpectation(true, sql, results, sourceLocation).check(query) {
    try execute(query).map { row in
      var cells: [Any] = []
      for value in repeat each row { cells.append(value) }
      return cells
    }
  }
}
