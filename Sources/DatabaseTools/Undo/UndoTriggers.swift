import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The triggers of a table, and what becomes of them while its rows are made what they were.
///
/// What a trigger did to ordinary rows is in the step, so that it must not run again. One that feeds a virtual table, such as a
/// full-text index, has to run, since of that no rows are told; it feeds the right ones when rows go and come.
///
/// SQLite can switch off the triggers of the schema, all or none, and not the temporary ones: those are dropped for so long.
struct UndoTriggers: Sendable {
  /// A trigger by its name, with its SQL.
  struct Trigger: Sendable, Hashable {
    let name: String
    let sql: String
  }

  /// Whether there are any that the schema has.
  let areInSchema: Bool
  /// Whether those run.
  let runInSchema: Bool
  /// The temporary ones that must not run.
  let dropped: [Trigger]
  /// The virtual tables that triggers feed, both when rows come and when they go, by triggers that can run without the others.
  let indexes: Set<TableName>

  init(of table: TableName, _ db: Database) throws {
    let ofSchema = table.schema == "temp" ? [] : try db.triggers(of: table, in: table.schema)
    let temporary = try db.triggers(of: table, in: "temp")
    areInSchema = !ofSchema.isEmpty
    guard areInSchema || !temporary.isEmpty else {
      (runInSchema, dropped, indexes) = (false, [], [])
      return
    }
    let writes = try db.writes(byTriggersOf: table)
    let written = Array(writes.inserting.values) + Array(writes.deleting.values)
    let virtual = try Set(written.joined()).filter(db.isVirtual)
    /// Whether a trigger writes virtual tables alone, as far as it runs.
    func feeds(_ trigger: Trigger) -> Bool {
      let tables = (writes.inserting[trigger.name] ?? []).union(writes.deleting[trigger.name] ?? [])
      return !tables.isEmpty && tables.isSubset(of: virtual)
    }
    /// Whether a trigger writes other tables.
    func writesRows(_ trigger: Trigger) -> Bool {
      let tables = (writes.inserting[trigger.name] ?? []).union(writes.deleting[trigger.name] ?? [])
      return !tables.isSubset(of: virtual)
    }
    /// The virtual tables that triggers feed.
    func fed(_ triggers: [Trigger], _ writes: [String: Set<TableName>]) -> Set<TableName> {
      triggers.filter(feeds).reduce(into: []) { $0.formUnion(writes[$1.name] ?? []) }
    }
    // Those of the schema run together, or not at all.
    let canRun = !ofSchema.contains(where: writesRows)
    let running = (canRun ? ofSchema : []) + temporary
    let (filled, emptied) = (fed(running, writes.inserting), fed(running, writes.deleting))
    indexes = filled.intersection(emptied)
    runInSchema = canRun && ofSchema.contains(where: feeds)
    dropped = temporary.filter { !feeds($0) }
  }

  /// Whether any run.
  var run: Bool { !indexes.isEmpty }
}

extension UndoTriggers.Trigger {
  /// Makes a temporary trigger again, which SQLite keeps as it keeps the others: without that word.
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

  /// The tables that triggers write, by their names, when rows of a table come and when they go.
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
