import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase

/// A copy that can be interrupted and continued: each table is committed on its own.
extension CopyToServer {
  /// The comment on a table whose constraints are still missing.
  private static let mark = "livesql copy: not complete, continue with --continue"

  /// Copies the tables that are not whole yet, and compares all of them in one snapshot at the end.
  ///
  /// It begins and commits its transactions itself.
  ///
  /// - Throws: ``DatabaseCopyError``; then the tables that were copied are kept.
  mutating func runContinuing() throws -> [DatabaseCopySummary.Table] {
    let schema = try currentSchema()
    var pairs = try server.inTransaction { try prepareTables(in: schema) }
    for index in pairs.indices {
      let pair = pairs[index]
      let later = pairs.dropFirst(index + 1).compactMap(\.found)
      let locks = copyLocks(of: [pair.table], in: schema)
      pairs[index] = try locks.inTransaction { turnsTriggersOff in
        try copyIfMissing(pair, before: later, in: schema, turnsTriggersOff: turnsTriggersOff)
      }
    }
    let copied = pairs
    let locks = copyLocks(in: schema)
    return try locks.inTransaction { _ in try complete(copied, in: schema) }
  }

  /// Returns the names of the tables that an interrupted copy has left without constraints.
  func markedTables(in schema: String) throws -> Set<String> {
    let names = try server.execute(
      """
      SELECT c.relname::text FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind = 'r'
        AND pg_catalog.obj_description(c.oid, 'pg_class') = $2
      """,
      [.text(schema), .text(Self.mark)]
    ).map { row in try row.decode(String.self, at: 0) }
    return Set(names)
  }

  /// Creates the missing tables, with marks.
  private mutating func prepareTables(in schema: String) throws -> [Pair] {
    let existing = try server.readSchema(of: [schema])
    let marked = try markedTables(in: schema)
    let pairs = tables.map { table in
      Pair(
        table: table,
        found: existing.table(table.name, schema: schema),
        isMarked: marked.contains(table.name)
      )
    }
    try server.requireAllRows(of: pairs.compactMap(\.found))
    notePartitionedTables(pairs)
    for pair in pairs { if let found = pair.found { try checkColumns(of: found, for: pair.table) } }
    let new = pairs.filter { $0.found == nil }.map(\.table)
    try create(new, in: schema)
    for table in new {
      try server.execute(script: "COMMENT ON TABLE \(table.sqlName(in: schema)) IS '\(Self.mark)'")
    }
    return pairs
  }

  /// Copies a table, unless its rows are already those of the file.
  ///
  /// Foreign keys to later tables are left to the end, since the rows there are still missing. The
  /// others are checked before the rows are committed.
  private mutating func copyIfMissing(
    _ pair: Pair,
    before later: [PostgresTableInfo],
    in schema: String,
    turnsTriggersOff: Bool
  ) throws -> Pair {
    let table = pair.table
    var pair = pair
    let old = [pair.found].compactMap(\.self)
    try server.requireAllRows(of: old)
    let there = try checksum(of: table, in: schema)
    if there.rowCount > 0 {
      pair.sent = try readRows(of: table, in: schema) { _ in }
      pair.wasWhole = true
      guard there == pair.sent else { throw Self.difference(table, there, pair.sent) }
      return pair
    }
    let triggers = try CopyTriggers(
      of: old,
      before: later,
      areWanted: options.firesTriggers,
      turnsOff: turnsTriggersOff,
      outcome:
        "The rows of \(table.name) were not copied; tables that were copied before are kept.",
      on: server
    )
    pair.sent = try copyRows(of: table, into: schema)
    try triggers.turnOn()
    _ = try result(of: pair, in: schema)
    try triggers.check()
    return pair
  }

  private static func difference(
    _ table: CopiedTable,
    _ there: TableChecksum,
    _ file: TableChecksum
  ) -> DatabaseCopyError {
    DatabaseCopyError(
      .rowsDiffer,
      """
      The table \(table.name) has rows that are not those of the file: \(there.rowCount) with the checksum \
      \(there.text) there, \(file.rowCount) with \(file.text) in the file. So it is no part of an \
      interrupted copy, or one side has changed since. Empty it, or leave it out: \
      \(CopyChoice.skips(table.name)).
      """
    )
  }

  /// - Throws: ``DatabaseCopyError`` if another copy has given tables their constraints meanwhile.
  private func requireMarks(of new: [CopiedTable], in schema: String) throws {
    let marked = try markedTables(in: schema)
    guard let table = new.first(where: { !marked.contains($0.name) }) else { return }
    throw DatabaseCopyError(
      .unsuitableTable,
      """
      Another copy has completed the table \(table.name) meanwhile. To compare all tables, \
      \(CopyChoice.again).
      """
    )
  }

  /// Compares all tables, and adds what tables created by this copy still lack.
  private mutating func complete(_ pairs: [Pair], in schema: String) throws -> [DatabaseCopySummary
    .Table]
  {
    try server.requireAllRows(of: pairs.compactMap(\.found))
    let results = try pairs.map { pair in try result(of: pair, in: schema) }
    let old = pairs.filter { !$0.isNew }.compactMap(\.found)
    if !options.firesTriggers { try CopyTriggers.checkAll(of: old, on: server) }
    let new = pairs.filter(\.isNew).map(\.table)
    try requireMarks(of: new, in: schema)
    try addConstraints(to: new, in: schema)
    for table in new {
      try server.execute(script: "COMMENT ON TABLE \(table.sqlName(in: schema)) IS NULL")
    }
    for pair in pairs { try setIdentity(of: pair.table, pair.found, in: schema) }
    return results
  }
}
