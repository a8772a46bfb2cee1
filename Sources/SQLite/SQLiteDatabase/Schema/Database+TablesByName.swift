import DatabaseTypes

/// Introspection of tables whose schema SQLite finds: first in `temp`, then in `main`.
extension Database {
  /// Returns the columns of a table or a view, in order, including generated and hidden ones.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func columns(in table: String, in schema: String? = nil) throws -> [ColumnInfo] {
    try columns(in: tableName(table, in: schema))
  }

  /// Returns the primary key of a table.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func primaryKey(_ table: String, in schema: String? = nil) throws -> PrimaryKeyInfo {
    try primaryKey(tableName(table, in: schema))
  }

  /// Returns the indexes of a table, in the order of their creation; none for a view.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func indexes(on table: String, in schema: String? = nil) throws -> [IndexInfo] {
    try indexes(on: tableName(table, in: schema))
  }

  /// Returns the foreign keys of a table, in the order of its definition.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func foreignKeys(on table: String, in schema: String? = nil) throws -> [ForeignKeyInfo] {
    try foreignKeys(on: tableName(table, in: schema))
  }

  /// Returns the triggers of a table or a view, in the order of their creation, temporary ones
  /// last.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
  public func triggers(on table: String, in schema: String? = nil) throws -> [TriggerInfo] {
    try triggers(on: tableName(table, in: schema))
  }

  /// Returns the rows of a table that refer to missing rows.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  public func foreignKeyViolations(in table: String, in schema: String? = nil) throws
    -> [ForeignKeyViolation]
  {
    try foreignKeyViolations(in: [tableName(table, in: schema)])
  }

  /// Checks that no rows of a table refer to missing rows.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema; by default, the first one in which SQLite finds the table.
  /// - Throws: ``DatabaseError`` with `.foreignKey` that names the first row that does.
  public func checkForeignKeys(in table: String, in schema: String? = nil) throws {
    try checkForeignKeys(in: [tableName(table, in: schema)])
  }
}
