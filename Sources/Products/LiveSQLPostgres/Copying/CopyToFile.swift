import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTools
import SQLiteDatabase
import SQLiteTools

/// A copy of a PostgreSQL database into a new file.
///
/// It copies one snapshot of the server, in one transaction. The file is written under another name
/// and renamed at the end, so the path never contains half a copy.
struct CopyToFile: Sendable {
  /// The path of the file.
  let path: String
  /// Whether an existing file is replaced.
  let replaces: Bool
  /// The schemas whose tables are copied; `nil` for those of the search path.
  let schemas: [String]?
  /// The columns of decimal numbers that become integers.
  let decimals: [DecimalColumn]
  /// The configuration that opens the file, which may have its key.
  let configuration: Configuration
  let progress: (@Sendable (DatabaseCopyProgress) throws -> Void)?

  /// Writes the copy.
  func run(from database: PostgresDatabase) async throws -> DatabaseCopySummary {
    // Files are created and opened, which no thread of the cooperative pool should wait for.
    let executor = ConnectionExecutor(label: "LiveSQL.copy")
    let written = try await executor.run {
      try WrittenFile(at: path, replaces: replaces, advice: WrittenFile.adviceToReplace)
    }
    defer { written.discard() }
    let file = try await executor.run { try open(written.partialPath) }
    let summary: DatabaseCopySummary
    do {
      summary = try await database.read { server in
        try file.writeWithoutTransaction { db in try copy(server, db) }
      }
    } catch {
      try? file.close()
      throw error
    }
    try await executor.run { try file.close() }
    try Task.checkCancellation()
    try await executor.run { try written.finish() }
    return summary
  }

  private func open(_ path: String) throws -> DatabaseQueue {
    // A copy in WAL mode would have a log next to it.
    try DatabaseQueue(path: path, configuration: configuration.unobserved)
  }

  /// Copies everything, in one transaction of the file.
  private func copy(_ server: PostgresConnection, _ db: Database) throws -> DatabaseCopySummary {
    let schemas = try CopiedSchemas(schemas, on: server)
    let schema = try server.readSchema(of: schemas.names)
    let stored = schema.tables.filter { $0.kind == .table || $0.kind == .partitionedTable }
      .filter { table in
        // The rows of a partition are copied with its table, if that is in the schema.
        !schema.tables.contains { parent in
          parent.name == table.partitionOf && parent.schema == table.partitionOfSchema
            && parent.kind == .partitionedTable
        }
      }
    try schemas.requireOneTable(ofEachName: stored)
    try server.requireAllRows(of: stored)
    try checkDecimals(in: stored)
    let tables = try stored.map { table in
      FileTable(
        table,
        of: schema,
        longNumbers: try longNumbers(of: table, server),
        decimals: decimals
      )
    }
    var notes = schemas.notes + tables.flatMap(\.notes)
    notes += schema.tables.filter { $0.kind != .table && $0.kind != .partitionedTable }
      .map { "the \($0.kind.name) \($0.name) is left out." }
    notes += try leftOut(of: schemas, server)
    // Counting reads all rows once more.
    let total = try progress == nil ? 0 : tables.reduce(0) { try $0 + $1.rowCount(on: server) }
    var meter = CopyMeter(total: total, report: progress)
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    try db.execute(sql: "BEGIN IMMEDIATE")
    var results: [DatabaseCopySummary.Table] = []
    var names = FileNames(tables.map(\.name))
    for table in tables {
      try db.execute(sql: table.createSQL)
      results.append(try copyRows(of: table, server, db, &meter))
      for index in table.indexes {
        let name = names.add(index.name, of: table.schemaName)
        try db.execute(sql: table.indexSQL(index, as: name))
        if name == index.name { continue }
        notes.append("\(table.name): the index \(index.name) is called \(name).")
      }
    }
    try db.execute(sql: "COMMIT")
    return DatabaseCopySummary(tables: results, messages: notes)
  }

  /// - Throws: ``DatabaseCopyError`` for a name that is not that of a column of decimal numbers.
  private func checkDecimals(in tables: [PostgresTableInfo]) throws(DatabaseCopyError) {
    let columns = tables.flatMap { table in
      table.columns.filter { $0.isDecimal }.map { "\(table.name).\($0.name)" }
    }
    let missing = decimals.first { decimal in
      !columns.contains { isSameIdentifier($0, decimal.name) }
    }
    guard let missing else { return }
    throw DatabaseCopyError(
      .unknownName,
      """
      The copied schemas have no numeric column \(missing.name), which \(CopyChoice.decimals) names. Give its \
      name as TABLE.COLUMN.
      """
    )
  }

  /// Returns the columns of decimal numbers with more digits than a floating-point number can
  /// store.
  private func longNumbers(of table: PostgresTableInfo, _ server: PostgresConnection) throws
    -> Set<String>
  {
    let names = table.columns.filter { $0.isDecimal }.map(\.name)
      .filter { decimals.digits(of: $0, in: table.name) == nil }
    guard !names.isEmpty else { return [] }
    let tests = names.map { name in
      let column = PostgresConnection.quoted(name)
      // A number that no floating-point number can be near is an error to convert.
      return """
        coalesce(bool_or(CASE WHEN \(column)::text IN ('NaN', 'Infinity', '-Infinity') THEN false
          WHEN abs(\(column)) > 1e308 OR \(column) <> 0 AND abs(\(column)) < 1e-307 THEN true
          ELSE \(column)::float8::numeric <> \(column) END), false)
        """
    }
    let sql = "SELECT \(tests.joined(separator: ", ")) FROM \(table.ownRows)"
    let found = try server.execute(sql).first { row in
      try names.indices.map { try row.decode(Bool.self, at: $0) }
    }
    return Set(zip(names, found ?? []).filter(\.1).map(\.0))
  }

  /// Returns notes about constraints that the schema does not include.
  private func leftOut(
    of schemas: CopiedSchemas,
    _ server: PostgresConnection
  ) throws -> [CopyMessage] {
    try server.execute(
      """
      SELECT c.relname || ': CHECK ' || k.conname || ' is left out.'
      FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype IN ('c', 'x') AND n.nspname = ANY ($1::text[]) AND NOT c.relispartition ORDER BY 1
      """,
      [schemas.parameter]
    ).map { row -> CopyMessage in
      let note = try row.decode(String.self, at: 0)
      return "\(note)"
    }
  }

  private func copyRows(
    of table: FileTable,
    _ server: PostgresConnection,
    _ db: Database,
    _ meter: inout CopyMeter
  ) throws -> DatabaseCopySummary.Table {
    let insert = try db.makeStatement(sql: table.insertSQL)
    var (sent, stored) = (TableChecksum(), TableChecksum())
    let forms = table.forms
    try server.forEachRow(table.select) { row in
      let values = try Self.fileValues(row.values(), forms, of: table, number: sent.rowCount + 1)
      sent.add(values.map { PostgresValue($0) })
      try insert.setArguments(StatementArguments(values: values))
      try insert.run()
      try meter.addRow()
    }
    try db.makeStatement(sql: table.fileSelect).forEachRow { row in
      stored.add(try row.storedValues().map { PostgresValue($0) })
    }
    guard sent == stored else {
      throw DatabaseCopyError(
        .rowsDiffer,
        """
        The rows of \(table.name) differ after they were copied: \(sent.rowCount) with the checksum \
        \(sent.text) on the server, \(stored.rowCount) with \(stored.text) in the file.
        """
      )
    }
    return DatabaseCopySummary.Table(name: table.name, rows: stored, isNew: true)
  }
}

extension CopyToFile {
  /// Returns the values of a row in the forms in which the file stores them.
  ///
  /// - Throws: ``DatabaseCopyError`` for a decimal number that does not fit.
  private static func fileValues(
    _ values: [PostgresValue],
    _ forms: [FileTable.Form],
    of table: FileTable,
    number: Int
  ) throws(DatabaseCopyError) -> [DatabaseValue] {
    var stored: [DatabaseValue] = []
    for (index, value) in values.enumerated() {
      guard let converted = value.stored(in: forms[index]) else {
        let row = table.rowKey.text(of: values.map(\.fileValue), number: number)
        throw DatabaseCopyError(
          .valueDoesNotFit,
          """
          A number of the column \(table.columnNames[index]) of \(table.name) is not an integer of so many digits \
          after the point as \(CopyChoice.decimals) says, or is too large. It is in \(row). Give more digits, or \
          correct it.
          """
        )
      }
      stored.append(converted)
    }
    return stored
  }
}

extension PostgresColumnInfo {
  /// Whether it contains decimal numbers.
  fileprivate var isDecimal: Bool {
    type == "numeric" || type.hasPrefix("numeric(") && !type.hasSuffix("]")
  }
}

extension PostgresValue {
  /// Returns the value in a form; `nil` for a decimal number that does not have it.
  fileprivate func stored(in form: FileTable.Form) -> DatabaseValue? {
    switch form {
    case .plain: return fileValue
    case .text: return shownValue
    case .units(let digits):
      guard case .numeric(let number) = self else { return isNull ? DatabaseValue.null : nil }
      return DecimalColumn.units(of: number, digits: digits).map { .integer($0) }
    }
  }

  /// The value as stored in a file, which LiveSQL reads as the same value.
  fileprivate var fileValue: DatabaseValue {
    switch self {
    case .bool(let value): .integer(value ? 1 : 0)
    case .numeric(let value): Self.number(value)
    // UTC, as LiveSQL writes dates and SQLite's functions expect them.
    case .timestamptz(let value), .timestamp(let value): .text(value.fileText)
    case .date(let value): .text(value.fileText)
    // SQLite would store NaN as NULL.
    case .double(let value) where value.isNaN: .text("NaN")
    case .float(let value) where value.isNaN: .text("NaN")
    default: shownValue
    }
  }

  /// Returns a decimal number as a number if that is exact, or else as a text.
  private static func number(_ value: PostgresNumeric) -> DatabaseValue {
    let text = value.description
    if let integer = Int64(text) { return .integer(integer) }
    let shortest = text.contains(".") ? String(text.reversed().drop { $0 == "0" }.reversed()) : text
    guard value.isFinite, let real = Double(text),
      "\(real)" == shortest || "\(real)" == shortest + "0"
    else { return .text(text) }
    return Int64(exactly: real).map { .integer($0) } ?? .real(real)
  }
}
