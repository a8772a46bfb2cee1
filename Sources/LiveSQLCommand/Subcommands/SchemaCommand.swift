import DatabaseTypes
import SQLiteDatabase

/// `livesql schema`: shows the tables of a database, or one of them in detail.
struct SchemaCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "schema",
    summary: "Shows the tables of a database, or one of them in detail.",
    discussion: [
      """
      JSON is {"tables":[…]}: for each its name, kind (table, view or virtual), columns, primaryKey, indexes, \
      foreignKeys, triggers, and sql, the statement that made it.
      """
    ],
    arguments: [
      .database, .init(name: "TABLE", help: "A table or view.", isOptional: true),
    ],
    options: [CommonOptions.json.syntax],
    examples: ["livesql schema shop.db", "livesql schema shop.db orders"]
  )

  private let path: String
  private let table: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    table = arguments.argument(at: 1)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try DatabaseFile(path: path).openForReading()
    let tables = try await database.read { db in try described(db) }
    try database.close()
    if let table {
      guard let found = tables.first(where: { $0.isNamed(table) }) else {
        throw missing(table)
      }
      try context.output.write(SchemaDetail(table: found))
    } else {
      try context.output.write(SchemaOverview(tables: tables))
    }
    return .success
  }

  private func described(_ db: Database) throws -> [TableDescription] {
    try db.tables().filter { $0.kind != .shadow && !$0.isInternal }
      .filter { info in table.map { TableName($0) == TableName(info.name.name) } ?? true }
      .map { try TableDescription($0, in: db) }
  }

  private func missing(_ table: String) -> CommandFailure {
    CommandFailure(
      message: "There is no table or view named \(table). See '\(programName) schema \(path)'."
    )
  }
}

/// All that is shown of a table.
struct TableDescription: Sendable {
  let info: TableInfo
  let columns: [ColumnInfo]
  let primaryKey: [String]
  let indexes: [IndexInfo]
  let foreignKeys: [ForeignKeyInfo]
  let triggers: [TriggerInfo]
  let sql: String?

  init(_ info: TableInfo, in db: Database) throws {
    self.info = info
    columns = try db.columns(in: info.name)
    let isStored = info.kind == .table
    primaryKey = columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    indexes = isStored ? try db.indexes(on: info.name) : []
    foreignKeys = isStored ? try db.foreignKeys(on: info.name) : []
    triggers = try db.triggers(on: info.name)
    sql = try db.createSQL(of: info.name)
  }

  func isNamed(_ name: String) -> Bool { TableName(name) == TableName(info.name.name) }
}
