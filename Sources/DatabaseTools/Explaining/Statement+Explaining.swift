public import DatabaseQueries
public import SQLiteDatabase
public import TypedSQL

extension TypedSQL.Statement {
  /// How SQLite will run the statement, which is not run.
  ///
  /// ```swift
  /// print(try database.read { db in try Reminder.where(\.isFlagged).order(by: \.title).explain(db) })
  /// // SELECT "reminders"."id", …
  /// // FROM "reminders"
  /// // WHERE ("reminders"."isFlagged")
  /// // ORDER BY "reminders"."title"
  /// // SCAN reminders  ← full scan: reads every row of reminders
  /// // USE TEMP B-TREE FOR ORDER BY  ← temporary sort for ORDER BY
  /// ```
  ///
  /// A statement that writes can be explained in an access that reads. Of many inserted rows the plan is that of one
  /// statement that inserts all of them.
  ///
  /// - Throws: ``DatabaseError``, for a statement that cannot be compiled.
  public func explain(_ db: Database) throws -> QueryPlan { try db.explain(query) }
}

extension Table {
  /// How SQLite will read all rows of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``, for a table that does not exist.
  public static func explain(_ db: Database) throws -> QueryPlan { try all.explain(db) }
}

extension PreparedQuery {
  /// How SQLite will run the query.
  ///
  /// - Throws: ``DatabaseError``, for a query that cannot be compiled.
  public func explain(_ db: Database) throws -> QueryPlan {
    // Without values all parameters are NULL, which the plan mostly does not depend on.
    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
    return try QueryPlan(explainedBy: statement, of: sql)
  }
}

extension Database {
  fileprivate func explain(_ query: QueryFragment) throws -> QueryPlan {
    guard !query.isEmpty else { return QueryPlan([]) }
    let statement = try makeStatement(
      sql: "EXPLAIN QUERY PLAN " + query.render(for: .library).sql
    )
    try statement.bind(query.bindings)
    return try QueryPlan(
      explainedBy: statement,
      of: query.render(for: .library, layout: .multiLine).sql
    )
  }
}

extension QueryPlan {
  /// Runs a statement that explains another one.
  package init(explainedBy statement: PreparedStatement, of sql: String) throws {
    var rows: [(id: Int64, parent: Int64, detail: String)] = []
    try statement.forEachRow { row in
      rows.append((try row.decode(at: 0), try row.decode(at: 1), try row.decode(at: 3)))
    }
    self.init(rows, of: sql)
  }
}
