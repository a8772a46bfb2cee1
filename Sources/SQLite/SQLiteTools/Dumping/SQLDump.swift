import DatabaseTypes
import SQLiteDatabase

/// A run of an SQL dump: see ``DatabaseReader/dumpSQL(_:progress:to:)``.
struct SQLDump {
  private let db: Database
  private let content: DumpContent
  private let progress: (DumpProgress) throws -> Void
  private var literals: LiteralWriter
  /// The rows of each table; `nil` for a table whose rows are not written.
  private var rowsOfTables: [TableRows?] = []
  private var completedRowCount = 0
  private var totalRowCount = 0
  /// Whether the script has written an entry of the schema itself.
  private var writesSchema = false

  /// The maximum number of rows in one INSERT.
  ///
  /// A few rows are enough to save most of the time that compiling single inserts would take.
  private static let rowsPerStatement = 100
  private static let bytesPerStatement = 1 << 20

  init(
    _ db: Database,
    _ content: DumpContent,
    progress: @escaping (DumpProgress) throws -> Void,
    output: DumpOutput
  ) throws {
    self.db = db
    self.content = content
    self.progress = progress
    literals = try LiteralWriter(db, output)
  }

  mutating func run() throws {
    try prepare()
    try writeHeader()
    let areUnchecked = areRowsUnchecked
    if areUnchecked { literals.output.append(UncheckedRows.start) }
    for (table, rows) in zip(content.tables, rowsOfTables) {
      writeDefinition(of: table)
      if let rows { try write(rows) }
    }
    if areUnchecked { literals.output.append(UncheckedRows.end) }
    // This makes the connection that reads the script load the virtual tables.
    if writesSchema { literals.output.append("PRAGMA writable_schema=RESET;\n") }
    try writeInternalTables()
    for object in content.objectsAfterRows { literals.output.append(statement: object.sql ?? "") }
    try writeHeaderFields()
    literals.output.append("COMMIT;\n")
    try literals.output.flush(all: true)
  }

  /// Whether rows are written that a CHECK constraint might refuse.
  private var areRowsUnchecked: Bool {
    zip(content.tables, rowsOfTables).contains { table, rows in
      rows.map { $0.count > 0 } ?? false && UncheckedRows.areNeeded(forTable: table.sql)
    }
  }

  /// Determines the rows of all tables before the first row is written.
  private mutating func prepare() throws {
    for table in content.tables {
      // The rows of a virtual table are in the tables that hold its data.
      let hasRows = content.options.includesRows && !table.isVirtual
      rowsOfTables.append(hasRows ? try TableRows(table.name, of: db) : nil)
    }
    totalRowCount = rowsOfTables.reduce(0) { $0 + ($1?.count ?? 0) }
  }

  private mutating func writeHeader() throws {
    if content.isWhole {
      let encoding = try String.fetchOne(db, sql: "PRAGMA encoding") ?? "UTF-8"
      // The encoding can only be set before there is a table, and outside of a transaction.
      if encoding != "UTF-8" { literals.output.append("PRAGMA encoding='\(encoding)';\n") }
    }
    literals.output.append("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
  }

  private mutating func writeDefinition(of table: DumpContent.Table) {
    guard table.isVirtual, content.options.includesRows else {
      return literals.output.append(statement: table.sql)
    }
    // Creating it would also create the tables that hold its data, which the script creates with
    // their rows.
    if !writesSchema { literals.output.append("PRAGMA writable_schema=ON;\n") }
    writesSchema = true
    let name = DatabaseValue.text(table.name.name).sqlLiteral
    literals.output.append(
      "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)"
        + " VALUES('table',\(name),\(name),0,\(DatabaseValue.text(table.sql).sqlLiteral));\n"
    )
  }
}

extension SQLDump {
  /// Writes the rows of a table, a hundred per statement.
  private mutating func write(_ rows: TableRows) throws {
    let statement = try db.makeStatement(sql: rows.select)
    let numbers = try rows.selectNumbers.map { try db.makeStatement(sql: $0) }
    try numbers?.start()
    defer { try? numbers?.finish() }
    // One row of more columns than a result has can be inserted, but not several.
    let rowsPerStatement = numbers == nil ? Self.rowsPerStatement : 1
    var rowsOfStatement = 0
    var start = literals.output.writtenCount
    try statement.forEachRow { row in
      let isFull =
        rowsOfStatement == rowsPerStatement
        || literals.output.writtenCount - start > Self.bytesPerStatement
      if isFull { rowsOfStatement = 0 }
      if rowsOfStatement == 0 {
        if isFull { literals.output.append(";\n") }
        start = literals.output.writtenCount
        literals.output.append(rows.insertion)
      }
      literals.output.append(rowsOfStatement == 0 ? "\n(" : ",\n(")
      if let numbers, try numbers.step() {
        try literals.append(numbers)
        literals.output.append(",")
      }
      try literals.append(statement)
      literals.output.append(")")
      rowsOfStatement += 1
      try didWriteRow(of: rows.name)
    }
    if rowsOfStatement > 0 { literals.output.append(";\n") }
  }

  private mutating func didWriteRow(of table: TableName) throws {
    completedRowCount += 1
    try literals.output.flush()
    guard completedRowCount.isMultiple(of: 1000) || completedRowCount == totalRowCount else {
      return
    }
    try progress(
      DumpProgress(
        table: table.name,
        completedRowCount: completedRowCount,
        totalRowCount: totalRowCount
      )
    )
  }

  /// Writes SQLite's own tables: the statistics of `ANALYZE`, and the last numbers of
  /// `AUTOINCREMENT`.
  private mutating func writeInternalTables() throws {
    guard content.options.includesRows else { return }
    if content.internalTables.contains("sqlite_stat1") {
      // This creates the table without collecting statistics.
      literals.output.append("ANALYZE sqlite_schema;\n")
      try writeInternalTable("sqlite_stat1", column: "tbl")
    }
    if content.hasAutoincrement {
      if content.isWhole { literals.output.append("DELETE FROM sqlite_sequence;\n") }
      try writeInternalTable("sqlite_sequence", column: "name", replaces: !content.isWhole)
    }
  }

  private mutating func writeInternalTable(
    _ name: String,
    column: String,
    replaces: Bool = false
  ) throws {
    let statement = try db.makeStatement(sql: "SELECT * FROM \(name)")
    try statement.forEachRow { row in
      let table = try row.decode(String?.self, forColumn: column) ?? ""
      guard content.isWhole || content.tables.contains(where: { $0.name == TableName(table) })
      else { return }
      if replaces {
        let literal = DatabaseValue.text(table).sqlLiteral
        literals.output.append("DELETE FROM \(name) WHERE \(column)=\(literal);\n")
      }
      literals.output.append("INSERT INTO \(name) VALUES(")
      try literals.append(statement)
      literals.output.append(");\n")
    }
  }

  private mutating func writeHeaderFields() throws {
    guard content.isWhole else { return }
    for name in ["user_version", "application_id"] {
      let number = try Int64.fetchOne(db, sql: "PRAGMA \(name)") ?? 0
      if number != 0 { literals.output.append("PRAGMA \(name)=\(number);\n") }
    }
  }
}
