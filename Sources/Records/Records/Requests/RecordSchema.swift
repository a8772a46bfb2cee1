package import DatabaseTypes
package import SQLiteDatabase
import SQLiteQueries
package import TypedSQL

/// A connection, from the point of view of requests and records.
///
/// It provides the parts of the schema that they need, and the rows of a statement. SQLite's
/// `Database` is one; PostgreSQL's is in a separate module.
package protocol RecordSource: AnyObject {
  /// Returns the columns of a table's primary key, or the name of its row number.
  ///
  /// It returns no columns if the table has neither.
  func keyColumns(of table: String) throws -> [String]

  /// Returns the columns that identify rows most quickly: the row number if there is one.
  func fastKeyColumns(of table: String) throws -> [String]

  /// Returns whether no two rows of a table can have the same values of some columns.
  func hasUniqueKey(_ columns: [String], of table: String) throws -> Bool

  /// Returns the columns of `SELECT *`.
  func selectedColumns(of table: String) throws -> [String]

  /// Returns the columns of a statement's result.
  func columns(of query: QueryFragment) throws -> [String]

  /// Returns whether a column has a date or time type, which never occurs in SQLite.
  func isDateOrTime(_ column: String, of table: String) throws -> Bool

  /// Returns whether a column has a decimal type, which never occurs in SQLite.
  func isDecimal(_ column: String, of table: String) throws -> Bool

  /// Returns the foreign keys of a table, each with its target table and columns.
  func foreignKeys(of table: String) throws -> [ForeignKeyInfo]

  /// Returns copies of the rows of a statement.
  func rows(of query: QueryFragment) throws -> [Row]

  /// Returns the results of calling a closure with a copy of each row of a statement.
  func map<Element>(_ query: QueryFragment, _ transform: (Row) throws -> Element) throws
    -> [Element]

  /// Calls a closure with a copy of each row of a statement, so that only few are in memory.
  func forEachRow(of query: QueryFragment, _ body: (Row) throws -> Void) throws

  /// Runs a statement that changes rows, and returns their number.
  func changedRowCount(of query: QueryFragment) throws -> Int

  /// Returns whether there is a row with the key of a record.
  func exists(_ record: some MutablePersistableRecord) throws -> Bool

  /// Returns an object that matches prefetched rows to their owners.
  func prefetchedLinks(to columns: [String], of table: String) throws -> any PrefetchedLinking
}

/// A matching of prefetched rows to their owners, by comparing columns as the database does.
package protocol PrefetchedLinking {
  /// Returns the rows of each key, in order.
  func relations(
    of keys: ArraySlice<[DatabaseValue]>,
    _ rows: [(row: Row, link: [DatabaseValue])]
  ) throws -> [[DatabaseValue]: [Row]]
}

extension RecordSource {
  package func map<Element>(_ query: QueryFragment, _ transform: (Row) throws -> Element) throws
    -> [Element]
  { try rows(of: query).map(transform) }

  package func forEachRow(of query: QueryFragment, _ body: (Row) throws -> Void) throws {
    try rows(of: query).forEach(body)
  }
}

extension Database: RecordSource {
  package func changedRowCount(of query: QueryFragment) throws -> Int {
    try execute(query)
    return changesCount
  }

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

  package func isDateOrTime(_ column: String, of table: String) -> Bool { false }

  package func isDecimal(_ column: String, of table: String) -> Bool { false }

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
