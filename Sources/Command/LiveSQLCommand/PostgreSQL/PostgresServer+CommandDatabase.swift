import LiveSQLPostgres
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTools
import SQLiteDatabase
import Terminal

extension PostgresServer: CommandDatabase {
  func run(_ request: StatementRequest, in context: CommandContext) async throws -> ExitCode {
    let database = try database()
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: !request.writes) {
      if request.writes {
        // Each statement commits on its own, and may be one that is not allowed in a transaction.
        try await database.withConnection(closingAfterwards: true) { db in
          try runAll(request, db, context)
        }
      } else {
        try await database.read { db in try read(request, db, context) }
      }
    }
    await database.close()
    return code
  }

  /// Reads everything in one snapshot.
  private func read(
    _ request: StatementRequest,
    _ db: PostgresConnection,
    _ context: CommandContext
  ) throws {
    // After its first snapshot, a read-only transaction cannot become a writing one.
    try db.execute(script: "SELECT 1; SAVEPOINT \(PostgresStatementRunner.savepoint)")
    try runAll(request, db, context)
    // Some functions write in spite of it, such as those of large objects.
    try db.execute(script: "ROLLBACK TO SAVEPOINT \(PostgresStatementRunner.savepoint)")
  }

  private func runAll(
    _ request: StatementRequest,
    _ db: PostgresConnection,
    _ context: CommandContext
  ) throws {
    var run = PostgresStatementRun(request, output: context.output, in: db)
    try run.runAll(request.sql, or: context.input)
  }

  func explanation(of sql: String, arguments: StatementArguments) async throws -> any Presentable {
    let database = try database()
    let report = try await PostgresExplanation(sql: sql, arguments: arguments).report(on: database)
    await database.close()
    return report
  }

  func schema(of table: String?) async throws -> any Presentable {
    let schema = try await readSchema(of: table)
    if table != nil, let found = schema.tables.first { return PostgresSchemaDetail(table: found) }
    return PostgresSchemaOverview(schema: schema)
  }

  func swiftSource(of table: String?, decimals: [DecimalColumn]) async throws -> String {
    let source = PostgresSwiftSource(schema: try await readSchema(of: table), decimals: decimals)
    try source.checkDecimals()
    return source.text
  }

  /// Reads what was requested: everything, or one table, given with or without its schema.
  private func readSchema(of table: String?) async throws -> PostgresSchema {
    let database = try database()
    let schema = try await database.read { db in try db.readSchema() }
    await database.close()
    guard let table else { return schema }
    // A schema of the search path should win; usually that is `public`.
    let named = schema.tables.filter { $0.shownName == table || $0.name == table }
    let found = named.first { $0.shownName == table } ?? (named.count == 1 ? named[0] : nil)
    guard let found else {
      throw CommandFailure(
        message: named.isEmpty
          ? "There is no table or view named \(table). See '\(programName) schema' without a name."
          : "There are several such tables: \(named.map(\.shownName).joined(separator: ", ")). Give one of them."
      )
    }
    return PostgresSchema(tables: [found], enums: schema.enums)
  }

  func watching(
    _ request: WatchRequest,
    _ body: (any WatchedQuery) async throws -> Void
  ) async throws {
    let query = try PostgresWatchedQuery(self, request)
    defer { query.close() }
    try await body(query)
  }
}
