import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase

/// `livesql explain` on PostgreSQL.
struct PostgresExplanation: Sendable {
  let server: PostgresServer
  let sql: String
  let arguments: StatementArguments

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try server.database()
    let statements = PostgresScript.statements(in: sql)
    guard let statement = statements.first, statements.count == 1 else {
      throw CommandFailure(
        message: statements.isEmpty
          ? "There is no statement in the SQL text." : "Give one statement, not several."
      )
    }
    let bound = PostgresBoundStatement(statement.text, arguments)
    let report = try await database.withConnection(closingAfterwards: true) { db in
      do {
        return try db.inTransaction(isReadOnly: true) { try explain(bound, statement, db) }
      } catch let error as PostgresError {
        throw bound.located(error)
      }
    }
    await database.close()
    try context.output.write(report)
    return .success
  }

  private func explain(
    _ bound: PostgresBoundStatement,
    _ statement: PostgresScript.Statement,
    _ db: PostgresConnection
  ) throws -> PostgresPlanReport {
    // Prepared by itself first, so that an error's place is one in the text that was given.
    let types = try db.prepare(bound.sql).parameterTypes
    let values = bound.values.isEmpty ? nil : try bound.values(for: types, isPartOfScript: false)
    let plan = try PostgresPlan(json(bound.sql, values, types.count, db))
    let isReading = ["SELECT", "WITH", "VALUES", "TABLE"].contains(statement.keyword)
    return PostgresPlanReport(
      plan: plan,
      live: isReading ? try LivePlanReport(plan.tables.sorted(), db) : nil
    )
  }

  /// Without values the plan is the one for any of them.
  private func json(
    _ sql: String,
    _ values: [PostgresValue]?,
    _ parameterCount: Int,
    _ db: PostgresConnection
  ) throws -> String {
    let explain = "EXPLAIN (VERBOSE, FORMAT JSON) "
    var text = explain + sql
    if values == nil, parameterCount > 0 {
      try db.execute(
        script:
          "SET LOCAL plan_cache_mode = force_generic_plan; PREPARE livesql_explained AS \(sql)"
      )
      let nulls = Array(repeating: "NULL", count: parameterCount).joined(separator: ", ")
      text = "\(explain)EXECUTE livesql_explained(\(nulls))"
    }
    let answer = try db.execute(text, values ?? []).first { row in
      try row.decode(String.self, at: 0)
    }
    return answer ?? "[]"
  }
}

/// What `livesql explain` tells of a statement on PostgreSQL.
struct PostgresPlanReport: Presentable {
  let plan: PostgresPlan
  let live: LivePlanReport?

  var json: JSON {
    [
      "plan": [plan.root.json],
      "warnings": .array(
        warned.map { node in
          ["step": .string(node.detail), "explanation": .string(node.warning ?? "")]
        }
      ), "live": live?.json ?? .null,
    ]
  }

  func lines(width: Int?) -> [Line] {
    let count = warned.count
    let summary =
      count == 0
      ? Line("No full scan, no sort.", .success)
      : Line(
        "\(counted(count, "step")) that cost\(count == 1 ? "s" : "") more with more rows.",
        .warning
      )
    return plan.root.lines() + ["", summary] + (live?.lines ?? [])
  }

  private var warned: [PostgresPlan.Node] { plan.root.all.filter { $0.warning != nil } }
}

extension PostgresPlan.Node {
  /// The step and all below.
  fileprivate var all: [Self] { [self] + children.flatMap(\.all) }

  fileprivate var json: JSON {
    [
      "detail": .string(detail), "cost": .real(cost), "rows": .real(rows),
      "warning": warning.map { .string($0) } ?? .null, "children": .array(children.map(\.json)),
    ]
  }

  fileprivate func lines(first: String = "", rest: String = "") -> [Line] {
    var line = Line(first, .secondary)
    line.append(detail)
    let rowCount = grouped(Int(rows.rounded()))
    line.append("  cost \(cost.rounded().formatted) · \(rowCount) rows", .secondary)
    if let warning { line.append("  ← \(warning)", .warning) }
    let below = children.enumerated().flatMap { index, child in
      let isLast = index == children.count - 1
      return child.lines(
        first: rest + (isLast ? "└─ " : "├─ "),
        rest: rest + (isLast ? "   " : "│  ")
      )
    }
    return [line] + below
  }
}

extension Double {
  /// A cost, with commas between thousands.
  fileprivate var formatted: String { Int(exactly: self).map { grouped($0) } ?? "\(self)" }
}

/// What a live query of a statement does on PostgreSQL.
struct LivePlanReport: Sendable {
  /// The tables whose commits make it run again.
  private let tables: [PostgresTableName]
  /// Those of them whose changes the server does not tell.
  private let untold: [PostgresTableName]

  init(_ tables: [PostgresTableName], _ db: PostgresConnection) throws {
    self.tables = tables
    let told = try db.execute(
      """
      SELECT schemaname::text, tablename::text FROM pg_catalog.pg_publication_tables
      WHERE pubname = '\(PostgresSetup.publication)'
      """
    ).map { row in
      PostgresTableName(
        schema: try row.decode(String.self, at: 0),
        name: try row.decode(String.self, at: 1)
      )
    }
    untold = tables.filter { !told.contains($0) }
  }

  fileprivate var json: JSON {
    [
      "plan": "run again", "tables": .array(tables.map { .string($0.shown) }),
      "notPublished": .array(untold.map { .string($0.shown) }),
    ]
  }

  fileprivate var lines: [Line] {
    guard !tables.isEmpty else {
      return [Line("A live query of it never changes: it reads no table.", .secondary)]
    }
    let names = tables.map(\.shown).joined(separator: ", ")
    let line = Line("A live query runs it again when a commit touches \(names).", .secondary)
    guard !untold.isEmpty else { return [line] }
    let missing = untold.map(\.shown).joined(separator: ", ")
    return [
      line,
      Line(
        "Changes of \(missing) are not told yet: see '\(programName) postgres setup'.",
        .warning
      ),
    ]
  }
}
