import DatabaseDependencies
public import DatabaseQueries
public import SQLiteDatabase
public import Testing
public import TypedSQL

/// Expects a query's SQL and its result.
///
/// ```swift
/// assertQuery(Tag.select(\.title), database: database) {
///   """
///   SELECT "tags"."title"
///   FROM "tags"
///   """
/// } results: {
///   """
///   ┌───────┐
///   │ "car" │
///   │ "kid" │
///   └───────┘
///   """
/// }
/// ```
///
/// The result is drawn as a table with a column for each value of a row; it is `(No results)` where there is no row. An
/// error is shown by its description. The query runs in a write transaction, so that it may write.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is the result, too.
///   - query: The statement.
///   - database: Where it runs; else in the database of the test, see ``withTestDatabase(_:_:)``.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
public func assertQuery<Query: TypedRowQuery>(
  includeSQL: Bool = true,
  _ query: Query,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  QueryExpectation(includeSQL, sql, results, sourceLocation).check(query) {
    let rows = try write(database) { db in try query.fetchAll(db) }
    return Query.Shape._values.count > 1 ? rows.map { cells($0) } : rows.map { [$0] }
  }
}

/// Expects the SQL and the result of a statement that returns values.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is the result, too.
///   - query: The statement.
///   - database: Where it runs; else in the database of the test, or in the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
@_disfavoredOverload  // A row query is read as one.
public func assertQuery<V: QueryRepresentable, S: TypedSQL.Statement<V>>(
  includeSQL: Bool = true,
  _ query: S,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  QueryExpectation(includeSQL, sql, results, sourceLocation).check(query) {
    try write(database) { db in try query.fetchAll(db) }.map { [$0] }
  }
}

/// Expects the SQL and the result of a statement that returns several values.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is the result, too.
///   - query: The statement.
///   - database: Where it runs; else in the database of the test, or in the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
@_disfavoredOverload  // As above.
public func assertQuery<
  V1: QueryRepresentable,
  V2: QueryRepresentable,
  each V3: QueryRepresentable,
  S: TypedSQL.Statement<(V1, V2, repeat each V3)>
>(
  includeSQL: Bool = true,
  _ query: S,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  QueryExpectation(includeSQL, sql, results, sourceLocation).check(query) {
    try write(database) { db in try query.fetchAll(db) }.map { cells($0) }
  }
}

/// Expects the SQL of a statement without a result.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL.
///   - query: The statement.
///   - database: Where it runs; else in the database of the test, or in the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: `(No results)`, or the description of an error.
@_disfavoredOverload
public func assertQuery<S: TypedSQL.Statement<()>>(
  includeSQL: Bool = true,
  _ query: S,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  QueryExpectation(includeSQL, sql, results, sourceLocation).check(query) {
    try write(database) { db in try query.execute(db) }
    return []
  }
}

/// The values of a row, one by one.
///
/// The compiler crashes where a tuple that is a pack in part is taken apart as a pack.
private func cells(_ row: Any) -> [Any] { Mirror(reflecting: row).children.map(\.value) }

private func write<Result>(
  _ database: (any DatabaseWriter)?,
  _ body: (Database) throws -> Result
) throws -> Result {
  let database = database ?? TestDatabase.current ?? DependencyValues.current.defaultDatabase
  return try database.write(body)
}
