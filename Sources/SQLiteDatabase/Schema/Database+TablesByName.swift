import DatabaseTypes

/// The same questions, for a table whose schema SQLite is to find: `temp` comes first, then `main`.
extension Database {
  /// The columns of a table or a view, in their order, with generated and hidden ones.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such table.
  public func columns(in table: String, in schema: String? = nil) throws -> [ColumnInfo] {
    try columns(in: tableName(table, in: schema))
  }

  /// What identifies the rows of a table.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such table.
  public func primaryKey(_ table: String, in schema: String? = nil) throws -> PrimaryKeyInfo {
    try primaryKey(tableName(table, in: schema))
  }

  /// The indexes of a table, in the order in which they were made; none for a view.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such table.
  public func indexes(on table: String, in schema: String? = nil) throws -> [IndexInfo] {
    try indexes(on: tableName(table, in: schema))
  }

  /// The foreign keys of a table, in the order of its definition.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such table.
  public func foreignKeys(on table: String, in schema: String? = nil) throws -> [ForeignKeyInfo] {
    try foreignKeys(on: tableName(table, in: schema))
  }

  /// The triggers of a table or a view, in the order in which they were made, temporary ones last.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such table.
  public func triggers(on table: String, in schema: String? = nil) throws -> [TriggerInfo] {
    try triggers(on: tableName(table, in: schema))
  }

  /// The rows of a table that refer to rows that do not exist.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  public func foreignKeyViolations(in table: String, in schema: String? = nil) throws
    -> [ForeignKeyViolation]
  {
    try foreignKeyViolations(in: [tableName(table, in: schema)])
  }

  /// Checks that all rows of a table refer to rows that exist.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Its schema; unless given, where SQLite finds it.
  /// - Throws: ``DatabaseError`` with `.foreignKey` that names the first row that does not.
  public func checkForeignKeys(in table: String, in schema: String? = nil) throws {
    try checkForeignKeys(in: [tableName(table, in: schema)])
  }
}
