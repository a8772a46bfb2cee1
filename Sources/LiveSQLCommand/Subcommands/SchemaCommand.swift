import DatabaseTypes
import SQLiteDatabase
import Terminal

/// `livesql schema`: shows the tables of a database, or one in detail, or writes types for them.
struct SchemaCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "schema",
    summary: "Shows the tables of a database, or one of them in detail.",
    discussion: [
      """
      JSON is {"tables":[…]}: for each, its name, kind (table, view or virtual), columns, primaryKey, indexes, \
      foreignKeys, triggers, and sql, the statement that created it.
      """,
      """
      Swift is a file that compiles: a type with @Table for each table and view, with the declared types of the \
      columns, optional where NULL is allowed. Rename types and properties as you like.
      """,
      """
      On PostgreSQL, JSON also has the schema of each table, and {"enums":[…]}; a table that is not in the \
      schema public is named with its schema: audit.events.
      """,
      KeyFile.discussion,
    ],
    arguments: [
      .databaseOrURL, .init(name: "TABLE", help: "A table or view.", isOptional: true),
    ],
    options: [
      CommonOptions.json.syntax, swift.syntax, decimal.syntax, KeyFile.option.syntax,
    ],
    examples: [
      "livesql schema shop.db", "livesql schema shop.db orders",
      "livesql schema shop.db --swift > Schema.swift",
      "livesql schema shop.db --swift --decimal items.price=2 > Schema.swift",
      "livesql schema postgres:///shop --swift > Schema.swift",
    ]
  )

  private static let swift = Option(flag: "swift", help: "Writes the source of types with @Table.")

  private static let decimal = DecimalColumn.option(
    "Makes a column of integers a Decimal in Swift: with 2 digits, 1250 is 12.50; may be repeated."
  )

  private let path: String
  private let keyFile: KeyFile?
  private let table: String?
  private let writesSwift: Bool
  private let decimals: [DecimalColumn]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    table = arguments.argument(at: 1)
    writesSwift = arguments.has(Self.swift)
    decimals = try arguments.allValues(of: Self.decimal)
    if !writesSwift, !decimals.isEmpty { throw UsageError("'--decimal' needs '--swift'") }
    if writesSwift, arguments.has(CommonOptions.json) {
      throw UsageError("'--swift' and '--json' exclude each other")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let database = try commandDatabase(path, keyFile: keyFile)
    if writesSwift {
      let source = try await database.swiftSource(of: table, decimals: decimals)
      try context.output.writeContent(source)
    } else {
      try context.output.write(await database.schema(of: table))
    }
    return .success
  }
}

/// The information that is shown about a table.
struct TableDescription: Sendable {
  let info: TableInfo
  let columns: [ColumnInfo]
  let primaryKey: [String]
  let indexes: [IndexInfo]
  let foreignKeys: [ForeignKeyInfo]
  let triggers: [TriggerInfo]
  let sql: String?
  /// The reason why the columns of a view are unknown: it reads something that does not exist.
  var problem: String?

  init(_ info: TableInfo, in db: Database) throws {
    self.info = info
    do {
      columns = try db.columns(in: info.name)
    } catch let error as DatabaseError where info.kind == .view && error.isOfView {
      columns = []
      problem = error.message
    }
    let isStored = info.kind == .table
    primaryKey = columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    indexes = isStored ? try db.indexes(on: info.name) : []
    foreignKeys = isStored ? try db.foreignKeys(on: info.name) : []
    triggers = try db.triggers(on: info.name)
    sql = try db.createSQL(of: info.name)
  }

  /// Reads the descriptions of all tables and views, or of those with a name.
  static func all(in db: Database, named name: String? = nil) throws -> [TableDescription] {
    try db.tables().filter { $0.kind != .shadow && !$0.isInternal }
      .filter { info in name.map { TableName($0) == TableName(info.name.name) } ?? true }
      .map { try TableDescription($0, in: db) }
  }

  func isNamed(_ name: String) -> Bool { TableName(name) == TableName(info.name.name) }
}

extension DatabaseError {
  /// Whether it can come from a view that reads something that does not exist.
  var isOfView: Bool { code == .sql || code == .notFound }
}
