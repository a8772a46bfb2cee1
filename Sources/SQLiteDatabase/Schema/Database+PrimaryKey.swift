public import DatabaseTypes

extension Database {
  /// The names of the columns of a table's primary key; none where it has none, or there is no such table.
  ///
  /// - Complexity: A look-up, once the table is known.
  package func primaryKeyColumns(of table: TableName) throws -> [String] {
    try shape(of: table).map { shape in shape.primaryKey.map { shape.layout.columnNames[$0] } }
      ?? []
  }

  /// The tables and columns that a statement reads.
  ///
  /// - Parameter sql: One statement, which is kept compiled.
  public func region(ofSQL sql: String) throws -> Region {
    try cachedStatement(sql: sql).region
  }
}
