import CSQLite

/// The declaration of a column, as SQLite reports it.
public struct ColumnMetadata: Sendable, Hashable {
  /// The declared type.
  public let declaredType: String?
  /// The collation that compares the column's text.
  public let collation: String
  /// Whether the column is declared NOT NULL.
  public let isNotNull: Bool
  /// Whether the column is part of the PRIMARY KEY.
  public let isPrimaryKey: Bool
  /// Whether the column is AUTOINCREMENT: its numbers are never reused.
  public let isAutoincrement: Bool
}

extension Connection {
  /// Returns the declaration of a column.
  ///
  /// - Parameters:
  ///   - column: The column's name, or `rowid`.
  ///   - table: The table's name.
  ///   - schema: The schema; `nil` for the first one with such a table.
  /// - Throws: ``ResultCode/error`` if there is no such column, or it belongs to a view.
  ///   ``ResultCode/misuse`` without ``Capability/columnMetadata``.
  ///
  /// https://www.sqlite.org/c3ref/table_column_metadata.html
  public func columnMetadata(
    of column: String,
    in table: String,
    schema: String? = nil
  ) throws(SQLiteError) -> ColumnMetadata {
    let handle = try unsafe handle()
    try checkName(column, of: "a column")
    try checkName(table, of: "a table")
    if let schema { try checkSchema(schema) }
    guard let function = unsafe OptionalSymbols.tableColumnMetadata else {
      throw .misuse(Capability.columnMetadata.advice)
    }
    var type: UnsafePointer<CChar>?
    var collation: UnsafePointer<CChar>?
    var flags: (notNull: Int32, primaryKey: Int32, autoincrement: Int32) = (0, 0, 0)
    let code = unsafe function(
      handle,
      schema,
      table,
      column,
      &type,
      &collation,
      &flags.notNull,
      &flags.primaryKey,
      &flags.autoincrement
    )
    try unsafe check(code, of: handle)
    return unsafe ColumnMetadata(
      declaredType: type.map { unsafe String(cString: $0) },
      collation: collation.map { unsafe String(cString: $0) } ?? "BINARY",
      isNotNull: flags.notNull != 0,
      isPrimaryKey: flags.primaryKey != 0,
      isAutoincrement: flags.autoincrement != 0
    )
  }
}
