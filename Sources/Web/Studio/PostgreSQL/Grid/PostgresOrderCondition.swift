import DatabaseTypes

/// The condition that a row is at or after a position of an order, or before it.
///
/// PostgreSQL sorts NULL after all other values, and a comparison with NULL is neither true nor
/// false: so it is tested separately. https://www.postgresql.org/docs/current/queries-order.html
struct PostgresOrderCondition {
  let table: StudioTable
  let terms: [GridTerm]
  /// The values of the terms at the position.
  let values: [WireCell]

  /// The condition for rows at or after the position, or before it if `isReversed`.
  func piece(isReversed: Bool) -> PostgresPiece {
    rowValues(isReversed: isReversed) ?? byTerms(isReversed: isReversed)
  }

  /// A comparison of rows of values, for which indexes are used best; `nil` if the directions
  /// differ, or if a value may be NULL.
  private func rowValues(isReversed: Bool) -> PostgresPiece? {
    guard let sign = terms.comparison(isReversed: isReversed),
      terms.allSatisfy({ table.isNotNull($0.column) })
    else { return nil }
    let columns = terms.map { table.term($0.column) }
    let places = zip(columns, values).map { $0.value($1) }.joined(separator: ", ")
    return "(\(columns.map(\.sql).joined(separator: ", "))) \(sign) (" + places + ")"
  }

  /// One alternative for each term: the terms before it are equal, and it is beyond the position.
  private func byTerms(isReversed: Bool) -> PostgresPiece {
    var alternatives: [PostgresPiece] = []
    for index in terms.indices {
      guard let beyond = beyond(index, isReversed: isReversed) else { continue }
      alternatives.append(Self.all(equal(terms.indices.prefix(index)) + [beyond]))
    }
    if !isReversed { alternatives.append(Self.all(equal(terms.indices[...]))) }
    if alternatives.isEmpty { return PostgresPiece("false") }
    return alternatives.map { "(" + $0 + ")" }.joined(separator: " OR ")
  }

  private func equal(_ indexes: Range<Int>.SubSequence) -> [PostgresPiece] {
    indexes.map { table.term(terms[$0].column).equals(values[$0]) }
  }

  /// The condition that one term is after the position, or before it; `nil` if no value is.
  private func beyond(_ index: Int, isReversed: Bool) -> PostgresPiece? {
    let term = table.term(terms[index].column)
    let value = values[index]
    let isGreater = terms[index].isDescending == isReversed
    switch (isGreater, value.value == .null) {
    case (true, true): return nil
    case (true, false):
      let isBeyond = "\(term.sql) > " + term.value(value)
      return table.isNotNull(terms[index].column) ? isBeyond : isBeyond + " OR \(term.sql) IS NULL"
    case (false, true): return PostgresPiece("\(term.sql) IS NOT NULL")
    case (false, false): return "\(term.sql) < " + term.value(value)
    }
  }

  private static func all(_ conditions: [PostgresPiece]) -> PostgresPiece {
    conditions.map { "(" + $0 + ")" }.joined(separator: " AND ")
  }
}

extension StudioTable {
  /// Whether a column is never NULL, as the columns of a key are.
  fileprivate func isNotNull(_ name: String) -> Bool {
    key.contains(name) || columns.first { $0.name == name }?.isNotNull == true
  }

  /// The order by a column, with NULLs where the server's indexes have them.
  func postgresOrder(_ term: GridTerm, isReversed: Bool) -> String {
    let isDescending = term.isDescending != isReversed
    let nulls = isNotNull(term.column) ? "" : isDescending ? " NULLS FIRST" : " NULLS LAST"
    return self.term(term.column).sql + (isDescending ? " DESC" : "") + nulls
  }
}
