public import DatabaseTypes

extension Database {
  /// Returns the names of the primary key columns of a table.
  ///
  /// The result is empty if the table has no primary key or does not exist.
  ///
  /// - Complexity: A lookup, once the table is known.
  package func primaryKeyColumns(of table: TableName) throws -> [String] {
    try shape(of: table).map { shape in shape.primaryKey.map { shape.layout.columnNames[$0] } }
      ?? []
  }

  /// Returns the tables and columns that a statement reads.
  ///
  /// - Parameter sql: One statement, which is cached.
  public func region(ofSQL sql: String) throws -> Region {
    try cachedStatement(sql: sql).region
  }
}
