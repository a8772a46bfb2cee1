import DatabaseQueries
package import DatabaseTypes
package import SQLiteDatabase
package import TypedSQL

/// A connection as requests and records see it: what they ask of its schema, and the rows of a statement.
///
/// SQLite's is one; PostgreSQL's comes with its own module.
package protocol RecordSource: AnyObject {
  /// The columns of a table's primary key, or the name of its row number; none for what has neither.
  func keyColumns(of table: String) throws -> [String]

  /// What tells rows apart in the quickest way: the row number where there is one.
  func fastKeyColumns(of table: String) throws -> [String]

  /// Whether no two rows of a table have the same values of some columns.
  func hasUniqueKey(_ columns: [String], of table: String) throws -> Bool

  /// The columns that `SELECT *` gives.
  func selectedColumns(of table: String) throws -> [String]

  /// The columns of what a statement selects.
  func columns(of query: QueryFragment) throws -> [String]

  /// Whether a column has moments, days or times by its type: on SQLite none has.
  func isMoment(_ column: String, of table: String) throws -> Bool

  /// The foreign keys of a table: to which table, and by which columns.
  func foreignKeys(of table: String) throws -> [ForeignKeyInfo]

  /// The rows of a statement, copied.
  func rows(of query: QueryFragment) throws -> [Row]

  /// Finds out which rows that were fetched afterwards belong to which of those before.
  func prefetchedLinks(to columns: [String], of table: String) throws -> any PrefetchedLinking
}

/// Finds out which rows that were fetched afterwards belong to which of those before, as the database compares their columns.
package protocol PrefetchedLinking {
  /// The rows of each key, in their order.
  func relations(
    of keys: ArraySlice<[DatabaseValue]>,
    _ rows: [(row: Row, link: [DatabaseValue])]
  ) throws -> [[DatabaseValue]: [Row]]
}

extension Database: RecordSource {
  package func keyColumns(of table: String) throws -> [String] { try primaryKey(table).columns }

  package func fastKeyColumns(of table: String) throws -> [String] {
    let key = try primaryKey(table)
    if key.hasRowID, let name = key.rowIDColumn { return [name] }
    if key.hasRowID, let name = rowIDName(besides: try columns(in: table).map(\.name)) {
      return [name]
    }
    return key.columns
  }

  package func hasUniqueKey(_ columns: [String], of table: String) throws -> Bool {
    try self.table(tableName(table, in: nil), hasUniqueKey: columns)
  }

  package func selectedColumns(of table: String) throws -> [String] {
    try columns(in: table).filter { !$0.isHidden }.map(\.name)
  }

  package func columns(of query: QueryFragment) throws -> [String] {
    try statement(binding: query)?.columnNames ?? []
  }

  package func isMoment(_ column: String, of table: String) -> Bool { false }

  package func foreignKeys(of table: String) throws -> [ForeignKeyInfo] {
    try foreignKeys(on: table)
  }

  package func rows(of query: QueryFragment) throws -> [Row] {
    try statement(binding: query)?.allRows { try $0.copyRow() } ?? []
  }

  package func prefetchedLinks(to columns: [String], of table: String) throws
    -> any PrefetchedLinking
  { try PrefetchedLinks(to: columns, of: table, in: self) }
}
