public import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

extension TypedSQL.Statement {
  /// Returns SQLite's plan for the statement, without running it.
  ///
  /// ```swift
  /// let query = Reminder.where(\.isFlagged).order(by: \.title)
  /// print(try database.read { db in try query.explain(db) })
  /// // SELECT "reminders"."id", …
  /// // FROM "reminders"
  /// // WHERE ("reminders"."isFlagged")
  /// // ORDER BY "reminders"."title"
  /// // SCAN reminders  ← full scan: reads every row of reminders
  /// // USE TEMP B-TREE FOR ORDER BY  ← temporary sort for ORDER BY
  /// ```
  ///
  /// A statement that writes can be explained within a read. If it inserts many rows, the plan is
  /// that of a single statement that inserts all of them.
  ///
  /// - Throws: ``DatabaseError`` for a statement that cannot be compiled.
  public func explain(_ db: Database) throws -> QueryPlan { try db.explain(query) }
}

extension Table {
  /// Returns SQLite's plan for reading all rows of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError`` for a table that does not exist.
  public static func explain(_ db: Database) throws -> QueryPlan { try all.explain(db) }
}

extension PreparedQuery {
  /// Returns SQLite's plan for the query.
  ///
  /// - Throws: ``DatabaseError`` for a query that cannot be compiled.
  public func explain(_ db: Database) throws -> QueryPlan {
    // Without values all parameters are NULL, on which the plan mostly does not depend.
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
  /// Creates a plan by running a statement that explains another one.
  package init(explainedBy statement: PreparedStatement, of sql: String) throws {
    var rows: [(id: Int64, parent: Int64, detail: String)] = []
    try statement.forEachRow { row in
      rows.append((try row.decode(at: 0), try row.decode(at: 1), try row.decode(at: 3)))
    }
    self.init(rows, of: sql)
  }
}
