import DatabaseTypes
import IncrementalQueries
import PostgreSQL
import SQLSyntax
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// A query of a test: as the engine analyses it, and as separate SQL that returns the expected
/// rows.
struct TestQuery: Sendable {
  let parts: SelectParts
  /// The text from which the parts were parsed, if any.
  var text: QueryFragment?
  /// The number of its columns.
  let width: Int
  /// The SQL that returns the expected rows.
  let sql: String

  /// Creates a query of tables, the first of which is the first in `FROM`.
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

  /// Creates a query of SQL text.
  ///
  /// - Parameter sql: The SQL that returns the expected rows; the text itself by default.
  init(text: String, width: Int, sameAs sql: String? = nil) {
    guard let parts = SelectParts.reading(QueryFragment(text), as: .postgres) else {
      preconditionFailure("The text cannot be taken apart: \(text)")
    }
    (self.parts, self.text, self.width, self.sql) = (parts, QueryFragment(text), width, sql ?? text)
  }

  typealias Row = [DatabaseValue]

  private static func row(_ row: borrowing PostgresRow, _ width: Int) throws -> Row {
    var values: Row = []
    for index in 0..<width { values.append(try row.value(at: index).databaseValue) }
    return values
  }

  var request: LiveRequest<[Row], PostgresSnapshotReader> {
    // A limit is a separate clause.
    let limit = parts.limit.map { .newlineOrSpace + "LIMIT " + $0 } ?? QueryFragment()
    let distinct = parts.isDistinct ? "DISTINCT " + parts.columns : nil
    let query = text ?? parts.query(columns: distinct, order: parts.order) + limit
    let width = width
    let statement: @Sendable (PlanQuery) -> any RowStatement<Row, PostgresSnapshotReader> = {
      PostgresRowStatement($0) { row in try Self.row(row, width) }
    }
    return LiveRequest(
      identity: LiveIdentity(query),
      region: { try $0.region(of: query) },
      query: query,
      read: { LiveReading(value: try statement(PlanQuery(.statement, query)).elements($0)) },
      isSame: { $0.value == $1.value },
      difference: { ResultDifference.between($0, $1, isSame: { $0 == $1 }) },
      maintenance: RowsMaintenance(
        DecodableSelect(
          parts,
          query,
          readFrom: text,
          canCompare: true,
          isSame: { $0 == $1 },
          statement: statement
        )
      ),
      text: { query.render().sql }
    )
  }

  /// Returns the rows in the transaction of a connection.
  func fresh(_ connection: PostgresConnection) throws -> [Row] {
    try connection.execute(sql).map { row in try Self.row(row, width) }
  }
}
