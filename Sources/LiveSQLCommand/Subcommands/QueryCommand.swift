import DatabaseTypes
import SQLiteDatabase

/// `livesql query`: runs one statement and prints its rows.
struct QueryCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "query",
    summary: "Runs one SQL statement and prints its rows.",
    discussion: [
      """
      The database is only read, unless --write is given. JSON is an array of objects, one row a line; a blob \
      is {"base64":"…"}, and of two columns with one name the second is called name_2. CSV is that of RFC 4180, \
      in which NULL is an empty field and an empty text is "". Text that is not UTF-8 is written as the blob of \
      its bytes.
      """
    ],
    arguments: [.database, .sql],
    options: [
      SQLParameter.option.syntax, ResultFormat.option.syntax, CommonOptions.json.syntax,
      write.syntax,
    ],
    examples: [
      "livesql query shop.db 'SELECT * FROM customers LIMIT 5'",
      "livesql query shop.db 'SELECT * FROM orders WHERE id = :id' --param id=7 --json",
      "livesql query shop.db 'DELETE FROM orders WHERE id = ?' --param 1=7 --write",
    ]
  )

  private static let write = Option(flag: "write", help: "Lets the statement write.")

  private let path: String
  private let sql: String
  private let arguments: StatementArguments
  private let format: ResultFormat
  private let writes: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    sql = try arguments.requiredArgument(at: 1, named: "SQL")
    self.arguments = try arguments.allValues(of: SQLParameter.option).arguments()
    let isJSON = arguments.has(CommonOptions.json)
    format = try arguments.value(of: ResultFormat.option) ?? (isJSON ? .json : .table)
    writes = arguments.has(Self.write)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: path)
    let output = context.output
    if writes {
      let database = try file.openForWriting()
      try await database.write { db in try printRows(db, to: output) }
      try database.close()
    } else {
      let database = try file.openForReading()
      try await database.read { db in try printRows(db, to: output) }
      try database.close()
    }
    return .success
  }

  private func printRows(_ db: Database, to output: Output) throws {
    let statement = try db.makeStatement(sql: sql)
    guard writes || statement.isReadOnly else {
      throw CommandFailure(message: "The statement writes. Give --write to let it.")
    }
    try statement.setArguments(arguments)
    guard statement.columnCount > 0 else { return try runWithoutRows(statement, db, output) }
    var stream = ResultStream(columns: statement.columnNames, format: format, output: output)
    try statement.forEachRow { row in try stream.add(row.storedValues()) }
    try stream.end()
  }

  private func runWithoutRows(_ statement: PreparedStatement, _ db: Database, _ output: Output)
    throws
  {
    let before = db.totalChangesCount
    try statement.execute(arguments: arguments)
    let changes = db.totalChangesCount - before
    switch format {
    case .table: try output.write([Line("(\(counted(changes, "row")) changed)", .secondary)])
    case .json: try output.write("[]\n")
    case .csv, .markdown: break
    }
  }
}

extension CommandSyntax.Argument {
  /// A database file.
  static let database = Self(name: "DB", help: "The path of a database file.")
  /// A statement.
  static let sql = Self(name: "SQL", help: "One statement.")
}
