import DatabaseTypes
import SQLSyntax
import SQLite
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

extension Database {
  /// Replaces an old table with a new one.
  ///
  /// SQLite's documentation renames the new table last. Here the old one is renamed first, so that
  /// the stored SQL of the new table is exactly the given one. Nothing that refers to the table
  /// follows the renaming, because foreign keys are off and `legacyAlterTable` is on:
  /// https://www.sqlite.org/lang_altertable.html#altertabrename
  func recreate(
    _ old: RecreatedTable,
    _ statements: TableStatements,
    _ copy: TableCopy
  ) throws {
    let enforcesForeignKeys = connection.option(.foreignKeys)
    // Unlike the pragma, this option takes effect within a transaction too.
    try withOption(.foreignKeys, false) {
      try inDefinition {
        let wasValid = hasValidSchema()
        try withOption(.legacyAlterTable, true) {
          try replace(old, statements, copy)
        }
        try restoreObjects(of: old, statements.indexes)
        if wasValid { try checkSchema(after: old) }
        try rebuildSearchTables(of: old)
        if enforcesForeignKeys { try checkForeignKeys(of: old) }
      }
    }
  }

  private func replace(
    _ old: RecreatedTable,
    _ statements: TableStatements,
    _ copy: TableCopy
  ) throws {
    let name = old.name.name
    try define("ALTER TABLE \(quote: name) RENAME TO \(quote: old.temporaryName)")
    try define(statements.create)
    guard try tableExists(name, in: old.name.schema) else {
      throw DefinitionError.misuse(
        "The statement that recreates the table “\(name)” creates a table with another name. Use the same name."
      )
    }
    let rows = RowCopy(
      old: old,
      newColumns: try columns(in: old.name),
      newKey: try primaryKey(old.name),
      copy: copy
    )
    try copyRows(rows)
    try define("DROP TABLE \(quote: old.temporaryName)")
    try restoreSequence(of: old)
    for index in statements.indexes { try define(index.fragment) }
  }

  private func copyRows(_ rows: RowCopy) throws {
    switch try rows.plan(limit: columnLimit) {
    case .statement(let statement): return try SQLQueryExpression<()>(statement).execute(self)
    case .rowByRow(let assignments, let oldNumber, let newNumber):
      return try copyRows(rows, assignments, from: oldNumber, to: newNumber)
    case .nothing: break
    }
    let name = quotedIdentifier(rows.old.temporaryName)
    guard try internalRows("SELECT 1 FROM \(name) LIMIT 1", []).isEmpty else {
      throw DefinitionError.misuse(
        "The recreated table “\(rows.old.name.name)” has no column of the old one, so all values would be "
          + "lost. Specify with `copy(column:from:)` where they come from, or drop the table."
      )
    }
  }

  /// Copies the rows of a table that has as many columns as a query can return, so that none can
  /// return a row number beside them.
  ///
  /// SQLite gives each row a number that no other has, and then it gets its own. From the last row
  /// to the first, no number that is still to come is in use.
  private func copyRows(
    _ rows: RowCopy,
    _ assignments: [RowCopy.Assignment],
    from oldNumber: String,
    to newNumber: String
  ) throws {
    let (old, table) = (rows.old.temporaryName, rows.old.name.name)
    let insertion = rows.statement(assignments)
    let number = quotedIdentifier(oldNumber)
    let greatest = "SELECT max(\(number)) FROM \(quotedIdentifier(old))"
    var next = try internalRows(greatest, []).first?[0]
    while let current = next, case .integer(let id) = current {
      let row: QueryFragment = "\(quote: table).\(quote: oldNumber) = \(bind: id)"
      let copy: QueryFragment = "\(insertion) WHERE \(row)"
      try SQLQueryExpression<()>(copy).execute(self)
      let change: QueryFragment = """
        UPDATE \(quote: table) SET \(quote: newNumber) = \(bind: id) \
        WHERE \(quote: newNumber) = \(bind: lastInsertedRowID)
        """
      try SQLQueryExpression<()>(change).execute(self)
      next = try internalRows("\(greatest) WHERE \(number) < ?1", [current]).first?[0]
    }
  }

  /// Keeps numbers from being given again, including those of deleted rows.
  private func restoreSequence(of old: RecreatedTable) throws {
    guard let sequence = old.sequence, let sql = try createSQL(of: old.name),
      SQLTokens(sql, grammar: .sqlite).words.contains("autoincrement")
    else { return }
    let table = "\(quotedIdentifier(old.name.schema)).sqlite_sequence"
    let name = DatabaseValue.text(old.name.name)
    try execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [name])
    try execute(
      sql: "INSERT INTO \(table) (name, seq) VALUES (?, ?)",
      arguments: [name, sequence]
    )
  }
}

// MARK: - Dependent objects

extension Database {
  private func restoreObjects(of old: RecreatedTable, _ made: [IndexDefinition]) throws {
    for object in old.objects {
      let name = object.name.name
      // An index of the new definition replaces the old one of the same name.
      if object.kind == .index, made.contains(where: { isSameIdentifier($0.name, name) }) {
        continue
      }
      do { try execute(sql: object.definition(of: old)) } catch let error as DatabaseError {
        throw error.keeping(object, of: old)
      }
    }
  }

  /// Rebuilds the full-text tables that follow the table from its new rows.
  private func rebuildSearchTables(of old: RecreatedTable) throws {
    for object in old.objects where object.kind == .trigger {
      guard let search = SynchronizationTrigger.searchTable(ofInsertTrigger: object.name.name),
        try tableExists(search, in: old.name.schema)
      else { continue }
      for statement in try filling(of: search, from: old) { try define(statement) }
    }
  }

  private func filling(of search: String, from old: RecreatedTable) throws -> [QueryFragment] {
    let definition = try internalRows(
      "SELECT sql FROM \(quotedIdentifier(old.name.schema)).sqlite_schema WHERE name = ?1 COLLATE NOCASE",
      [.text(search)]
    ).first.flatMap { $0[0].text(at: 0) }
    let module = definition.flatMap(VirtualTableDefinition.init)?.module
    return try synchronization(
      of: search,
      with: old.name.name,
      columns: columns(in: TableName(schema: old.name.schema, search)).filter { !$0.isHidden }
        .map(\.name),
      kind: module == "fts4" || module == "fts3" ? .fts4 : .fts5
    ).filling
  }

  private func checkForeignKeys(of old: RecreatedTable) throws {
    for table in try tables(in: old.name.schema) where table.kind == .table {
      let isSelf = isSameIdentifier(table.name.name, old.name.name)
      let violations = try foreignKeyViolations(
        of: table.name,
        to: isSelf ? nil : old.name.name,
        limit: 1
      )
      if let violation = violations.first {
        throw violation.error(
          messagePrefix:
            "Recreating the table “\(old.name.name)” violates a foreign key and was undone. "
        )
      }
    }
  }
}

extension SchemaObject {
  /// Returns the statement that recreates the object; SQLite does not store that a trigger is
  /// temporary.
  fileprivate func definition(of table: RecreatedTable) -> String {
    let sql = sql ?? ""
    let prefix = "CREATE TRIGGER"
    guard kind == .trigger, isSameIdentifier(name.schema, "temp"), sql.hasPrefix(prefix) else {
      return sql
    }
    return "CREATE TEMPORARY TRIGGER" + sql.dropFirst(prefix.count)
  }
}

extension DatabaseError {
  fileprivate func keeping(_ object: SchemaObject, of table: RecreatedTable) -> DatabaseError {
    DatabaseError(
      code: code,
      message:
        "The \(object.kind.rawValue) “\(object.name.name)” does not fit the recreated table “\(table.name.name)”: "
        + "\(explanation) Drop it first, and create a new one afterwards.",
      resultCode: reportedResultCode,
      sql: sql,
      offset: offset,
      path: path
    )
  }
}

// MARK: - Views and triggers

extension Database {
  /// Returns whether SQLite can compile all views and triggers.
  private func hasValidSchema() -> Bool {
    do { try testSchema() } catch { return false }
    return true
  }

  private func checkSchema(after old: RecreatedTable) throws {
    do { try testSchema() } catch let error as DatabaseError {
      throw DatabaseError(
        code: error.code,
        message:
          "A view or a trigger does not fit the recreated table “\(old.name.name)”: \(error.explanation) "
          + "Drop it first, and create a new one afterwards.",
        resultCode: error.reportedResultCode,
        path: error.path
      )
    }
  }

  /// Makes SQLite check the schema, as it does when a table is renamed.
  private func testSchema() throws {
    let name = "livesql schema test"
    try inSavepoint {
      try execute(sql: "CREATE TABLE main.\"\(name)\" (a)")
      try execute(sql: "ALTER TABLE main.\"\(name)\" RENAME TO \"\(name) 2\"")
      return .rollback
    }
  }
}
