public import DatabaseTypes
import SQLite

extension Database {
  /// Returns the columns of a table or a view, in order, including generated and hidden ones.
  ///
  /// ```swift
  /// let names = try db.columns(in: "orders").filter { !$0.isHidden }.map(\.name)
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func columns(in table: TableName) throws -> [ColumnInfo] {
    try cached(.columns(table)) {
      let isStrict = try tables(in: table.schema).contains { $0.name == table && $0.isStrict }
      let rows = try internalRows(
        """
        SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?1, ?2)
        ORDER BY cid
        """,
        [.text(table.name), .text(table.schema)]
      )
      if rows.isEmpty { throw DatabaseError.missing("table or view", table) }
      return rows.map { ColumnInfo($0, isStrict: isStrict) }
    }
  }

  /// Returns the primary key of a table.
  ///
  /// For a view, it is the key that ``Configuration/schemaSource`` provides.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func primaryKey(_ table: TableName) throws -> PrimaryKeyInfo {
    try cached(.primaryKey(table)) {
      let declared = try columns(in: table).filter { $0.primaryKeyIndex > 0 }
        .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
      guard let shape = try shape(of: table) else { throw DatabaseError.missing("table", table) }
      if shape.kind == .view { return PrimaryKeyInfo(ofView: try keyColumns(ofView: table)) }
      let rowIDColumn = try shape.hasRowID ? integerPrimaryKey(declared, of: table) : nil
      return PrimaryKeyInfo(
        columns: declared.isEmpty ? shape.rowIDName.map { [$0] } ?? [] : declared.map(\.name),
        rowIDColumn: rowIDColumn,
        hasRowID: shape.hasRowID,
        isRowID: shape.hasRowID && (declared.isEmpty || rowIDColumn != nil),
        columnInfos: declared.isEmpty ? nil : declared,
        isOfView: false
      )
    }
  }

  /// Returns the column that is an alias of the rowid.
  ///
  /// For historical reasons, `INTEGER PRIMARY KEY DESC` is not an alias, and has an index instead.
  /// https://www.sqlite.org/lang_createtable.html#rowids_and_the_integer_primary_key
  private func integerPrimaryKey(_ declared: [ColumnInfo], of table: TableName) throws -> String? {
    guard declared.count == 1, isSameIdentifier(declared[0].type, "INTEGER"),
      try !indexes(on: table).contains(where: { $0.origin == .primaryKey })
    else { return nil }
    return declared[0].name
  }

  /// Returns the indexes of a table, in the order of their creation; none for a view.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func indexes(on table: TableName) throws -> [IndexInfo] {
    try cached(.indexes(table)) {
      try checkExistence(of: table)
      let rows = try internalRows(
        """
        SELECT name, "unique", origin, partial FROM pragma_index_list(?1, ?2) ORDER BY seq DESC
        """,
        [.text(table.name), .text(table.schema)]
      )
      return try rows.map { try index($0, in: table.schema) }
    }
  }

  private func index(_ row: [DatabaseValue], in schema: String) throws -> IndexInfo {
    let columns = try internalRows(
      "SELECT name FROM pragma_index_info(?1, ?2) ORDER BY seqno",
      [row[0], .text(schema)]
    )
    return IndexInfo(
      name: row[0].text(at: 0) ?? "",
      columns: columns.map { $0[0].text(at: 0) },
      isUnique: row[1] == 1,
      origin: row[2].text(at: 0).flatMap(IndexInfo.Origin.init) ?? .createIndex,
      isPartial: row[3] == 1
    )
  }

  /// Returns whether some columns identify the rows of a table, apart from rows with NULL in them.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: All columns of the primary key, or of a unique index without a `WHERE` clause, in
  ///     any order.
  public func table(_ table: TableName, hasUniqueKey columns: [String]) throws -> Bool {
    let key = try primaryKey(table)
    if Self.areSame(key.columns, columns) || key.rowIDColumn.map({ [$0] == columns }) ?? false {
      return true
    }
    return try indexes(on: table).contains { index in
      index.isUnique && !index.isPartial && Self.areSame(index.columns, columns)
    }
  }

  private static func areSame(_ left: [String?], _ right: [String]) -> Bool {
    left.count == right.count
      && right.allSatisfy { name in left.contains { isSameIdentifier($0 ?? "", name) && $0 != nil }
      }
  }
}

extension ColumnInfo {
  /// Creates a column from a row of `table_xinfo`.
  ///
  /// The row contains the name, type, not null, default, position in the primary key, and hidden.
  fileprivate init(_ row: [DatabaseValue], isStrict: Bool) {
    name = row[0].text(at: 0) ?? ""
    type = row[1].text(at: 0) ?? ""
    affinity = ColumnAffinity(declaredType: type, isStrict: isStrict)
    isNotNull = row[2] != 0
    defaultValueSQL = row[3].text(at: 0)
    primaryKeyIndex = Int(row[4].integer(at: 0))
    kind =
      switch row[5] {
      case 1: .hidden
      case 2: .virtualGenerated
      case 3: .storedGenerated
      default: .ordinary
      }
  }
}

extension Database {
  /// Returns the collation of a column, or `nil` if SQLite does not report it, as for a view.
  package func collation(of column: String, in table: TableName) throws -> String? {
    guard Capability.columnMetadata.isAvailable else { return nil }
    do throws(SQLiteError) {
      return try connection.columnMetadata(of: column, in: table.name, schema: table.schema)
        .collation.uppercased()
    } catch {
      return nil
    }
  }

  /// Returns the names of the primary key columns of a table.
  ///
  /// The result is empty if the table has no primary key or does not exist.
  ///
  /// - Complexity: A lookup, once the table is known.
  package func primaryKeyColumns(of table: TableName) throws -> [String] {
    try shape(of: table).map { shape in shape.primaryKey.map { shape.layout.columnNames[$0] } }
      ?? []
  }
}
