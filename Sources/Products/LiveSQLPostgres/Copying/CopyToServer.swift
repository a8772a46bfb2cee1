import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase

/// A copy of tables, in one transaction of the file, and one of the server unless it can be
/// continued.
struct CopyToServer {
  let tables: [CopiedTable]
  let options: DatabaseCopyOptions
  let interruption: Interruption
  let db: Database
  let server: PostgresConnection
  /// Notes about differences from the original that were found.
  private(set) var notes: [CopyMessage] = []
  private var meter: CopyMeter
  /// The names of the server's tables whose rows are in their partitions.
  var partitioned: Set<ByteText> = []

  init(
    tables: [CopiedTable],
    options: DatabaseCopyOptions,
    interruption: Interruption,
    progress: ((DatabaseCopyProgress) throws -> Void)?,
    db: Database,
    server: PostgresConnection
  ) {
    (self.tables, self.options, self.interruption) = (tables, options, interruption)
    (self.db, self.server) = (db, server)
    meter = CopyMeter(total: tables.reduce(0) { $0 + $1.rowCount }, report: progress)
  }

  /// A table on both sides.
  struct Pair {
    let table: CopiedTable
    /// The server's table; `nil` if it does not exist yet.
    let found: PostgresTableInfo?
    /// Whether a copy that was interrupted has created it.
    var isMarked = false
    /// Whether it has all rows already.
    var wasWhole = false
    /// The server's rows before the copy.
    var before = TableChecksum()
    /// The rows that were sent.
    var sent = TableChecksum()

    /// Whether a copy creates it.
    var isNew: Bool { found == nil || isMarked }
  }

  /// Copies all tables, in a transaction that sees one snapshot and locks existing tables.
  ///
  /// - Throws: ``DatabaseCopyError``, including if the tables differ afterwards.
  mutating func run() throws -> [DatabaseCopySummary.Table] {
    let schema = try currentSchema()
    let locks = copyLocks(in: schema)
    return try locks.inTransaction { try copyAll(in: schema, turnsTriggersOff: $0) }
  }

  /// Copies all tables, within a transaction.
  private mutating func copyAll(in schema: String, turnsTriggersOff: Bool) throws
    -> [DatabaseCopySummary.Table]
  {
    let existing = try server.readSchema(of: [schema])
    var pairs = tables.map { Pair(table: $0, found: existing.table($0.name, schema: schema)) }
    try server.requireAllRows(of: pairs.compactMap(\.found))
    notePartitionedTables(pairs)
    try refuseMarkedTables(in: schema)
    for pair in pairs { if let found = pair.found { try check(found, for: pair.table) } }
    let triggers = try CopyTriggers(
      of: pairs.compactMap(\.found),
      areWanted: options.firesTriggers,
      turnsOff: turnsTriggersOff,
      on: server
    )
    try create(pairs.filter { $0.found == nil }.map(\.table), in: schema)
    for index in pairs.indices where pairs[index].found != nil {
      pairs[index].before = try checksum(of: pairs[index].table, in: schema)
    }
    for index in pairs.indices {
      pairs[index].sent = try copyRows(of: pairs[index].table, into: schema)
    }
    try triggers.turnOn()
    // A trigger may also have written into a table that was copied before.
    let results = try pairs.map { pair in try result(of: pair, in: schema) }
    try triggers.check()
    try addConstraints(to: pairs.filter { $0.found == nil }.map(\.table), in: schema)
    for pair in pairs { try setIdentity(of: pair.table, pair.found, in: schema) }
    return results
  }

  /// Notes which of the server's tables have their rows in partitions.
  mutating func notePartitionedTables(_ pairs: [Pair]) {
    let parents = pairs.filter { $0.found?.kind == .partitionedTable }
    partitioned = Set(parents.map { ByteText($0.table.name) })
  }

  /// Returns the schema into which tables are copied.
  func currentSchema() throws -> String {
    try server.execute("SELECT current_schema()::text")
      .first { row in try row.decode(String.self, at: 0) } ?? "public"
  }

  /// - Throws: ``DatabaseCopyError`` if a copy that can be continued has left tables.
  private func refuseMarkedTables(in schema: String) throws {
    let marked = try markedTables(in: schema)
    guard let table = tables.first(where: { marked.contains($0.name) }) else { return }
    throw DatabaseCopyError(
      .interruptedCopy,
      """
      The table \(table.name) is from a copy that was interrupted. Give \(CopyChoice.continues) to complete \
      it, or drop the table.
      """
    )
  }

  /// Creates tables.
  ///
  /// - Throws: ``DatabaseCopyError`` if something else has the name of one.
  func create(_ new: [CopiedTable], in schema: String) throws {
    // The server names the index of a key after its table, unless the name is in use.
    for table in new.sorted(by: { $0.name.utf8.count > $1.name.utf8.count }) {
      do throws(PostgresError) {
        try server.execute(script: table.createSQL(in: schema))
      } catch {
        guard error.code == .duplicateTable || error.code == .duplicateObject else { throw error }
        throw DatabaseCopyError(
          .unusableName,
          """
          The name of the table \(table.name) is in use in the schema \(schema), by an index, a sequence or a \
          type. Rename one of them, or leave the table out: \(CopyChoice.skips(table.name)).
          """
        )
      }
    }
  }

  /// Adds the checks, indexes and foreign keys of new tables.
  mutating func addConstraints(to new: [CopiedTable], in schema: String) throws {
    for table in new { try add(table.constraints(in: schema), to: table) }
    for table in new { try add(table.references(in: schema, tables), to: table) }
  }

  /// Reads a copied table back.
  ///
  /// - Throws: ``DatabaseCopyError`` if both sides differ.
  func result(of pair: Pair, in schema: String) throws -> DatabaseCopySummary.Table {
    let (table, sent) = (pair.table, pair.sent)
    let after = try checksum(of: table, in: schema).difference(from: pair.before)
    guard after == sent else {
      let outcome = options.continues ? "It was not completed." : "Nothing was copied."
      throw DatabaseCopyError(
        .rowsDiffer,
        """
        The rows of \(table.name) differ after they were copied: \(sent.rowCount) with the checksum \
        \(sent.text) in the file, \(after.rowCount) with \(after.text) there. \(outcome) A trigger may \
        change rows, of this table or of another one that is copied.
        """
      )
    }
    return DatabaseCopySummary.Table(
      name: table.name,
      rows: after,
      isNew: pair.isNew,
      hadRows: pair.before.rowCount > 0,
      wasWhole: pair.wasWhole
    )
  }

  /// - Throws: ``DatabaseCopyError`` if a table lacks a column.
  func checkColumns(of found: PostgresTableInfo, for table: CopiedTable) throws {
    guard found.kind == .table || found.kind == .partitionedTable else {
      throw DatabaseCopyError(
        .unsuitableTable,
        "\(table.name) is a \(found.kind.name) there, not a table."
      )
    }
    if let missing = table.columns.first(where: { found.column($0.name) == nil }) {
      throw DatabaseCopyError(
        .unsuitableTable,
        "The table \(table.name) already exists and has no column \(missing.name). Add it, or drop the table."
      )
    }
  }

  /// - Throws: ``DatabaseCopyError`` if a table cannot store the rows.
  private func check(_ found: PostgresTableInfo, for table: CopiedTable) throws {
    try checkColumns(of: found, for: table)
    guard !options.appends else { return }
    let hasRows = try server.execute("SELECT EXISTS (SELECT FROM \(found.ownRows))")
      .first { row in try row.decode(Bool.self, at: 0) }
    guard hasRows != true else {
      throw DatabaseCopyError(
        .rowsExist,
        "The table \(table.name) already has rows. Give \(CopyChoice.appends) to add to them, or empty it."
      )
    }
  }
}

// MARK: - Rows

extension CopyToServer {
  /// Copies the rows of a table.
  ///
  /// - Returns: The checksum of the rows that were sent.
  mutating func copyRows(of table: CopiedTable, into schema: String) throws -> TableChecksum {
    var sent = TableChecksum()
    let columns = table.columns.map(\.name)
    let kinds = try kinds(of: table, in: schema)
    try server.copyIn(table.name, schema: schema, columns: columns) { writer in
      sent = try readRows(of: table, as: kinds) { values in try writer.append(values) }
    }
    return sent
  }

  /// Reads the rows of a table in the file, as values of the server's types.
  ///
  /// - Returns: Their checksum.
  mutating func readRows(
    of table: CopiedTable,
    in schema: String,
    _ body: ([PostgresValue]) throws -> Void
  ) throws -> TableChecksum {
    try readRows(of: table, as: kinds(of: table, in: schema), body)
  }

  private mutating func readRows(
    of table: CopiedTable,
    as kinds: [PostgresType.Kind],
    _ body: ([PostgresValue]) throws -> Void
  ) throws -> TableChecksum {
    var read = TableChecksum()
    try db.makeStatement(sql: table.select).forEachRow { row in
      let stored = try row.storedValues()
      let values = try Self.converted(stored, kinds, of: table, number: read.rowCount + 1)
      try body(values)
      read.add(values)
      try interruption.check()
      try meter.addRow()
    }
    return read
  }

  private static func converted(
    _ values: [DatabaseValue],
    _ kinds: [PostgresType.Kind],
    of table: CopiedTable,
    number: Int
  ) throws -> [PostgresValue] {
    try values.indices.map { index in
      let digits = table.columns[index].digits
      guard let value = values[index].converted(to: kinds[index], digits: digits) else {
        let (column, type) = (table.columns[index].name, "\(kinds[index])")
        let row = table.rowKey.text(of: values, number: number)
        throw DatabaseCopyError(
          .valueDoesNotFit,
          """
          A value of the column \(column) of \(table.name) does not fit the type there, which is \
          \(type). It is in \(row). Correct it in the file, change the column there by ALTER TABLE … \
          ALTER COLUMN … TYPE text, or leave it out: \(CopyChoice.skips("\(table.name).\(column)")).
          """
        )
      }
      return value
    }
  }

  /// Returns the kinds of the server's columns, which determine how values are written.
  private func kinds(of table: CopiedTable, in schema: String) throws -> [PostgresType.Kind] {
    try server.prepare(selectSQL(of: table, in: schema)).columns.types.map(\.kind)
  }

  /// Reads the rows of a table on the server.
  func checksum(of table: CopiedTable, in schema: String) throws -> TableChecksum {
    var checksum = TableChecksum()
    try server.forEachRow(selectSQL(of: table, in: schema)) { row in
      checksum.add(try row.values())
      if checksum.rowCount.isMultiple(of: 256) { try interruption.check() }
    }
    return checksum
  }

  private func selectSQL(of table: CopiedTable, in schema: String) -> String {
    let columns = table.columns.map { PostgresConnection.quoted($0.name) }
    // Tables that inherit from it have rows of their own.
    let only = partitioned.contains(ByteText(table.name)) ? "" : "ONLY "
    return "SELECT \(columns.joined(separator: ", ")) FROM \(only)\(table.sqlName(in: schema))"
  }
}

// MARK: - Indexes and constraints

extension CopyToServer {
  /// Adds constraints that the server may reject, and notes the rejected ones.
  private mutating func add(_ constraints: [(sql: String, name: String)], to table: CopiedTable)
    throws
  {
    for constraint in constraints {
      try interruption.check()
      do {
        try server.inSavepoint { try server.execute(script: constraint.sql) }
      } catch let error as PostgresError where error.code.class != .operatorIntervention {
        notes.append("\(table.name): \(constraint.name) is left out: \(error.sentence)")
      }
    }
  }

  /// Makes the server number new rows after the existing ones.
  func setIdentity(of table: CopiedTable, _ found: PostgresTableInfo?, in schema: String)
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
