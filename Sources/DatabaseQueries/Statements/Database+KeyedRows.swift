public import SQLiteDatabase
public import TypedSQL

/// Where a statement binds the values of a row.
private final class KeyedPlaces: Sendable {
  let places: [Int]

  init(_ places: [Int]) { self.places = places }
}

/// The values of a row in the order of its columns, for errors.
private struct PlacedValues: QueryValues {
  let values: [QueryBinding]
  let places: KeyedPlaces

  var arguments: StatementArguments {
    let bound = zip(places.places, values).filter { $0.0 > 0 }.sorted { $0.0 < $1.0 }
    return StatementArguments(bound.map(\.1))
  }
}

extension Database {
  /// Runs the statement that writes a row by its key: one that is kept, into which the values are bound.
  ///
  /// - Parameter query: The statement, where none is kept.
  @usableFromInline
  func execute(_ row: _KeyedRow, _ query: () -> QueryFragment) throws {
    if let kept = keptStatement(for: row.key), let owner = kept.owner,
      case let places = unsafeDowncast(owner, to: KeyedPlaces.self),
      places.places.count == row.values.count
    {
      // Nothing else is kept with such a key, and a cast that is checked takes longer than the look-up.
      try kept.statement.bind(row.values, at: places)
      return try kept.statement.run()
    }
    let (query, key) = (query(), StatementKey(row.key))
    try execute(query)
    guard !keptStatements.contains(key), let places = row.places,
      let statement = keptStatements.statement(forCode: query.code)
    else { return }
    keptStatements.insert(statement, for: key, owner: KeyedPlaces(places))
  }
}

extension PreparedStatement {
  fileprivate func bind(_ values: [QueryBinding], at places: KeyedPlaces) throws {
    boundArguments = nil
    boundQueryValues = PlacedValues(values: values, places: places)
    for index in values.indices where places.places[index] > 0 {
      try bind(values[index], at: places.places[index])
    }
  }
}
