import IncrementalQueries
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLLive
import PostgreSQLTools
import SQLiteDatabase
import Terminal

/// `livesql explain` on PostgreSQL.
struct PostgresExplanation: Sendable {
  let sql: String
  let arguments: StatementArguments

  /// Returns the plan, and how a live query would follow it.
  func report(on database: PostgresDatabase) async throws -> PostgresPlanReport {
    let statements = PostgresScript.statements(in: sql)
    guard let statement = statements.first, statements.count == 1 else {
      throw CommandFailure(
        message: statements.isEmpty
          ? "The SQL text contains no statement." : "Give one statement, not several."
      )
    }
    let bound = PostgresBoundStatement(statement.text, arguments)
    return try await database.withConnection(closingAfterwards: true) { db in
      do {
        return try db.inTransaction(isReadOnly: true) { try explain(bound, statement, db) }
      } catch let error as PostgresError {
        throw bound.located(error)
      } catch let error as NoPlan {
        throw CommandFailure(message: error.description)
      }
    }
  }

  private func explain(
    _ bound: PostgresBoundStatement,
    _ statement: PostgresScript.Statement,
    _ db: PostgresConnection
  ) throws -> PostgresPlanReport {
    // Prepare the statement on its own first, so that an error's position refers to the given text.
    let types = try db.prepare(bound.sql).parameterTypes
    let values = bound.values.isEmpty ? nil : try bound.values(for: types, isPartOfScript: false)
    let plan = try PostgresPlan(json(bound.sql, values, types.count, db))
    guard statement.beginsLikeQuery else { return PostgresPlanReport(plan: plan, live: nil) }
    var live = try LivePlanReport(plan.tables.sorted(), db)
    if live.isPublished, bound.values.count == types.count {
      live.plan = try livePlan(bound, db)
    }
    return PostgresPlanReport(plan: plan, live: live)
  }

  private func livePlan(_ bound: PostgresBoundStatement, _ db: PostgresConnection) throws
    -> LivePlan
  {
    let parts = bound.parts
    return try PostgresTextQuery(sql: bound.sql, texts: parts.texts, values: parts.values)
      .plan(on: db, publications: [PostgresSetup.publication])
  }

  /// Returns the JSON of the plan; without values, it is a generic plan.
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

/// The report of `livesql explain` on PostgreSQL.
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
  /// The step and all steps below it.
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
    let (cost, rows) = (cost.rounded().formatted, rows.rounded().formatted)
    line.append("  cost \(cost) · \(rows) rows", .secondary)
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
  /// A cost or a number of rows, with commas between thousands; the server may estimate more than
  /// an integer holds.
  fileprivate var formatted: String { Int(exactly: self).map { grouped($0) } ?? "\(self)" }
}

/// The behaviour of a live query of a statement on PostgreSQL.
struct LivePlanReport: Sendable {
  /// The tables whose commits it follows.
  private let tables: [PostgresTableName]
  /// The tables among them whose changes the server does not publish.
  private let unpublishedTables: [PostgresTableName]
  /// How its result is kept up to date; `nil` if that is not known.
  fileprivate(set) var plan: LivePlan?

  init(_ tables: [PostgresTableName], _ db: PostgresConnection) throws {
    self.tables = tables
    let publishedTables = try db.execute(
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
    unpublishedTables = tables.filter { !publishedTables.contains($0) }
  }

  /// Whether the server publishes the changes of all tables.
  fileprivate var isPublished: Bool { !tables.isEmpty && unpublishedTables.isEmpty }

  fileprivate var json: JSON {
    [
      "plan": plan.map { .string($0.description) } ?? .null,
      "tables": .array(tables.map { .string($0.shown) }),
      "notPublished": .array(unpublishedTables.map { .string($0.shown) }),
    ]
  }

  fileprivate var lines: [Line] {
    guard !tables.isEmpty else {
      return [Line("A live query on it never changes: it reads no table.", .secondary)]
    }
    let names = tables.map(\.shown).joined(separator: ", ")
    let line = Line("A live query follows commits to \(names).\(planSentence)", .secondary)
    guard !unpublishedTables.isEmpty else { return [line] }
    let missing = unpublishedTables.map(\.shown).joined(separator: ", ")
    return [
      line,
      Line(
        "Changes of \(missing) are not published yet: see '\(programName) postgres setup'.",
        .warning
      ),
    ]
  }

  private var planSentence: String {
    if let plan { return " Its plan: \(plan)." }
    return isPublished ? " To see its plan, give each parameter a value with --param." : ""
  }
}
