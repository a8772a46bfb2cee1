import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase

/// What a live query of SQL text asks for.
struct LiveQueryRequest: Sendable, Hashable {
  let sql: String
  let arguments: StatementArguments
  let keyColumns: [String]?
  /// Whether text that is not UTF-8 is given as a blob, and not as an error.
  let showsAnyText: Bool
}

/// The rows of a query of SQL text.
struct LiveQueryRows: Sendable {
  let rows: [Row]
  let layout: RowLayout
  let key: ResultKey
}

extension LiveQueryRequest {
  var request: LiveRequest<LiveQueryRows, Database> {
    LiveRequest(
      identity: LiveIdentity(self),
      region: { try $0.region(ofSQL: sql) },
      read: { LiveReading(value: try read($0)) },
      isSame: Self.isSame,
      reason: .text,
      text: { sql }
    )
  }

  static func isSame(
    _ left: LiveReading<LiveQueryRows>,
    _ right: LiveReading<LiveQueryRows>
  ) -> Bool {
    left.value.rows == right.value.rows
      && left.value.layout.columnNames == right.value.layout.columnNames
  }

  private func read(_ db: Database) throws -> LiveQueryRows {
    let statement = try db.cachedStatement(sql: sql)
    try statement.checkReadOnly()
    let rows =
      showsAnyText
      ? try storedRows(of: statement) : try Row.fetchAll(db, sql: sql, arguments: arguments)
    let layout = rows.first?.layout ?? statement.layout
    let key =
      try keyColumns.map { try ResultKey(columnsNamed: $0, of: layout) }
      ?? statement.resultKey(in: db)
    return LiveQueryRows(rows: rows, layout: layout, key: key)
  }

  private func storedRows(of statement: PreparedStatement) throws -> [Row] {
    var rows: [Row] = []
    try statement.setArguments(arguments)
    try statement.forEachRow { row in
      rows.append(Row(layout: statement.layout, values: try row.storedValues()))
    }
    return rows
  }
}
