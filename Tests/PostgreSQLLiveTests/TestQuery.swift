import DatabaseTypes
import IncrementalQueries
import PostgreSQL
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// A query of a test: as the engine takes it apart, and once more as SQL of the test's own, whose rows it has to show.
struct TestQuery: Sendable {
  let parts: SelectParts
  /// The number of its columns.
  let width: Int
  /// What its result is compared with.
  let sql: String

  /// A query of tables, of which the first is the first of `FROM`.
  init(
    _ columns: [String],
    from: String,
    tables: [(SelectParts.Source.Kind, String)],
    where conditions: [String] = [],
    filters: [QueryFragment] = [],
    groupBy groups: [String] = [],
    orderBy order: [String] = [],
    limit: Int? = nil,
    isDistinct: Bool = false,
    sameAs sql: String
  ) {
    parts = SelectParts(
      sources: tables.map { .init(kind: $0.0, table: $0.1, alias: $0.1) },
      isDistinct: isDistinct,
      columns: QueryFragment(columns.joined(separator: ", ")),
      expressions: columns.map { QueryFragment($0) },
      from: QueryFragment(from),
      conditions: filters + conditions.map { QueryFragment($0) },
      groups: groups.map { QueryFragment($0) },
      order: order.map { QueryFragment($0) },
      limit: limit.map { QueryFragment("\($0)") }
    )
    width = columns.count
    self.sql = sql
  }

  typealias Row = [DatabaseValue]

  private static func row(_ row: borrowing PostgresRow, _ width: Int) throws -> Row {
    var values: Row = []
    for index in 0..<width { values.append(try row.value(at: index).databaseValue) }
    return values
  }

  var request: LiveRequest<[Row], PostgresSnapshotReader> {
    // A limit is a clause of its own.
    let limit = parts.limit.map { .newlineOrSpace + "LIMIT " + $0 } ?? QueryFragment()
    let distinct = parts.isDistinct ? "DISTINCT " + parts.columns : nil
    let query = parts.query(columns: distinct, order: parts.order) + limit
    let width = width
    let statement: @Sendable (PlanQuery) -> any RowStatement<Row, PostgresSnapshotReader> = {
      PostgresRowStatement($0) { row in try Self.row(row, width) }
    }
    return LiveRequest(
      identity: LiveIdentity(query),
      region: { try $0.region(of: query) },
      read: { LiveReading(value: try statement(PlanQuery(.statement, query)).elements($0)) },
      isSame: { $0.value == $1.value },
      difference: { ResultDifference.between($0, $1, isSame: { $0 == $1 }) },
      maintenance: RowsMaintenance(
        DecodableSelect(parts, query, canCompare: true, isSame: { $0 == $1 }, statement: statement)
      ),
      text: { query.render().sql }
    )
  }

  /// What it gives in the transaction of a connection.
  func fresh(_ connection: PostgresConnection) throws -> [Row] {
    try connection.execute(sql).map { row in try Self.row(row, width) }
  }
}
