public import PostgreSQL
public import TypedSQL

extension PostgresConnection {
  /// Returns all rows of a query, decoded by code that is specialised for their type.
  @inlinable
  func readAll<Shape: RowShape>(
    _ query: QueryFragment,
    _ shape: Shape.Type,
    isText: Bool
  ) throws -> [Shape.Row] {
    guard let bound = try statement(binding: query) else { return [] }
    try bound.statement.check(shape, isText: isText)
    let result = try execute(bound.statement, bound.values)
    return try result.map { row in try bound.statement.decode(row, Shape.self) }
  }

  /// Returns the first row of a query, decoded.
  @inlinable
  func readFirst<Shape: RowShape>(
    _ query: QueryFragment,
    _ shape: Shape.Type,
    isText: Bool
  ) throws -> Shape.Row? {
    guard let bound = try statement(binding: query) else { return nil }
    try bound.statement.check(shape, isText: isText)
    let result = try execute(bound.statement, bound.values)
    return try result.first { row in try bound.statement.decode(row, Shape.self) }
  }

  /// Runs a query, and discards its rows.
  @usableFromInline
  func run(_ query: QueryFragment) throws {
    guard let bound = try statement(binding: query) else { return }
    try execute(bound.statement, bound.values)
  }
}

extension PostgresStatement {
  @inlinable @inline(__always)
  func decode<Shape: RowShape>(_ row: borrowing PostgresRow, _ shape: Shape.Type) throws
    -> Shape.Row
  {
    var decoder = PostgresQueryDecoder(row)
    do { return try Shape.decode(&decoder) } catch { throw decoder.decodingError(error, self) }
  }

  /// Checks the columns of the rows against the decoded type.
  ///
  /// - Throws: ``PostgresError`` if their number differs, or if SQL text selects other columns.
  @inlinable
  func check<Shape: RowShape>(_ shape: Shape.Type, isText: Bool) throws {
    try check(Shape._values, isText: isText)
  }

  /// Checks the columns of SQL text against the types of its decoded rows.
  package func check(columnsOf types: [any QueryRepresentable.Type]) throws {
    try check(types, isText: true)
  }

  @usableFromInline
  func check(_ types: [any QueryRepresentable.Type], isText: Bool) throws {
    var width = 0
    for type in types {
      guard let type = type as? any QueryExpression.Type else { return }
      width += type._columnWidth
    }
    guard width == columns.count else {
      throw PostgresError(
        code: .datatypeMismatch,
        message: "The result has \(columns.count) columns, but "
          + "\(types.map { "\($0)" }.joined(separator: ", ")) has \(width): "
          + "\(columns.names.joined(separator: ", ")).",
        sql: sql
      )
    }
    if isText { try compareNames(types) }
  }

  /// Columns are decoded in the order of the type, so SQL text must select them in that order.
  private func compareNames(_ types: [any QueryRepresentable.Type]) throws {
    var first = 0
    for type in types {
      let expected = (type as? any Table.Type).map { Self.names(of: $0) } ?? []
      for (offset, name) in expected.enumerated() {
        let found = columns.names[first + offset]
        guard found.lowercased() != name.lowercased(), found != "?column?" else { continue }
        throw PostgresError(
          code: .datatypeMismatch,
          message:
            "Column \(first + offset) of the result is \"\(found)\", but \(type) expects \"\(name)\": columns "
            + "are decoded in the order of the type.",
          sql: sql,
          hint: "Select \(expected.joined(separator: ", "))."
        )
      }
      first += (type as? any QueryExpression.Type)?._columnWidth ?? 1
    }
  }

  private static func names<T: Table>(of table: T.Type) -> [String] {
    T.TableColumns.allColumns.map(\.name)
  }
}
