public import DatabaseTypes
import IncrementalQueries

/// Live queries of one table that are registered but never run, to measure how fast those that a
/// commit affects are found.
///
/// ```swift
/// var queries = RegisteredQueries(of: "reminders", columns: ["id", "title"])
/// queries.insert(1, whereColumn: "listID", equals: 7)
/// queries.touched(by: changes)
/// ```
public struct RegisteredQueries: Sendable {
  private var registry = QueryRegistry<Int>()
  private let table: TableName
  private let region: Region

  /// Creates a register of queries that read columns of a table.
  public init(of table: TableName, columns: [String]) {
    self.table = table
    region = Region(table: table, columns: columns)
  }

  /// Adds a query of the rows with a value in a column.
  public mutating func insert(
    _ query: Int,
    whereColumn column: String,
    equals value: DatabaseValue
  ) {
    insert(query, column, .oneOf([value]))
  }

  /// Adds a query of the rows whose value in a column is in a range.
  public mutating func insert(
    _ query: Int,
    whereColumn column: String,
    isIn range: Range<Int64>
  ) {
    let upper = ValueRange.Bound(.integer(range.upperBound), isIncluded: false)
    insert(query, column, .range(ValueRange(from: .init(.integer(range.lowerBound)), to: upper)))
  }

  private mutating func insert(
    _ query: Int,
    _ column: String,
    _ constraint: RowFilter.Constraint
  ) {
    var filter = RowFilter()
    filter.require(column, constraint)
    registry.insert(query, region: region, filters: [table: filter])
  }

  /// Sets the rows that a query has, for a database that does not report the old values of rows.
  public mutating func setRows(of query: Int, _ keys: Set<RowKey>) {
    registry.setRows(of: query, in: table, keys)
  }

  /// Returns the queries whose result a commit may have changed.
  public func touched(by changes: ChangeSet) -> Set<Int> { registry.queries(touchedBy: changes) }

  /// Adds the rows that queries have after a commit, as the engine does once it knows the touched
  /// queries.
  public mutating func note(_ changes: ChangeSet) { registry.note(changes) }
}
