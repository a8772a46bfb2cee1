package import DatabaseTypes
import Foundation
import IncrementalQueries
import LiveEngine
package import PostgreSQL
import SQLSyntax
import TypedSQL

/// A live query of SQL text on PostgreSQL.
package struct PostgresTextQuery: Sendable {
  /// The SQL as it was written.
  let sql: String
  /// The columns that identify a row; `nil` for those primary keys that the result contains.
  let keyColumns: [String]?
  /// A conversion of the values to keep.
  let shown: @Sendable (PostgresValue) -> DatabaseValue
  let fragment: QueryFragment

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - sql: One read-only statement, in the form that people read.
  ///   - texts: The texts around its parameters: one more than there are values.
  ///   - values: The values of the parameters.
  ///   - keyColumns: The columns that identify a row across results.
  ///   - shown: A conversion of the values to keep.
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

  /// The live request; if the text cannot be parsed, it runs again when a commit touches what it
  /// reads.
  var request: LiveRequest<PostgresTextRows, PostgresSnapshotReader> {
    LiveRequest(
      identity: nil,
      region: { reader in try located { try reader.region(of: fragment) } },
      query: fragment,
      read: { reader in LiveReading(value: try located { try read(reader) }) },
      isSame: {
        $0.value.rows == $1.value.rows
          && $0.value.names.map(ByteText.init) == $1.value.names.map(ByteText.init)
      },
      maintenance: SelectParts.reading(fragment, as: .postgres)
        .map { PostgresTextMaintenance(self, $0) },
      reason: .text,
      text: { sql }
    )
  }

  /// Makes an error's position refer to the text itself, not to the `EXPLAIN` statement around it.
  func located<Output>(_ body: () throws -> Output) throws -> Output {
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
    var read = try empty(columns, reader)
    let layout = read.layout
    read.rows = try result.map { row in
      Row(layout: layout, values: try row.values().map(shown))
    }
    return read
  }

  /// Returns a result without rows.
  func empty(_ columns: PostgresColumns, _ reader: PostgresSnapshotReader) throws
    -> PostgresTextRows
  {
    let layout = RowLayout(columnNames: columns.names)
    let key = try keyColumns.map { try ResultKey(columnsNamed: $0, of: layout) }
    return PostgresTextRows(
      layout: layout,
      columns: columns,
      key: try key ?? reader.resultKey(of: fragment, layout)
    )
  }
}

/// The rows of a query of SQL text.
struct PostgresTextRows: Sendable {
  var rows: [Row] = []
  let layout: RowLayout
  let columns: PostgresColumns
  let key: ResultKey

  var names: [String] { layout.columnNames }
}

extension PostgresSnapshotReader {
  /// Returns the columns with the names of primary keys.
  ///
  /// They include the key of each table that is read and whose whole key the result contains.
  ///
  /// This is a heuristic: another column may have the same name, and then rows with equal keys may
  /// differ.
  fileprivate func resultKey(of query: QueryFragment, _ layout: RowLayout) throws -> ResultKey {
    let region = try region(of: query)
    guard !region.isFullDatabase else { return .wholeRow }
    let keys = try tables.all
      .filter { region.tables[$0.name] != nil }
      .map { table in table.keyColumns.compactMap { layout.index(ofExactColumn: $0.name) } }
      .filter { !$0.isEmpty }
    let columns = Set(keys.joined())
    return columns.isEmpty ? .wholeRow : .columns(columns.sorted())
  }
}
