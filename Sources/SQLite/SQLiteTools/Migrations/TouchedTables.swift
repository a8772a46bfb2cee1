import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The tables whose rows or definitions a migration may have changed.
struct TouchedTables {
  /// The tables that still exist.
  let present: Set<TableName>
  /// The tables that no longer exist.
  let dropped: Set<TableName>

  /// All touched tables.
  var all: Set<TableName> { present.union(dropped) }
}

extension Database {
  /// Runs a closure, and returns the tables that it touched.
  ///
  /// The writes of a statement, including those of its triggers, are known when it is compiled. A
  /// renamed table is found by its new name, which did not exist before or had another definition.
  func recordingTouchedTables(_ body: () throws -> Void) throws -> TouchedTables {
    let before = try tableDefinitions()
    writesOfMigration = Region()
    defer { writesOfMigration = nil }
    try body()
    let written = Set((writesOfMigration ?? Region()).tables.keys)
    let after = try tableDefinitions()
    let present = after.filter { name, sql in written.contains(name) || before[name] != sql }
    return TouchedTables(
      present: Set(present.keys),
      dropped: Set(before.keys.filter { after[$0] == nil })
    )
  }

  private func tableDefinitions() throws -> [TableName: DatabaseValue] {
    var definitions: [TableName: DatabaseValue] = [:]
    for schema in try schemas() {
      let rows = try internalRows(
        "SELECT name, sql FROM \(quotedIdentifier(schema)).sqlite_master WHERE type = 'table'",
        []
      )
      for row in rows {
        definitions[TableName(schema: schema, row[0].text(at: 0) ?? "")] = row[1]
      }
    }
    return definitions
  }

  /// Checks the rows of touched tables, and the rows of other tables that refer to touched tables.
  ///
  /// References between tables that the migration did not touch are not its responsibility.
  ///
  /// - Parameters:
  ///   - touched: The tables.
  ///   - prefix: The beginning of the error's message.
  func checkForeignKeys(of touched: TouchedTables, messagePrefix prefix: String) throws {
    for reference in try references(of: touched) {
      let isTouched = touched.present.contains(reference.origin)
      let violations = try foreignKeyViolations(
        of: reference.origin,
        to: isTouched ? nil : reference.destination.name,
        limit: 1
      )
      if let violation = violations.first { throw violation.error(messagePrefix: prefix) }
    }
  }

  /// Returns the foreign keys to check: one for each touched table, and those that refer to one.
  private func references(of touched: TouchedTables) throws -> [TableReference] {
    var references: [TableReference] = []
    var seen: Set<TableName> = []
    for reference in try Set(touched.all.map(\.schema)).sorted().flatMap(references(in:)) {
      if touched.present.contains(reference.origin) {
        // All foreign keys of the table are checked at once.
        if seen.insert(reference.origin).inserted { references.append(reference) }
      } else if touched.all.contains(reference.destination) {
        references.append(reference)
      }
    }
    return references
  }

  private func references(in schema: String) throws -> [TableReference] {
    let rows = try internalRows(
      """
      SELECT DISTINCT t.name, k."table"
      FROM \(quotedIdentifier(schema)).sqlite_master t, pragma_foreign_key_list(t.name, ?1) k
      WHERE t.type = 'table' ORDER BY t.rowid, k.id
      """,
      [.text(schema)]
    )
    return rows.map { row in
      TableReference(
        origin: TableName(schema: schema, row[0].text(at: 0) ?? ""),
        destination: TableName(schema: schema, row[1].text(at: 0) ?? "")
      )
    }
  }
}

/// A table that refers to another one.
private struct TableReference {
  let origin: TableName
  let destination: TableName
}
