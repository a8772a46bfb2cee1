import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The triggers of a table, and what happens to them while its rows are restored.
///
/// The changes of a trigger to ordinary rows are part of the step, so it must not run again. A
/// trigger that feeds a virtual table, such as a full-text index, has to run, because changes of
/// virtual rows are not reported. It feeds the right rows when they are deleted and inserted.
///
/// SQLite can switch off the triggers of the schema, all or none, but not the temporary ones: those
/// are dropped meanwhile.
struct UndoTriggers: Sendable {
  /// A trigger, with its SQL.
  struct Trigger: Sendable, Hashable {
    let name: String
    let sql: String
  }

  /// Whether the schema has triggers on the table.
  let hasSchemaTriggers: Bool
  /// Whether the triggers of the schema run.
  let runsSchemaTriggers: Bool
  /// The temporary triggers that must not run.
  let dropped: [Trigger]
  /// The virtual tables that triggers feed on both inserts and deletes.
  ///
  /// Only triggers that can run without the others count.
  let indexes: Set<TableName>

  init(of table: TableName, _ db: Database) throws {
    let ofSchema = table.schema == "temp" ? [] : try db.triggers(of: table, in: table.schema)
    let temporary = try db.triggers(of: table, in: "temp")
    hasSchemaTriggers = !ofSchema.isEmpty
    guard hasSchemaTriggers || !temporary.isEmpty else {
      (runsSchemaTriggers, dropped, indexes) = (false, [], [])
      return
    }
    let writes = try db.writes(byTriggersOf: table)
    let written = Array(writes.inserting.values) + Array(writes.deleting.values)
    let virtual = try Set(written.joined()).filter(db.isVirtual)
    /// Returns whether a trigger writes only virtual tables, as far as it runs.
    func feeds(_ trigger: Trigger) -> Bool {
      let tables = (writes.inserting[trigger.name] ?? []).union(writes.deleting[trigger.name] ?? [])
      return !tables.isEmpty && tables.isSubset(of: virtual)
    }
    /// Returns whether a trigger writes other tables.
    func writesRows(_ trigger: Trigger) -> Bool {
      let tables = (writes.inserting[trigger.name] ?? []).union(writes.deleting[trigger.name] ?? [])
      return !tables.isSubset(of: virtual)
    }
    /// Returns the virtual tables that triggers feed.
    func fed(_ triggers: [Trigger], _ writes: [String: Set<TableName>]) -> Set<TableName> {
      triggers.filter(feeds).reduce(into: []) { $0.formUnion(writes[$1.name] ?? []) }
    }
    // The triggers of the schema run together, or not at all.
    let canRun = !ofSchema.contains(where: writesRows)
    let running = (canRun ? ofSchema : []) + temporary
    let (filled, emptied) = (fed(running, writes.inserting), fed(running, writes.deleting))
    indexes = filled.intersection(emptied)
    runsSchemaTriggers = canRun && ofSchema.contains(where: feeds)
    dropped = temporary.filter { !feeds($0) }
  }

  /// Whether any triggers run.
  var runsAny: Bool { !indexes.isEmpty }
}

extension UndoTriggers.Trigger {
  /// The statement that recreates a temporary trigger, whose SQL SQLite stores without that
  /// keyword.
  var temporarySQL: String {
    sql.hasPrefix("CREATE TRIGGER") ? "CREATE TEMP" + sql.dropFirst("CREATE".count) : sql
  }
}

extension Database {
  fileprivate func triggers(of table: TableName, in schema: String) throws -> [UndoTriggers.Trigger]
  {
    let sql = """
      SELECT name, sql FROM \(quotedIdentifier(schema)).sqlite_schema
      WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE
      """
    return try internalRows(sql, [.text(table.name)]).compactMap { row in
      guard case .text(let name) = row[0], case .text(let sql) = row[1] else { return nil }
      return UndoTriggers.Trigger(name: name, sql: sql)
    }
  }

  /// Returns the tables that triggers write when rows of a table are inserted and deleted, by
  /// trigger.
  fileprivate func writes(byTriggersOf table: TableName) throws -> (
    inserting: [String: Set<TableName>], deleting: [String: Set<TableName>]
  ) {
    let name = "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
    let areOn = connection.option(.triggers)
    if !areOn { try switchOption(.triggers, true) }
    defer { if !areOn { try? switchOption(.triggers, false) } }
    return (
      try triggerWrites(of: "INSERT INTO \(name) DEFAULT VALUES"),
      try triggerWrites(of: "DELETE FROM \(name) WHERE 0")
    )
  }

  private func triggerWrites(of sql: String) throws -> [String: Set<TableName>] {
    recorder.start()
    do throws(SQLiteError) {
      _ = try Statement(sql, on: connection)
    } catch {
      _ = recorder.finish()
      throw databaseError(error)
    }
    return recorder.finish().triggerWrites
  }

  fileprivate func isVirtual(_ table: TableName) throws -> Bool {
    let rows = try internalRows(
      "SELECT type FROM pragma_table_list(?1) WHERE schema = ?2 COLLATE NOCASE",
      [.text(table.name), .text(table.schema)]
    )
    return rows.first?.first == "virtual"
  }
}
