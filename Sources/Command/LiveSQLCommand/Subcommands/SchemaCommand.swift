import LiveSQLPostgres
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
