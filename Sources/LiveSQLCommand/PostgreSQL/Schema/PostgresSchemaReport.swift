import PostgreSQL
import PostgreSQLDatabase
import Terminal

/// `livesql schema` on PostgreSQL.
struct PostgresSchemaReport: Sendable {
  let server: PostgresServer
  /// A table's name, with or without its schema.
  let table: String?
  let writesSwift: Bool

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try server.database()
    let schema = try await database.read { db in try db.readSchema() }
    await database.close()
    let chosen = try chosen(of: schema)
    if writesSwift {
      try context.output.writeContent(PostgresSwiftSource(schema: chosen).text)
    } else if table != nil, let found = chosen.tables.first {
      try context.output.write(PostgresSchemaDetail(table: found))
    } else {
      try context.output.write(PostgresSchemaOverview(schema: chosen))
    }
    return .success
  }

  /// Returns what was requested: everything, or one table.
  private func chosen(of schema: PostgresSchema) throws(CommandFailure) -> PostgresSchema {
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
}
