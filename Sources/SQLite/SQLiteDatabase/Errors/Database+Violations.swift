import DatabaseTypes
import SQLSyntax
public import SQLite

extension Database {
  /// Adds the constraint that a row violates to an error, from SQLite's message and the schema.
  ///
  /// The schema is read on this connection, without a transaction and without waiting for locks.
  /// Where it cannot be read, details are omitted, so the error itself is always reported.
  ///
  /// - Parameters:
  ///   - error: The error of a statement that has ended.
  ///   - access: What the statement writes, if it is known.
  ///   - reported: The error.
  func addViolation(
    of error: SQLiteError,
    by access: StatementAccess?,
    to reported: inout DatabaseError
  ) {
    guard error.code.primary == .constraint else { return }
    let message = ConstraintMessage(code: error.code, text: error.message)
    let access = access ?? StatementAccess()
    if error.code == .constraintCheck {
      (reported.violation, reported.checkedColumns) = checkViolation(message.check, access)
    } else {
      reported.violation = violation(message, error.sql ?? "", access)
    }
    // Reading the schema was a success, which has replaced SQLite's last error.
    lastViolation = error
  }

  private func violation(
    _ message: ConstraintMessage,
    _ sql: String,
    _ access: StatementAccess
  ) -> ConstraintViolation? {
    if message.isForeignKey { return foreignKeyViolation(sql, access) }
    let columns = message.columns(in: access.writes.tables.keys.map(\.name))
    let (table, names) = (columns?.table, columns?.names ?? [])
    switch message.code {
    case .constraintUnique: return uniqueViolation(message, columns, access)
    case .constraintPrimaryKey, .constraintRowID:
      let name = columns.flatMap { declared($0, access)?.name(of: .primaryKey, on: names) }
      return .primaryKey(table: table, columns: names, constraint: name)
    case .constraintNotNull: return .notNull(table: table, column: names.first)
    case .constraintDataType: return .dataType(table: table, column: names.first)
    case .constraintTrigger: return .trigger(message: message.text)
    default: return nil
    }
  }

  /// Returns the constraints in the definition of the table that a message names.
  private func declared(
    _ columns: ConstraintMessage.Columns,
    _ access: StatementAccess
  ) -> DeclaredConstraints? {
    let table = access.writes.tables.keys.first { isSameIdentifier($0.name, columns.table) }
    return table.flatMap { definition(of: $0) }.map(DeclaredConstraints.init)
  }

  private func definition(of table: TableName) -> String? {
    let rows = schemaRows(
      """
      SELECT sql FROM \(quotedIdentifier(table.schema)).sqlite_master
      WHERE type = 'table' AND name = ?1 COLLATE NOCASE
      """,
      [.text(table.name)]
    )
    return rows.first?[0].text(at: 0)
  }

  /// Returns the rows of a query of the schema; none if it fails.
  private func schemaRows(_ sql: String, _ arguments: [DatabaseValue]) -> [[DatabaseValue]] {
    busy.withoutWaiting { (try? uncheckedRows(sql, arguments)) ?? [] }
  }
}

// MARK: Unique keys

extension Database {
  private func uniqueViolation(
    _ message: ConstraintMessage,
    _ columns: ConstraintMessage.Columns?,
    _ access: StatementAccess
  ) -> ConstraintViolation {
    if let index = message.index {
      return .unique(table: tableOfIndex(index, access), columns: [], constraint: index)
    }
    return .unique(
      table: columns?.table,
      columns: columns?.names ?? [],
      constraint: columns.flatMap { indexName($0, access) }
    )
  }

  /// Returns the name of the only unique index on columns if a statement created it, or else of the
  /// constraint that it is for.
  ///
  /// The indexes that SQLite creates for the constraints of a table have names that nobody gave.
  private func indexName(
    _ columns: ConstraintMessage.Columns,
    _ access: StatementAccess
  ) -> String? {
    let written = access.writes.tables.keys.first { isSameIdentifier($0.name, columns.table) }
    let rows = schemaRows(
      """
      SELECT l.name, l.origin, i.name FROM pragma_index_list(?1, ?2) AS l
      JOIN pragma_index_info(l.name, ?2) AS i WHERE l."unique" ORDER BY l.seq, i.seqno
      """,
      [.text(columns.table), written.map { .text($0.schema) } ?? .null]
    )
    let names = columns.names.map(Optional.some)
    let indexes = Dictionary(grouping: rows) { row in row[0].text(at: 0) ?? "" }
      .filter { index in index.value.map { row in row[2].text(at: 0) } == names }
    guard indexes.count == 1, let index = indexes.first else { return nil }
    return index.value[0][1].text(at: 0) == IndexInfo.Origin.createIndex.rawValue
      ? index.key : declared(columns, access)?.name(of: .unique, on: columns.names)
  }

  private func tableOfIndex(_ index: String, _ access: StatementAccess) -> String? {
    for schema in Set(access.writes.tables.keys.map(\.schema)) {
      let rows = schemaRows(
        """
        SELECT tbl_name FROM \(quotedIdentifier(schema)).sqlite_master
        WHERE type = 'index' AND name = ?1
        """,
        [.text(index)]
      )
      if let table = rows.first?[0].text(at: 0) { return table }
    }
    return nil
  }
}

// MARK: Checks

extension Database {
  /// Returns the table with a `CHECK`: the only one that is written, or whose definition has it.
  private func tableOfCheck(_ check: String, _ access: StatementAccess) -> TableName? {
    let written = access.writes.tables.keys
    guard written.count > 1 else { return written.first }
    let found = written.filter { definition(of: $0)?.contains(check) == true }
    return found.count == 1 ? found.first : nil
  }

  /// Returns the violation of a `CHECK`, and the columns that it reads; none if they are not known.
  ///
  /// - Parameter check: Its name or its expression, as SQLite reports it.
  private func checkViolation(_ check: String?, _ access: StatementAccess)
    -> (ConstraintViolation, columns: [String])
  {
    let table = check.flatMap { tableOfCheck($0, access) }
    let columns = check.flatMap { check in
      table.flatMap { definition(of: $0) }.map { DeclaredConstraints($0).columns(ofCheck: check) }
    }
    return (.check(table: table?.name, constraint: check), columns ?? [])
  }
}

// MARK: Foreign keys

extension Database {
  /// Returns the violation of a foreign key, with its columns if only one could be violated, or
  /// with its table if all that could be are of one table.
  ///
  /// SQLite has undone the statement, so there is no row left to check.
  private func foreignKeyViolation(_ sql: String, _ access: StatementAccess) -> ConstraintViolation
  {
    let schemas = Set(access.writes.tables.keys.map(\.schema))
    let keys = schemas.count == 1 ? schemas.first.map { referencingKeys(in: $0) } ?? [] : []
    let replaces = SQLTokens(sql, grammar: .sqlite).words.contains("replace")
    let possible = keys.filter { $0.canFail(by: access, replacing: replaces) }
    guard let key = possible.first, possible.allSatisfy({ $0.table == key.table }) else {
      return .foreignKey(table: nil, columns: [], constraint: nil)
    }
    guard possible.count == 1 else {
      return .foreignKey(table: key.table.name, columns: [], constraint: nil)
    }
    let declared = definition(of: key.table).map(DeclaredConstraints.init)
    let name = declared?.name(of: .foreignKey, on: key.columns)
    return .foreignKey(table: key.table.name, columns: key.columns, constraint: name)
  }

  private func referencingKeys(in schema: String) -> [ReferencingKey] {
    let rows = schemaRows(
      """
      SELECT t.name, k.id, k."table", k."from", k."to", k.on_delete, k.on_update
      FROM \(quotedIdentifier(schema)).sqlite_master AS t JOIN pragma_foreign_key_list(t.name, ?1) AS k
      WHERE t.type = 'table' ORDER BY t.name, k.id, k.seq
      """,
      [.text(schema)]
    )
    var keys: [ReferencingKey] = []
    for row in rows {
      let next = ReferencingKey(row, in: schema)
      if keys.last?.table == next.table, keys.last?.id == next.id {
        keys[keys.count - 1].columns += next.columns
        keys[keys.count - 1].referenced += next.referenced
      } else {
        keys.append(next)
      }
    }
    return keys
  }
}

/// A foreign key of a schema, with what can violate it.
private struct ReferencingKey {
  let table: TableName
  let id: Int64
  let destination: TableName
  var columns: [String]
  /// The referenced columns; `nil` for one that the definition omits.
  var referenced: [String?]
  /// Whether deleting or updating the referenced row changes this one, rather than failing.
  let followsDeletion: Bool
  let followsUpdate: Bool

  init(_ row: [DatabaseValue], in schema: String) {
    table = TableName(schema: schema, row[0].text(at: 0) ?? "")
    id = row[1].integer(at: 0)
    destination = TableName(schema: schema, row[2].text(at: 0) ?? "")
    columns = row[3].text(at: 0).map { [$0] } ?? []
    referenced = [row[4].text(at: 0)]
    followsDeletion = ["CASCADE", "SET NULL"].contains(row[5].text(at: 0))
    followsUpdate = ["CASCADE", "SET NULL"].contains(row[6].text(at: 0))
  }

  /// Returns whether a statement may violate the key.
  ///
  /// - Parameter replacing: Whether rows that are inserted or updated may replace others.
  func canFail(by access: StatementAccess, replacing: Bool) -> Bool {
    let isReferring =
      access.insertions.contains(table)
      || Self.overlap(access.updates[table], columns.map(Optional.some))
    let isDeleted =
      access.deletions.contains(destination)
      || replacing
        && (access.insertions.contains(destination) || access.updates[destination] != nil)
    return isReferring || isDeleted && !followsDeletion
      || Self.overlap(access.updates[destination], referenced) && !followsUpdate
  }

  private static func overlap(_ updated: Set<String>?, _ columns: [String?]) -> Bool {
    guard let updated else { return false }
    return columns.contains { column in
      column.map { column in updated.contains { isSameIdentifier($0, column) } } ?? true
    }
  }
}

extension Database {
  /// SQLite's code of the last failed call on this connection; ``ResultCode/ok`` after a success.
  ///
  /// Thrown errors contain more information, and belong to a particular statement.
  ///
  /// https://www.sqlite.org/c3ref/errcode.html
  public var lastErrorCode: ResultCode { lastViolation?.code ?? connection.lastErrorCode }

  /// SQLite's message for ``lastErrorCode``; `nil` if the connection is closed.
  public var lastErrorMessage: String? {
    connection.lastErrorMessage.map { lastViolation?.message ?? $0 }
  }
}
