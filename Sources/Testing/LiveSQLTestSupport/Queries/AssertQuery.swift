import DatabaseDependencies
import DatabaseTypes
import Foundation
public import Records
public import SQLiteDatabase
public import SQLiteQueries
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
/// The result is drawn as a table with a column for each value of a row. If there are no rows, it
/// is `(No results)`, or an empty text. An error is shown by its description. The query runs in a
/// write transaction, so it may write.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is
///     always the result.
///   - query: The statement.
///   - database: The database; by default the test's database, see ``withTestDatabase(_:_:)``.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
///   - sourceLocation: The place that a failure names.
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
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is
///     always the result.
///   - query: The statement.
///   - database: The database; by default the test's database, or the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
///   - sourceLocation: The place that a failure names.
@_disfavoredOverload  // `RowQuery` wins for row queries.
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
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is
///     always the result.
///   - query: The statement.
///   - database: The database; by default the test's database, or the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
///   - sourceLocation: The place that a failure names.
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

/// Expects the SQL and the result of what an optional row stands for, usually nothing:
/// `assertQuery(Reminder?.none)`.
///
/// `none` is the optional's here, not the query's of that name.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is
///     always the result.
///   - row: The row.
///   - database: The database; by default the test's database, or the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: The result.
///   - sourceLocation: The place that a failure names.
public func assertQuery<T: Table>(
  includeSQL: Bool = true,
  _ row: T?,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) where T.QueryValue == T {
  let expectation = QueryExpectation(includeSQL, sql, results, sourceLocation)
  if case nil = row {
    let nothing: Where<T?> = T?.none
    expectation.check(nothing) {
      try write(database) { db in try nothing.fetchAll(db) }.map { [$0 as Any] }
    }
  } else {
    check(row, expectation, database)
  }
}

/// Checks an optional row, whose own members are the columns of its table.
private func check<S: TypedSQL.Statement>(
  _ row: S,
  _ expectation: QueryExpectation,
  _ database: (any DatabaseWriter)?
) where S.QueryValue: QueryRepresentable {
  expectation.check(row) { try write(database) { db in try row.fetchAll(db) }.map { [$0] } }
}

/// Expects the SQL of a statement without a result.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL.
///   - query: The statement.
///   - database: The database; by default the test's database, or the default database.
///   - sql: The SQL in lines, with the values in it.
///   - results: `(No results)`, or the description of an error.
///   - sourceLocation: The place that a failure names.
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

/// Expects the SQL and the result of a request for records, values or rows.
///
/// ```swift
/// assertQuery(Player.filter(Column("score") > 100), database: database) {
///   """
///   SELECT *
///   FROM "player"
///   WHERE (("player"."score") > (100))
///   """
/// }
/// ```
///
/// A record is drawn with its properties, and a `Row` with a column for each value. Rows that are
/// prefetched for an association are properties of the record, and are not part of the SQL.
///
/// - Parameters:
///   - includeSQL: Whether the first closure is the SQL. A single closure that draws a table is
///     always the result.
///   - request: The request.
///   - database: The database; by default the test's database, or the default database.
///   - sql: The SQL in lines, with the values in it; or the description of an error, if the request
///     cannot be written as SQL.
///   - results: The result.
///   - sourceLocation: The place that a failure names.
public func assertQuery<Request: FetchRequest>(
  includeSQL: Bool = true,
  _ request: Request,
  database: (any DatabaseWriter)? = nil,
  sql: (() -> String)? = nil,
  results: (() -> String)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  QueryExpectation(includeSQL, sql, results, sourceLocation).check {
    try write(database) { db in try request.written(db).query.description(layout: .multiLine) }
  } rows: {
    try write(database) { db in try request.fetchAll(db) }
      .map { row in (row as? Row)?.databaseValues.map(\.cell) ?? [row] }
  }
}

extension DatabaseValue {
  /// The value as it is drawn.
  fileprivate var cell: Any {
    switch self {
    case .null: Int?.none as Any
    case .integer(let value): value
    case .real(let value): value
    case .text(let value): value
    case .blob(let bytes): Data(bytes)
    }
  }
}

/// Returns the values of a row, one by one.
///
/// A mirror is used because the compiler crashes when a tuple that is partly a pack is expanded as
/// one.
private func cells(_ row: Any) -> [Any] { Mirror(reflecting: row).children.map(\.value) }

private func write<Result>(
  _ database: (any DatabaseWriter)?,
  _ body: (Database) throws -> Result
) throws -> Result {
  let database = database ?? TestDatabase.current ?? DependencyValues.current.defaultDatabase
  return try database.write(body)
}
