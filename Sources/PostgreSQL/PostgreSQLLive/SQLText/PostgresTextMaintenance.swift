import DatabaseTypes
import LiveEngine
import PostgreSQL
import TypedSQL

/// The maintenance of the rows of SQL text on PostgreSQL.
struct PostgresTextMaintenance: ResultMaintenance {
  typealias Value = PostgresTextRows
  typealias Snapshot = PostgresSnapshotReader

  private let query: PostgresTextQuery
  private let parts: SelectParts
  private var base: RowsMaintenance<Row, PostgresSnapshotReader>?
  /// A result without rows, from which all results are derived.
  private var empty: PostgresTextRows?

  /// Creates the maintenance of a query.
  ///
  /// - Parameter parts: The parts of the parsed text.
  init(_ query: PostgresTextQuery, _ parts: SelectParts) {
    (self.query, self.parts) = (query, parts)
  }

  var analyzed: AnalyzedSelect? { base?.analyzed }

  mutating func start(_ db: PostgresSnapshotReader, after old: PostgresTextRows?) throws
    -> ResultChange<PostgresTextRows>?
  {
    (base, empty) = (nil, nil)
    return try query.located { try begin(db, after: old) }
  }

  private mutating func begin(_ db: PostgresSnapshotReader, after old: PostgresTextRows?) throws
    -> ResultChange<PostgresTextRows>?
  {
    // Errors in the text must refer to the text itself.
    _ = try db.region(of: query.fragment)
    let empty = try query.empty(db.columns(of: query.fragment), db)
    var base = RowsMaintenance(select(empty.layout))
    let change = try base.start(db, after: old?.rows)
    (self.base, self.empty) = (base, empty)
    return change?.lifted(to: \.rows) { empty.with($0) }
  }

  private func select(_ layout: RowLayout) -> DecodableSelect<Row, PostgresSnapshotReader> {
    let (width, shown) = (layout.columnNames.count, query.shown)
    return DecodableSelect(
      parts,
      query.fragment,
      readFrom: query.fragment,
      canCompare: true,
      isSame: ==
    ) { statement in
      PostgresRowStatement(statement) { row throws in
        var values: [DatabaseValue] = []
        for index in 0..<width { values.append(shown(try row.value(at: index))) }
        return Row(layout: layout, values: values)
      }
    }
  }

  mutating func apply(
    _ changes: ChangeSet,
    to value: PostgresTextRows,
    _ db: PostgresSnapshotReader
  ) throws -> ResultChange<PostgresTextRows> {
    guard var base, let empty else { return .unchanged }
    // This leaves only one reference to what is changed in place.
    self.base = nil
    let change = try base.apply(changes, to: value.rows, db)
    self.base = base
    return change.lifted(to: \.rows) { empty.with($0) }
  }

  func correction(of value: PostgresTextRows, _ db: PostgresSnapshotReader) throws
    -> PostgresTextRows?
  { try base?.correction(of: value.rows, db).map { empty?.with($0) ?? value } }
}

extension PostgresTextRows {
  fileprivate func with(_ rows: [Row]) -> PostgresTextRows {
    var result = self
    result.rows = rows
    return result
  }
}
