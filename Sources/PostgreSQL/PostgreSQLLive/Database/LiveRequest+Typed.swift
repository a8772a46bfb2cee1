import DatabaseTypes
import IncrementalQueries
package import LiveEngine
import PostgreSQL
import PostgreSQLQueries
import SQLSyntax
package import TypedSQL

/// A typed query on PostgreSQL, which the live engine analyses.
package struct TypedPostgresQuery<Shape: RowShape>: Sendable where Shape.Row: Sendable {
  /// The parts of the statement; `nil` for SQL text, which is parsed if possible.
  let parts: SelectParts?
  /// The statement.
  let query: QueryFragment
  /// The statement that reads only the first row.
  let first: QueryFragment
  let canCompare: Bool
  let isSame: @Sendable (Shape.Row, Shape.Row) -> Bool

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - parts: The parts of the statement; `nil` for SQL text.
  ///   - query: The statement.
  ///   - first: The statement that reads only the first row; by default `query`.
  ///   - isSame: A closure that compares two rows; by default the rows are compared if their type
  ///     allows it.
  package init(
    parts: SelectParts?,
    query: QueryFragment,
    first: QueryFragment? = nil,
    shape: Shape.Type = Shape.self,
    isSame: (@Sendable (Shape.Row, Shape.Row) -> Bool)? = nil
  ) {
    (self.parts, self.query, self.first) = (parts, query, first ?? query)
    nonisolated(unsafe) let areEqual = Shape._areEqual  // It captures types and nothing else.
    canCompare = isSame != nil || areEqual != nil
    self.isSame = isSame ?? { areEqual?($0, $1) ?? false }
  }
}

extension TypedPostgresQuery {
  func statement(_ query: PlanQuery) -> PostgresRowStatement<Shape.Row> {
    PostgresRowStatement(query) { row throws in try row.decode(Shape.self) }
  }

  /// The statement for the live engine's analysis; `nil` if it cannot be analysed.
  var select: DecodableSelect<Shape.Row, PostgresSnapshotReader>? { select(of: query) }

  /// Returns a statement with the same parts for the live engine's analysis; `nil` if it cannot be
  /// analysed.
  private func select(of query: QueryFragment)
    -> DecodableSelect<Shape.Row, PostgresSnapshotReader>?
  {
    guard let parts = parts ?? SelectParts.reading(query, as: .postgres) else { return nil }
    return DecodableSelect(
      parts,
      query,
      readFrom: self.parts == nil ? query : nil,
      canCompare: canCompare,
      isSame: isSame,
      statement: { statement($0) }
    )
  }

  /// Returns the maintenance of a result.
  ///
  /// For SQL text, it first checks the columns against the decoded type.
  private func maintenance<Value: Sendable>(
    _ make:
      @escaping @Sendable (DecodableSelect<Shape.Row, PostgresSnapshotReader>)
      -> any ResultMaintenance<Value, PostgresSnapshotReader>,
    reading: @escaping @Sendable (PostgresSnapshotReader) throws -> Value
  ) -> (any ResultMaintenance<Value, PostgresSnapshotReader>)? {
    guard let select else { return nil }
    guard parts == nil else { return make(select) }
    return RenderedMaintenance<Value, PostgresSnapshotReader> { db in
      try check(db)
      return make(select)
    } reading: { db in
      try reading(db)
    }
  }

  /// A closure that determines what the query reads, according to the planner.
  var region: @Sendable (PostgresSnapshotReader) throws -> Region {
    { [query] in query.isEmpty ? Region() : try $0.region(of: query) }
  }

  /// Checks the columns of SQL text against the decoded type.
  func check(_ db: PostgresSnapshotReader) throws {
    guard parts == nil, !query.isEmpty else { return }
    try db.check(query, decodedAs: Shape.self)
  }

  private func identity(as value: Any.Type) -> LiveIdentity {
    LiveIdentity(
      TypedIdentity(query: query, shape: Shape._identity, value: ObjectIdentifier(value))
    )
  }
}

extension TypedPostgresQuery {
  /// A request for all rows.
  package var all: LiveRequest<[Shape.Row], PostgresSnapshotReader> {
    let isSame = isSame
    return LiveRequest(
      identity: identity(as: [Shape.Row].self),
      region: region,
      query: query.isEmpty ? nil : query,
      read: { LiveReading(value: try readAll($0)) },
      isSame: { old, new in
        old.value.count == new.value.count && zip(old.value, new.value).allSatisfy(isSame)
      },
      difference: { ResultDifference.between($0, $1, isSame: isSame) },
      maintenance: maintenance {
        RowsMaintenance($0)
      } reading: {
        try readAll($0)
      },
      reason: .text,
      text: { [query] in query.render(for: .postgres).sql }
    )
  }

  private func readAll(_ db: PostgresSnapshotReader) throws -> [Shape.Row] {
    try check(db)
    return try statement(PlanQuery(.statement, query)).elements(db)
  }

  private func readFirst(_ db: PostgresSnapshotReader) throws -> Shape.Row? {
    try check(db)
    return try statement(PlanQuery(.statement, first)).elements(db, limit: 1).first
  }

  /// Returns a request for the first row.
  ///
  /// - Parameter convert: A closure that converts the row; it receives `nil` if there is no row.
  package func one<Value: Sendable>(
    convert: @escaping @Sendable (Shape.Row?) throws -> Value
  ) -> LiveRequest<Value, PostgresSnapshotReader> {
    LiveRequest(
      identity: identity(as: Value.self),
      region: region,
      query: query.isEmpty ? nil : query,
      read: { LiveReading(value: try convert(readFirst($0))) },
      isSame: { areEqual($0.value, $1.value) },
      maintenance: maintenance {
        FirstRowMaintenance($0, convert: convert)
      } reading: {
        try convert(readFirst($0))
      },
      reason: .text,
      text: { [query] in query.render(for: .postgres).sql }
    )
  }

  /// Returns a request for all rows in the order of their sections, whose names are part of the
  /// rows.
  ///
  /// - Parameters:
  ///   - rows: The statement of the parts.
  ///   - order: The order of the sections, if the parts' rows are not in that order.
  package func sectioned<Row: Sendable>(
    rows: QueryFragment,
    orderedBy order: QueryFragment?,
    identity: LiveIdentity,
    reading: @escaping @Sendable ([Shape.Row]) -> LiveReading<[Row]>,
    isSameRow: @escaping @Sendable (Row, Row) -> Bool
  ) -> LiveRequest<[Row], PostgresSnapshotReader> where Shape.Row == (row: Row, name: String?) {
    LiveRequest(
      identity: identity,
      region: region,
      query: query.isEmpty ? nil : query,
      read: { reading(try statement(PlanQuery(.statement, query)).elements($0)) },
      isSame: { old, new in
        old.sections == new.sections && old.value.count == new.value.count
          && zip(old.value, new.value).allSatisfy(isSameRow)
      },
      maintenance: select(of: rows).map { SectionedMaintenance($0, orderedBy: order) },
      reason: .text,
      text: { [query] in query.render(for: .postgres).sql }
    )
  }
}

/// The identity of a statement: its SQL, its values, and the type of its decoded rows.
private struct TypedIdentity: Hashable, Sendable {
  let query: QueryFragment
  let shape: ObjectIdentifier
  let value: ObjectIdentifier
}

extension PostgresSnapshotReader {
  /// Checks the columns of a query against the decoded type.
  ///
  /// - Throws: ``PostgresError`` if the number of columns or their names differ.
  fileprivate func check<Shape: RowShape>(_ query: QueryFragment, decodedAs: Shape.Type) throws {
    let text = StatementText(query)
    if let problem = text.problem { throw problem }
    try recovering { try connection.prepare(text.sql).check(columnsOf: Shape._values) }
  }
}
