import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// The request of a live query of SQL text.
struct LiveQueryRequest: Sendable, Hashable {
  let sql: String
  let arguments: StatementArguments
  let keyColumns: [String]?
  /// Whether text that is not valid UTF-8 is returned as a blob rather than throwing an error.
  let showsAnyText: Bool
}

extension LiveQueryRequest {
  /// Returns whether both read the same: SQL and names are the same if their bytes are.
  static func == (left: Self, right: Self) -> Bool {
    hasSameBytes(left.sql, right.sql) && left.arguments == right.arguments
      && left.keyColumns?.map(ByteText.init) == right.keyColumns?.map(ByteText.init)
      && left.showsAnyText == right.showsAnyText
  }
}

/// The rows of a query of SQL text.
struct LiveQueryRows: Sendable {
  var rows: [Row]
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
      maintenance: maintenance,
      reason: .text,
      text: { sql }
    )
  }

  static func isSame(
    _ left: LiveReading<LiveQueryRows>,
    _ right: LiveReading<LiveQueryRows>
  ) -> Bool {
    left.value.rows == right.value.rows
      && left.value.layout.columnNames.map(ByteText.init)
        == right.value.layout.columnNames.map(ByteText.init)
  }

  private func read(_ db: Database) throws -> LiveQueryRows {
    let statement = try db.cachedStatement(sql: sql)
    try statement.checkReadOnly()
    let rows =
      showsAnyText
      ? try storedRows(of: statement) : try Row.fetchAll(db, sql: sql, arguments: arguments)
    let layout = rows.first?.layout ?? statement.layout
    return LiveQueryRows(rows: rows, layout: layout, key: try key(of: statement, layout, db))
  }

  private func key(of statement: PreparedStatement, _ layout: RowLayout, _ db: Database) throws
    -> ResultKey
  {
    try keyColumns.map { try ResultKey(columnsNamed: $0, of: layout) }
      ?? statement.resultKey(in: db)
  }

  /// The maintenance of the rows, if the text could be parsed.
  private var maintenance: LiveQueryMaintenance? {
    let values = ParameterValues(arguments.values, named: arguments.namedValues)
    return SelectParts.reading(QueryFragment(sql), values)
      .map { LiveQueryMaintenance(self, $0) }
  }

  /// Returns a result without rows.
  fileprivate func emptyResult(_ db: Database) throws -> LiveQueryRows {
    let statement = try db.cachedStatement(sql: sql)
    try statement.checkReadOnly()
    let layout = statement.layout
    return LiveQueryRows(rows: [], layout: layout, key: try key(of: statement, layout, db))
  }

  /// Returns the decoding for rows with the layout of the statement.
  fileprivate func decoding(_ layout: RowLayout) -> RowDecoding<Row> {
    RowDecoding { [showsAnyText, count = layout.columnNames.count] statement in
      if !showsAnyText { return Row(layout: layout, values: try statement.copyRow().values) }
      let values = try CurrentRow(statement).storedValues()
      return Row(layout: layout, values: Array(values.prefix(count)))
    }
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

/// The maintenance of the rows of SQL text.
private struct LiveQueryMaintenance: ResultMaintenance {
  typealias Value = LiveQueryRows
  typealias Snapshot = Database

  private let request: LiveQueryRequest
  private let parts: SelectParts
  private var base: RowsMaintenance<Row, Database>?
  /// A result without rows, with the layout and the key that all results share.
  private var empty: LiveQueryRows?

  init(_ request: LiveQueryRequest, _ parts: SelectParts) {
    self.request = request
    self.parts = parts
  }

  var analyzed: AnalyzedSelect? { base?.analyzed }

  mutating func start(_ db: Database, after old: LiveQueryRows?) throws
    -> ResultChange<LiveQueryRows>?
  {
    let empty = try request.emptyResult(db)
    let decoding = request.decoding(empty.layout)
    let select = DecodableSelect<Row, Database>(
      parts,
      parts.statement,
      readFrom: QueryFragment(request.sql),
      canCompare: true,
      isSame: ==
    ) { SQLiteRowStatement($0, decoding) }
    var base = RowsMaintenance(select)
    let change = try base.start(db, after: old?.rows)
    (self.base, self.empty) = (base, empty)
    return change?.lifted(to: \.rows) { empty.with($0) }
  }

  mutating func apply(_ changes: ChangeSet, to value: LiveQueryRows, _ db: Database) throws
    -> ResultChange<LiveQueryRows>
  {
    guard var base, let empty else { return .unchanged }
    // Release our reference, so that the change is made in place.
    self.base = nil
    let change = try base.apply(changes, to: value.rows, db)
    self.base = base
    return change.lifted(to: \.rows) { empty.with($0) }
  }

  func correction(of value: LiveQueryRows, _ db: Database) throws -> LiveQueryRows? {
    try base?.correction(of: value.rows, db).map { empty?.with($0) ?? value }
  }
}

extension LiveQueryRows {
  fileprivate func with(_ rows: [Row]) -> LiveQueryRows {
    LiveQueryRows(rows: rows, layout: layout, key: key)
  }
}
