import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The statements that read the rows of an association, and the linking values of touched rows.
struct PrefetchedStatements<Snapshot: LiveSnapshot>: Sendable {
  typealias Rows = PlanRows<CompositeKey, Row>

  private let analyzed: AnalyzedSelect
  private let part: PrefetchedPart<Snapshot>
  private let one: any RowStatement<Row, Snapshot>
  /// The statement for the row with a key, if each row is a row of the only table.
  private let ofKey: (any RowStatement<Row, Snapshot>)?
  private let ofSource: [any RowStatement<Void, Snapshot>]

  /// The largest number of parameters; each value takes one.
  private static var maxParameters: Int { 500 }

  init(_ analyzed: AnalyzedSelect, _ part: PrefetchedPart<Snapshot>) {
    self.analyzed = analyzed
    self.part = part
    one = Self.statement(analyzed, part, keyCount: 1)
    ofKey = analyzed.sources.count == 1 ? Self.statementOfKey(analyzed, part) : nil
    let steady = analyzed.sources.prefix(analyzed.requiredSourceCount)
    ofSource = steady.map { analyzed.keyStatement(part.links, ofRowsWith: $0) }
  }

  /// The number of columns after those of the association's rows.
  var hiddenCount: Int { analyzed.keys.count + width }

  /// The number of values of a row in addition to its key: the linking values and the sort values.
  private var width: Int { part.links.count + analyzed.order.count }

  /// Returns the linking values of a row.
  func link(_ rows: Rows, _ index: Int) -> [DatabaseValue] {
    Array(rows.sorts[index * width..<index * width + part.links.count])
  }

  /// Returns the values by which a row is ordered within its group.
  func sorts(_ rows: Rows, _ index: Int) -> ArraySlice<DatabaseValue> {
    rows.sorts[index * width + part.links.count..<(index + 1) * width]
  }

  /// Whether rows can be read by their own keys.
  var hasKeys: Bool { ofKey != nil }

  /// Reads the row with a key, if there is one.
  func read(_ db: Snapshot, key: CompositeKey) throws -> Rows {
    try ofKey?.rows(db, key.values) ?? Rows()
  }

  /// Reads the rows that have any of several linking values.
  func read(_ db: Snapshot, _ keys: [[DatabaseValue]]) throws -> Rows {
    if keys.count == 1 { return try one.rows(db, keys[0]) }
    var rows = Rows()
    let size = max(1, Self.maxParameters / part.links.count)
    for start in stride(from: 0, to: keys.count, by: size) {
      let chunk = keys[start..<min(start + size, keys.count)]
      let statement = Self.statement(analyzed, part, keyCount: chunk.count)
      try statement.read(db, chunk.flatMap { $0 }, limit: .max, into: &rows)
    }
    return rows
  }

  /// Returns the linking values of the rows that contain a row of a table.
  func links(_ db: Snapshot, _ key: CompositeKey, ofSource source: Int) throws -> [[DatabaseValue]]
  {
    var rows = PlanRows<Int64, Void>()
    try ofSource[source].read(db, key.values, limit: .max, into: &rows)
    let width = part.links.count
    return stride(from: 0, to: rows.sorts.count, by: width).map {
      Array(rows.sorts[$0..<$0 + width])
    }
  }

  private static func statement(
    _ analyzed: AnalyzedSelect,
    _ part: PrefetchedPart<Snapshot>,
    keyCount: Int
  ) -> any RowStatement<Row, Snapshot> {
    statement(
      analyzed,
      part,
      keyCount == 1 ? .rowsOfKey : .rowsOfKeys,
      [membership(part.links, keyCount)],
      parameterCount: keyCount * part.links.count
    )
  }

  private static func statementOfKey(
    _ analyzed: AnalyzedSelect,
    _ part: PrefetchedPart<Snapshot>
  ) -> any RowStatement<Row, Snapshot> {
    let source = analyzed.sources[0]
    let hasKey = Snapshot.hasKey(source.keyColumns, isRowNumber: source.hasRowNumbers)
    return statement(analyzed, part, .rowsOfKey, hasKey, parameterCount: hasKey.count)
  }

  private static func statement(
    _ analyzed: AnalyzedSelect,
    _ part: PrefetchedPart<Snapshot>,
    _ purpose: PlanQuery.Purpose,
    _ conditions: [QueryFragment],
    parameterCount: Int
  ) -> any RowStatement<Row, Snapshot> {
    part.rows.statement(
      PlanQuery(
        purpose,
        analyzed.parts.query(
          hidden: analyzed.keys.map(\.expression) + part.links + analyzed.order.map(\.expression),
          where: conditions,
          order: analyzed.writtenOrder
        ),
        parameterCount: parameterCount,
        keyCount: analyzed.keys.count,
        sortCount: part.links.count + analyzed.order.count
      )
    )
  }

  /// Returns `("a") = ?1`, `("a") IN (?1, ?2)`, or `("a", "b") IN (VALUES (?1, ?2), (?3, ?4))`.
  private static func membership(_ links: [QueryFragment], _ keyCount: Int) -> QueryFragment {
    func values(_ key: Int) -> QueryFragment {
      let first = key * links.count
      return links.indices.map { "\(QueryBinding.parameter(first + $0 + 1))" as QueryFragment }
        .joined(separator: ", ")
    }
    let columns: QueryFragment = "(\(links.joined(separator: ", ")))"
    if links.count == 1 {
      if keyCount == 1 { return columns + " = " + values(0) }
      return columns + " IN (" + (0..<keyCount).map(values).joined(separator: ", ") + ")"
    }
    let tuples = (0..<keyCount).map { "(\(values($0)))" as QueryFragment }
    var membership = columns
    membership.append(sql: SQLOperator.in.sql)
    return membership + "(VALUES " + tuples.joined(separator: ", ") + ")"
  }
}
