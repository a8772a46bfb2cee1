import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase

/// Copies tables, within a transaction on each side.
struct TableCopy {
  let tables: [CopiedTable]
  let appends: Bool
  let interruption: Interruption
  let note: ProgressNote?
  let db: Database
  let server: PostgresConnection
  /// What turned out to be not as it was.
  private(set) var notes: [String] = []
  private var copiedRowCount = 0

  init(
    tables: [CopiedTable],
    appends: Bool,
    interruption: Interruption,
    note: ProgressNote?,
    db: Database,
    server: PostgresConnection
  ) {
    (self.tables, self.appends, self.interruption) = (tables, appends, interruption)
    (self.note, self.db, self.server) = (note, db, server)
  }

  /// What was copied of a table.
  struct Result: Sendable {
    let name: String
    let checksum: TableChecksum
    let isNew: Bool
  }

  /// Copies all tables.
  ///
  /// - Throws: ``CommandFailure`` also where the tables differ afterwards.
  mutating func run() throws -> [Result] {
    let schema =
      try server.execute("SELECT current_schema()::text")
      .first { row in try row.decode(String.self, at: 0) } ?? "public"
    let existing = try server.readSchema(of: [schema])
    let found = tables.map { existing.table($0.name, schema: schema) }
    for (table, found) in zip(tables, found) {
      if let found {
        try check(found, for: table)
      } else {
        try server.execute(script: table.createSQL(in: schema))
      }
    }
    var results: [Result] = []
    for (table, found) in zip(tables, found) {
      let checksum = try copyRows(of: table, into: schema, isNew: found == nil)
      results.append(Result(name: table.name, checksum: checksum, isNew: found == nil))
    }
    let new = zip(tables, found).filter { $0.1 == nil }.map(\.0)
    for table in new { try add(table.constraints(in: schema), to: table) }
    for table in new { try add(table.references(in: schema, tables), to: table) }
    for (table, found) in zip(tables, found) { try setIdentity(of: table, found, in: schema) }
    return results
  }

  /// - Throws: ``CommandFailure`` where a table cannot take the rows.
  private func check(_ found: PostgresTableInfo, for table: CopiedTable) throws {
    guard found.kind == .table || found.kind == .partitionedTable else {
      throw CommandFailure(message: "\(table.name) is a \(found.kind.name) there, and no table.")
    }
    if let missing = table.columns.first(where: { found.column($0.name) == nil }) {
      throw CommandFailure(
        message:
          "The table \(table.name) is there already, and has no column \(missing.name). Add it, or drop the table."
      )
    }
    guard !appends else { return }
    let name = table.sqlName(in: found.schema)
    let hasRows = try server.execute("SELECT EXISTS (SELECT FROM \(name))")
      .first { row in try row.decode(Bool.self, at: 0) }
    guard hasRows != true else {
      throw CommandFailure(
        message:
          "The table \(table.name) has rows already. Give --append to add to them, or empty it."
      )
    }
  }
}

// MARK: - Rows

extension TableCopy {
  /// Copies the rows of a table, and compares both sides afterwards.
  private mutating func copyRows(of table: CopiedTable, into schema: String, isNew: Bool) throws
    -> TableChecksum
  {
    let before = isNew ? TableChecksum() : try checksum(of: table, in: schema)
    var sent = TableChecksum()
    let kinds = try kinds(of: table, in: schema)
    try server.copyIn(table.name, schema: schema, columns: table.columns.map(\.name)) { writer in
      try db.makeStatement(sql: table.select).forEachRow { row in
        let values = try Self.converted(row.storedValues(), kinds, of: table)
        try writer.append(values)
        sent.add(values)
        try noteRow()
      }
    }
    let after = try checksum(of: table, in: schema).difference(from: before)
    guard after == sent else {
      throw CommandFailure(
        message:
          "The rows of \(table.name) differ after they were copied: \(grouped(sent.rowCount)) with the "
          + "checksum \(sent.text) in the file, \(grouped(after.rowCount)) with \(after.text) there. Nothing was "
          + "kept. A trigger or a rule of the table may change rows."
      )
    }
    return after
  }

  private mutating func noteRow() throws {
    copiedRowCount += 1
    guard copiedRowCount.isMultiple(of: 256) else { return }
    try interruption.check()
    let total = tables.reduce(0) { $0 + $1.rowCount }
    try note?.update(completed: copiedRowCount, total: total)
  }

  private static func converted(
    _ values: [DatabaseValue],
    _ kinds: [PostgresType.Kind],
    of table: CopiedTable
  ) throws -> [PostgresValue] {
    try values.indices.map { index in
      guard let value = values[index].converted(to: kinds[index]) else {
        throw CommandFailure(
          message:
            "A value of the column \(table.columns[index].name) of \(table.name) does not fit the type there, "
            + "which is \(kinds[index])."
        )
      }
      return value
    }
  }

  /// How the server's columns are written.
  private func kinds(of table: CopiedTable, in schema: String) throws -> [PostgresType.Kind] {
    try server.prepare(selectSQL(of: table, in: schema)).columns.types.map(\.kind)
  }

  private func checksum(of table: CopiedTable, in schema: String) throws -> TableChecksum {
    var checksum = TableChecksum()
    try server.forEachRow(selectSQL(of: table, in: schema)) { row in
      checksum.add(try row.values())
      if checksum.rowCount.isMultiple(of: 256) { try interruption.check() }
    }
    return checksum
  }

  private func selectSQL(of table: CopiedTable, in schema: String) -> String {
    let columns = table.columns.map { PostgresConnection.quoted($0.name) }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(table.sqlName(in: schema))"
  }
}

// MARK: - What comes after the rows

extension TableCopy {
  /// Adds what the server may refuse, and tells what it refuses.
  private mutating func add(_ constraints: [(sql: String, name: String)], to table: CopiedTable)
    throws
  {
    for constraint in constraints {
      try interruption.check()
      do {
        try server.inSavepoint { try server.execute(script: constraint.sql) }
      } catch let error as PostgresError where error.code.class != .operatorIntervention {
        notes.append("\(table.name): \(constraint.name) is left out: \(error.messageOfCommand)")
      }
    }
  }

  /// Lets the server number new rows after those that are there.
  private func setIdentity(of table: CopiedTable, _ found: PostgresTableInfo?, in schema: String)
    throws
  {
    let name = table.sqlName(in: schema)
    for column in table.columns {
      let isIdentity = found.map { $0.column(column.name)?.identity != nil } ?? column.isIdentity
      guard isIdentity else { continue }
      let quoted = PostgresConnection.quoted(column.name)
      try server.execute(
        """
        SELECT pg_catalog.setval(s.name, greatest(m.value, pg_catalog.pg_sequence_last_value(s.name)))
        FROM (SELECT greatest(max(\(quoted)), $3) AS value FROM \(name)) m,
          (SELECT pg_catalog.pg_get_serial_sequence($1, $2)::regclass AS name) s
        WHERE m.value > 0
        """,
        [.text(name), .text(column.name), .integer(Int64(table.lastNumber))]
      )
    }
  }
}
