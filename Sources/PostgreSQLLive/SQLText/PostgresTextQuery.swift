package import DatabaseTypes
import Foundation
import IncrementalQueries
import LiveEngine
package import PostgreSQL
import TypedSQL

/// What a live query of SQL text asks PostgreSQL for.
package struct PostgresTextQuery: Sendable {
  /// The SQL, as it was written.
  let sql: String
  /// The columns that identify a row; `nil` for those of the primary keys that the result shows.
  let keyColumns: [String]?
  /// What is kept of a value.
  let shown: @Sendable (PostgresValue) -> DatabaseValue
  private let fragment: QueryFragment

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - sql: One statement that only reads, as people read it.
  ///   - texts: The texts around its parameters: one more than there are values.
  ///   - values: The values of the parameters.
  ///   - keyColumns: The columns that identify a row from one result to the next.
  ///   - shown: What is kept of a value.
  package init(
    sql: String,
    texts: [String],
    values: [DatabaseValue],
    keyColumns: [String]? = nil,
    shown: @escaping @Sendable (PostgresValue) -> DatabaseValue = { $0.databaseValue }
  ) {
    (self.sql, self.keyColumns, self.shown) = (sql, keyColumns, shown)
    var fragment = QueryFragment()
    for (index, text) in texts.enumerated() {
      fragment.append(QueryFragment(text))
      guard values.indices.contains(index) else { continue }
      fragment.append(QueryBinding(values[index]))
    }
    self.fragment = fragment
  }

  /// The request: it is run again when a commit touches what it reads, since the text is not taken apart.
  var request: LiveRequest<PostgresTextRows, PostgresSnapshotReader> {
    LiveRequest(
      identity: nil,
      region: { reader in try located { try reader.region(of: fragment) } },
      read: { reader in LiveReading(value: try located { try read(reader) }) },
      isSame: { $0.value.rows == $1.value.rows && $0.value.names == $1.value.names },
      reason: .text,
      text: { sql }
    )
  }

  /// Lets an error's place be one in the text itself, and not in what asks the planner about it.
  private func located<Output>(_ body: () throws -> Output) throws -> Output {
    do { return try body() } catch var error as PostgresError {
      if let asked = error.sql, let end = asked.range(of: "FORMAT JSON) ")?.upperBound,
        asked.hasPrefix("EXPLAIN (")
      {
        error.sql = String(asked[end...])
        error.position = error.position.map { $0 - asked[..<end].unicodeScalars.count }
      }
      throw error
    }
  }

  private func read(_ reader: PostgresSnapshotReader) throws -> PostgresTextRows {
    try reader.note(fragment)
    let result = try reader.rows(StatementText(fragment))
    let columns = result.columns
    let layout = RowLayout(columnNames: columns.names)
    let rows = try result.map { row in Row(layout: layout, values: try row.values().map(shown)) }
    let key = try keyColumns.map { try ResultKey(columnsNamed: $0, of: layout) }
    return PostgresTextRows(
      rows: rows,
      layout: layout,
      columns: columns,
      key: try key ?? reader.resultKey(of: fragment, layout)
    )
  }
}

/// The rows of a query of SQL text.
struct PostgresTextRows: Sendable {
  let rows: [Row]
  let layout: RowLayout
  let columns: PostgresColumns
  let key: ResultKey

  var names: [String] { layout.columnNames }
}

extension PostgresSnapshotReader {
  /// The columns that have the names of a primary key, for each table that is read whose whole key is shown.
  ///
  /// The choice is good rather than proven: another column may have such a name, and then rows differ in more than their key.
  fileprivate func resultKey(of query: QueryFragment, _ layout: RowLayout) throws -> ResultKey {
    let region = try region(of: query)
    guard !region.isFullDatabase else { return .wholeRow }
    let keys = try tables.all
      .filter { region.tables[$0.name] != nil }
      .map { table in table.keyColumns.compactMap { layout.index(ofColumn: $0.name) } }
      .filter { !$0.isEmpty }
    let columns = Set(keys.joined())
    return columns.isEmpty ? .wholeRow : .columns(columns.sorted())
  }
}
