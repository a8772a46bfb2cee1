import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import SQLiteQueries

// Printing the content of a database, for debugging. All values are shown, so do not log the
// output.

extension Database {
  /// Runs one or several statements, and prints their rows.
  ///
  /// ```swift
  /// try db.dumpSQL("SELECT id, name FROM player WHERE score > \(100)")
  /// // 1|Arthur
  /// // 2|Barbara
  /// ```
  ///
  /// - Parameters:
  ///   - sql: The SQL, whose values are bound.
  ///   - format: The format of the rows.
  ///   - stream: The stream to print to; standard output unless given. It should be an object,
  ///     since the method writes to a copy.
  /// - Throws: ``DatabaseError``.
  public func dumpSQL(
    _ sql: SQL,
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    let (text, arguments) = try sql.build(self)
    var values = arguments.values[...]
    var output = DumpStream(stream)
    let statements = try allStatements(sql: text)
    while let statement = try statements.next() {
      let own = StatementArguments(values: Array(values.prefix(statement.parameterCount)))
      values = values.dropFirst(statement.parameterCount)
      if statement.columnCount == 0 {
        try statement.execute(arguments: own)
      } else {
        try output.print(statement, arguments: own, format)
      }
    }
  }

  /// Prints the rows of a request, without those of to-many associations.
  ///
  /// ```swift
  /// try db.dumpRequest(Player.order(Column("name")), format: .quote())
  /// // 1,'Arthur',NULL
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - format: The format of the rows.
  ///   - stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  public func dumpRequest(
    _ request: some FetchRequest,
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var output = DumpStream(stream)
    guard let statement = try statement(binding: request.written(self).query) else {
      return output.write(format.none)
    }
    try output.print(statement, arguments: nil, format)
  }

  /// Prints the rows of tables and views, each under its name if there are several.
  ///
  /// - Parameters:
  ///   - tables: The names of the tables and views.
  ///   - format: The format of the rows.
  ///   - stableOrder: Whether rows are ordered by all columns, instead of in storage order.
  ///   - stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpTables(
    _ tables: [String],
    format: DumpFormat = .debug(),
    stableOrder: Bool = false,
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var output = DumpStream(stream)
    for (index, table) in tables.enumerated() {
      if tables.count > 1 { output.write((index > 0 ? "\n" : "") + table + "\n") }
      try dump(table, stableOrder, format, &output)
    }
  }

  /// Prints the statements that create the tables, indexes, views and triggers.
  ///
  /// - Parameter stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpSchema(to stream: (any TextOutputStream)? = nil) throws {
    var output = DumpStream(stream)
    for object in try objects() where !object.isInternal {
      if let sql = object.sql { output.write(sql + ";\n") }
    }
  }

  /// Prints the schema, and the rows of each table under its name.
  ///
  /// ```swift
  /// try db.dumpContent()
  /// // sqlite_master
  /// // CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
  /// //
  /// // player
  /// // 1|Arthur
  /// ```
  ///
  /// Tables in which virtual tables keep their data are left out. `database.dumpSQL { bytes in … }`
  /// writes a script that recreates the database.
  ///
  /// - Parameters:
  ///   - format: The format of the rows.
  ///   - stream: The stream to print to, an object; standard output unless given.
  /// - Throws: ``DatabaseError``.
  public func dumpContent(
    format: DumpFormat = .debug(),
    to stream: (any TextOutputStream)? = nil
  ) throws {
    var output = DumpStream(stream)
    output.write("sqlite_master\n")
    try dumpSchema(to: output.stream)
    let kinds: [TableInfo.Kind] = [.table, .virtual]
    for table in try tables() where kinds.contains(table.kind) && !table.isInternal {
      output.write("\n\(table.name.name)\n")
      try dump(table.name.name, false, format, &output)
    }
  }

  private func dump(
    _ table: String,
    _ isOrdered: Bool,
    _ format: DumpFormat,
    _ output: inout DumpStream
  ) throws {
    var sql: SQL = "SELECT * FROM \(identifier: table)"
    if isOrdered {
      let count = try makeStatement(literal: sql).columnCount
      sql += SQL(sql: " ORDER BY " + (1...max(count, 1)).map { "\($0)" }.joined(separator: ", "))
    }
    try output.print(makeStatement(literal: sql), arguments: nil, format)
  }
}

/// The destination of printed rows.
private struct DumpStream: TextOutputStream {
  /// The stream; `nil` for standard output.
  private(set) var stream: (any TextOutputStream)?

  init(_ stream: (any TextOutputStream)?) { self.stream = stream }

  mutating func write(_ text: String) {
    if stream == nil { Swift.print(text, terminator: "") } else { stream?.write(text) }
  }

  mutating func print(
    _ statement: PreparedStatement,
    arguments: StatementArguments?,
    _ format: DumpFormat
  ) throws {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    let columns = statement.columnNames
    var isFirst = true
    while let row = try rows.next() {
      let text = format.row(columns, row.databaseValues, isFirst)
      write(isFirst ? format.start + text : text)
      isFirst = false
    }
    write(isFirst ? format.none : format.end)
  }
}
