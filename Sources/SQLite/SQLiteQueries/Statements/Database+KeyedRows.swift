public import SQLiteDatabase
public import TypedSQL

/// The parameters that a statement binds the values of a row to.
private final class ParameterPositions: Sendable {
  let positions: [Int]

  init(_ positions: [Int]) { self.positions = positions }
}

/// The values of a row in the order of its columns, for errors.
private struct PositionedValues: QueryValues {
  let values: [QueryBinding]
  let positions: ParameterPositions

  var arguments: StatementArguments {
    let bound = zip(positions.positions, values).filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }
    return StatementArguments(bound.map(\.1))
  }
}

extension Database {
  /// Runs the statement that writes a row by its key, if possible through a kept statement.
  ///
  /// - Parameter query: The statement, which is built only if none is kept.
  @usableFromInline
  func execute(_ row: _KeyedRow, _ query: () -> QueryFragment) throws {
    if let cached = cachedRowStatement(for: row.key), let owner = cached.owner,
      case let positions = unsafeDowncast(owner, to: ParameterPositions.self),
      positions.positions.count == row.values.count
    {
      // Nothing else is kept with such a key, and a checked cast takes longer than the lookup.
      try cached.statement.bind(row.values, at: positions)
      return try cached.statement.run()
    }
    let (query, key) = (query(), StatementKey(row.key))
    try execute(query)
    guard !statementCache.contains(key), let positions = row.positions,
      let statement = statementCache.statement(forCode: query.code)
    else { return }
    statementCache.insert(statement, for: key, owner: ParameterPositions(positions))
  }
}

extension PreparedStatement {
  fileprivate func bind(_ values: [QueryBinding], at positions: ParameterPositions) throws {
    boundArguments = nil
    boundQueryValues = PositionedValues(values: values, positions: positions)
    for index in values.indices where positions.positions[index] > 0 {
      try bind(values[index], at: positions.positions[index])
    }
  }
}
