import DatabaseTypes
import SQLiteDatabase

/// The condition that a row is at or after a position of an order, or before it.
///
/// SQLite sorts NULL before all other values, and a comparison with NULL is neither true nor false:
/// so it is tested separately. https://www.sqlite.org/rowvalue.html,
/// https://www.sqlite.org/datatype3.html#sort_order
struct OrderCondition {
  let table: StudioTable
  let terms: [GridStatement.Term]
  /// The values of the terms at the position.
  let values: [WireCell]

  /// The condition for rows at or after the position, or before it if `isReversed`.
  func piece(isReversed: Bool) -> SQLPiece {
    rowValues(isReversed: isReversed) ?? byTerms(isReversed: isReversed)
  }

  /// A comparison of rows of values, for which SQLite uses indexes best; `nil` if the directions
  /// differ, or if a value is NULL.
  private func rowValues(isReversed: Bool) -> SQLPiece? {
    guard let sign = terms.comparison(isReversed: isReversed),
      !values.contains(where: { $0.value == .null }),
      terms.allSatisfy({ isNotNull($0.column) })
    else { return nil }
    let names = terms.map { quotedIdentifier($0.column) }
    let places = values.map(\.placeholder)
    let isOne = names.count == 1
    return SQLPiece(
      sql: isOne
        ? "\(names[0]) \(sign) \(places[0])"
        : "(\(names.joined(separator: ", "))) \(sign) (\(places.joined(separator: ", ")))",
      arguments: values.map(\.value)
    )
  }

  private func isNotNull(_ column: String) -> Bool {
    guard let column = table.columns.first(where: { $0.name == column }) else { return true }
    // An INTEGER PRIMARY KEY is the row's number, and never NULL.
    return column.isNotNull || table.key == [column.name]
  }

  /// One alternative for each term: the terms before it are equal, and it is beyond the position.
  private func byTerms(isReversed: Bool) -> SQLPiece {
    var alternatives: [SQLPiece] = []
    for index in terms.indices {
      guard let beyond = beyond(index, isReversed: isReversed) else { continue }
      alternatives.append(Self.all(equal(terms.indices.prefix(index)) + [beyond]))
    }
    if !isReversed { alternatives.append(Self.all(equal(terms.indices[...]))) }
    if alternatives.isEmpty { return SQLPiece(sql: "0") }
    return SQLPiece(
      sql: alternatives.map { "(\($0.sql))" }.joined(separator: " OR "),
      arguments: alternatives.flatMap(\.arguments)
    )
  }

  private func equal(_ indexes: Range<Int>.SubSequence) -> [SQLPiece] {
    indexes.map { index in
      SQLPiece(
        sql: "\(quotedIdentifier(terms[index].column)) IS \(values[index].placeholder)",
        arguments: [values[index].value]
      )
    }
  }

  /// The condition that one term is after the position, or before it; `nil` if no value is.
  private func beyond(_ index: Int, isReversed: Bool) -> SQLPiece? {
    let name = quotedIdentifier(terms[index].column)
    let value = values[index]
    let isGreater = terms[index].isDescending == isReversed
    switch (isGreater, value.value == .null) {
    case (true, true): return SQLPiece(sql: "\(name) IS NOT NULL")
    case (true, false):
      return SQLPiece(sql: "\(name) > \(value.placeholder)", arguments: [value.value])
    case (false, true): return nil
    case (false, false):
      return SQLPiece(
        sql: "\(name) < \(value.placeholder) OR \(name) IS NULL",
        arguments: [value.value]
      )
    }
  }

  private static func all(_ conditions: [SQLPiece]) -> SQLPiece {
    SQLPiece(
      sql: conditions.map { "(\($0.sql))" }.joined(separator: " AND "),
      arguments: conditions.flatMap(\.arguments)
    )
  }
}
