public import DatabaseTypes
import SQLite

extension Database {
  /// Returns the foreign keys of a table, in the order of its definition.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func foreignKeys(on table: TableName) throws -> [ForeignKeyInfo] {
    try cached(.foreignKeys(table)) {
      try checkExistence(of: table)
      // SQLite lists the last one first.
      let rows = try internalRows(
        """
        SELECT id, "table", "from", "to", on_delete, on_update FROM pragma_foreign_key_list(?1, ?2)
        ORDER BY id DESC, seq
        """,
        [.text(table.name), .text(table.schema)]
      )
      var keys: [[[DatabaseValue]]] = []
      for row in rows {
        if keys.last?[0][0] == row[0] {
          keys[keys.count - 1].append(row)
        } else {
          keys.append([row])
        }
      }
      return try keys.map { try foreignKey($0, in: table.schema) }
    }
  }

  private func foreignKey(_ rows: [[DatabaseValue]], in schema: String) throws -> ForeignKeyInfo {
    let destination = rows[0][1].text(at: 0) ?? ""
    let implicit = try primaryKeyColumns(of: TableName(schema: schema, destination), rows.count)
    let mapping = rows.enumerated().map { position, row in
      ForeignKeyInfo.ColumnPair(
        origin: row[2].text(at: 0) ?? "",
        destination: row[3].text(at: 0) ?? implicit?[position]
      )
    }
    return ForeignKeyInfo(
      id: Int(rows[0][0].integer(at: 0)),
      destinationTable: destination,
      mapping: mapping,
      onDelete: Self.action(rows[0][4]),
      onUpdate: Self.action(rows[0][5])
    )
  }

  private static func action(_ value: DatabaseValue) -> ForeignKeyInfo.Action {
    value.text(at: 0).flatMap(ForeignKeyInfo.Action.init) ?? .noAction
  }

  /// Returns the declared primary key of a table if it has a given number of columns.
  private func primaryKeyColumns(of table: TableName, _ count: Int) throws -> [String]? {
    guard try tableExists(table.name, in: table.schema) else { return nil }
    let columns = try columns(in: table).filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
    return columns.count == count ? columns.map(\.name) : nil
  }
}

extension Database {
  /// Returns the rows that refer to missing rows.
  ///
  /// - Parameters:
  ///   - tables: The tables whose rows are checked; by default, all tables of `main`.
  ///   - limit: The maximum number of rows to find.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table, or with `.sql` for a
  ///   foreign key that refers to columns that are not unique.
  /// - Complexity: A lookup for each foreign key of each row.
  public func foreignKeyViolations(in tables: [TableName]? = nil, limit: Int = .max) throws
    -> [ForeignKeyViolation]
  {
    try checkAccess()
    for table in tables ?? [] { try checkExistence(of: table) }
    let checked = try tables ?? self.tables().filter { $0.kind == .table }.map(\.name)
    var found: [ForeignKeyViolation] = []
    for table in checked where found.count < limit {
      found += try foreignKeyViolations(of: table, limit: limit - found.count)
    }
    return found
  }

  /// Checks that no rows of tables refer to missing rows.
  ///
  /// - Parameter tables: The tables whose rows are checked; by default, all tables of `main`.
  /// - Throws: ``DatabaseError`` with `.foreignKey` that names the first row that does.
  /// - Complexity: A lookup for each foreign key of each row.
  public func checkForeignKeys(in tables: [TableName]? = nil) throws {
    if let violation = try foreignKeyViolations(in: tables, limit: 1).first {
      throw violation.error()
    }
  }

  /// Returns the rows of one table that refer to missing rows, optionally only those of another
  /// table.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_foreign_key_check
  package func foreignKeyViolations(
    of table: TableName,
    to destination: String? = nil,
    limit: Int
  ) throws -> [ForeignKeyViolation] {
    let rows = try internalRows(
      """
      SELECT "rowid", parent, fkid FROM pragma_foreign_key_check(?1, ?2)
      WHERE ?3 IS NULL OR parent = ?3 COLLATE NOCASE LIMIT ?4
      """,
      [
        .text(table.name), .text(table.schema), destination.map { .text($0) } ?? .null,
        .integer(Int64(limit)),
      ]
    )
    let keys = rows.isEmpty ? [] : try foreignKeys(on: table)
    return rows.map { ForeignKeyViolation(table, $0, keys) }
  }
}

extension ForeignKeyViolation {
  /// Creates a violation from a row of `foreign_key_check`.
  ///
  /// The row contains the rowid, the referenced table, and the number of the foreign key.
  fileprivate init(_ table: TableName, _ row: [DatabaseValue], _ keys: [ForeignKeyInfo]) {
    originTable = table
    if case .integer(let id) = row[0] { originRowID = id } else { originRowID = nil }
    destinationTable = row[1].text(at: 0) ?? ""
    foreignKey = keys.first { Int64($0.id) == row[2].integer(at: 0) }
  }
}
