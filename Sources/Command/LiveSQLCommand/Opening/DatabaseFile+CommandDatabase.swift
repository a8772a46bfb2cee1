import DatabaseTypes
import LiveQueries
import LiveSQLPostgres
import SQLiteDatabase
import SQLiteTools
import Terminal

extension DatabaseFile: CommandDatabase {
  func run(_ request: StatementRequest, in context: CommandContext) async throws -> ExitCode {
    let database = try request.writes ? openForWriting() : openForReading()
    return try await database.closing {
      // A closed output is no reason to undo what was requested.
      try await runUntilStopped(context.events(), stopsOnClosedOutput: !request.writes) {
        try await run(request, on: database, context)
      }
    }
  }

  private func run(
    _ request: StatementRequest,
    on database: DatabaseQueue,
    _ context: CommandContext
  ) async throws {
    let body: @Sendable (Database) throws -> Void = { db in
      var run = FileStatementRun(request, output: context.output, in: db)
      try run.runAll(request.sql, or: context.input)
    }
    do {
      try await request.writes ? database.writeWithoutTransaction(body) : database.read(body)
    } catch let error as DatabaseError where error.code == .transactionLeftOpen {
      throw CommandFailure.transactionLeftOpen
    }
  }

  func explanation(of sql: String, arguments: StatementArguments) async throws -> any Presentable {
    let database = try openForReading()
    return try await database.closing {
      try await database.unsafeRead { db in
        // Compile the statement on its own first, so that an error's position refers to the given
        // text.
        let explained = try db.makeStatement(sql: sql)
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        // Without values all parameters are NULL, which usually does not change the plan.
        if !arguments.isEmpty { try explained.setArguments(arguments) }
        if !arguments.isEmpty { try statement.setArguments(arguments) }
        return try QueryPlan(explainedBy: statement, of: sql)
      }
    }
  }

  func schema(of table: String?) async throws -> any Presentable {
    let tables = try await describing(table) { tables, _ in tables }
    if table != nil, let found = tables.first { return SchemaDetail(table: found) }
    return SchemaOverview(tables: tables)
  }

  func swiftSource(of table: String?, decimals: [DecimalColumn]) async throws -> String {
    try await describing(table) { tables, db in
      try SwiftSource(of: tables, in: db, decimals: decimals).text
    }
  }

  /// Reads the descriptions of all tables, or of one, and something more.
  private func describing<Result: Sendable>(
    _ table: String?,
    _ body: @escaping @Sendable ([TableDescription], Database) throws -> Result
  ) async throws -> Result {
    let database = try openForReading()
    return try await database.closing {
      try await database.read { db in
        let tables = try TableDescription.all(in: db, named: table)
        if let table, tables.isEmpty {
          throw CommandFailure(
            message:
              "There is no table or view named \(table). See '\(programName) schema \(path)'."
          )
        }
        return try body(tables, db)
      }
    }
  }

  func watching(
    _ request: WatchRequest,
    _ body: (any WatchedQuery) async throws -> Void
  ) async throws {
    let database = try openForReading { configuration in
      if let interval = request.pollInterval { configuration.externalChangePollInterval = interval }
    }
    let query = database.liveQuery(
      sql: request.sql,
      arguments: request.arguments,
      key: request.key,
      showsAnyText: true
    )
    try await body(WatchedFileQuery(database: database, query: query))
    try database.close()
  }
}
