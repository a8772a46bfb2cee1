import DatabaseTypes
import WebServer

/// The SQL of a grid, for PostgreSQL.
///
/// It contains only names of the table's columns and bound values, so that nothing that the
/// page sends becomes SQL.
struct PostgresGridStatement: Sendable, Hashable {
  let table: StudioTable
  /// The columns that are shown.
  let columns: [String]
  /// The terms of the order.
  let terms: [GridTerm]
  private let filter: PostgresPiece?

  /// - Throws: `RequestError` for unknown columns, and conditions without their
  ///   values.
  init(_ request: GridRequest, of table: StudioTable) throws(RequestError) {
    self.table = table
    columns = try table.known(request.columns ?? table.columns.map(\.name))
    filter = try PostgresGridFilter.condition(of: request, table)
    terms = try table.terms(request.sort)
  }

  /// Whether each row has its own position in the order, which can be found by values.
  var hasKey: Bool { !table.key.isEmpty }

  /// The statement in readable form, with its values.
  var text: String {
    let names =
      columns == table.columns.map(\.name)
      ? "*" : columns.map(PostgresName.plain).joined(separator: ", ")
    return "SELECT \(names) FROM \(PostgresName.plain(table.name))"
      + (filter.map { " WHERE \($0.text)" } ?? "") + order(isReversed: false)
  }

  /// The names of the result's columns that identify a row; `nil` if nothing does.
  var keyAliases: [String]? {
    if !hasKey { return nil }
    return table.key.compactMap { name in
      terms.firstIndex { $0.column == name }.map(Self.alias)
    }
  }

  /// Reads a row of ``window(from:count:offset:)``.
  func row(_ values: [WireCell]) -> GridWindow.Row {
    let place = Array(values.prefix(terms.count))
    let key = table.key.compactMap { name in
      terms.firstIndex { $0.column == name }.map { place[$0] }
    }
    return GridWindow.Row(key: key, place: place, cells: Array(values.dropFirst(terms.count)))
  }

  /// The name of a column of the result that no table is likely to have, because an ORDER BY
  /// prefers names of the result.
  private static func alias(_ index: Int) -> String { "livesql_column_\(index)" }
}

// MARK: - Statements

extension PostgresGridStatement {
  /// The rows of a window: the values of the order's terms, and those of the columns.
  func window(from start: GridStart, count: Int, offset: Int = 0) -> PostgresPiece {
    let names = terms.map(\.column) + columns
    let list = names.enumerated().map { "\(PostgresName.plain($1)) AS \(Self.alias($0))" }
    return rows(
      list.joined(separator: ", "),
      condition(start, isReversed: false),
      isReversed: false,
      count,
      offset
    )
  }

  /// The position of the row that is some rows after a start, or before it if the order is
  /// reversed.
  func place(_ seek: GridSeek) -> PostgresPiece {
    rows(
      terms.enumerated().map { "\(PostgresName.plain($1.column)) AS \(Self.alias($0))" }
        .joined(separator: ", "),
      condition(seek.start, isReversed: seek.isReversed),
      isReversed: seek.isReversed,
      1,
      seek.offset
    )
  }

  /// The number of rows.
  var count: PostgresPiece { "SELECT count(*)" + source(where: nil) }

  /// The number of rows before a place.
  func count(before values: [WireCell]) -> PostgresPiece {
    "SELECT count(*)" + source(where: condition(.at(values), isReversed: true))
  }

  /// The statement whose plan contains the planner's estimate of the number of rows.
  var explained: PostgresPiece { "EXPLAIN (FORMAT JSON) SELECT 1" + source(where: nil) }

  /// All shown columns of all rows.
  var export: PostgresPiece {
    rows(columns.map(PostgresName.plain).joined(separator: ", "), nil, isReversed: false, nil, 0)
  }

  /// Whether the row of a key is among the rows.
  func has(key: [WireCell]) -> PostgresPiece {
    "SELECT 1" + source(where: table.postgresIsKey(key))
  }

  private func rows(
    _ list: String,
    _ condition: PostgresPiece?,
    isReversed: Bool,
    _ count: Int?,
    _ offset: Int
  ) -> PostgresPiece {
    "SELECT \(list)" + source(where: condition) + order(isReversed: isReversed)
      + (count.map { " LIMIT \($0)" } ?? "") + (offset > 0 ? " OFFSET \(offset)" : "")
  }

  private func source(where condition: PostgresPiece?) -> PostgresPiece {
    let all = [filter, condition].compactMap { $0.map { "(" + $0 + ")" } }
    let from = PostgresPiece(" FROM \(PostgresName.whole(table.name))")
    return all.isEmpty ? from : from + " WHERE " + all.joined(separator: " AND ")
  }

  private func order(isReversed: Bool) -> String {
    let order = terms.map { table.postgresOrder($0, isReversed: isReversed) }
    return order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
  }

  private func condition(_ start: GridStart, isReversed: Bool) -> PostgresPiece? {
    switch start {
    case .top: nil
    case .at(let values):
      PostgresOrderCondition(table: table, terms: terms, values: values)
        .piece(isReversed: isReversed)
    }
  }
}
