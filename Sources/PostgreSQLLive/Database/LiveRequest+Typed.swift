import DatabaseTypes
import IncrementalQueries
package import LiveEngine
import PostgreSQL
import PostgreSQLQueries
package import TypedSQL

/// A typed query on PostgreSQL, for the live engine to take apart.
package struct TypedPostgresQuery<Shape: RowShape>: Sendable where Shape.Row: Sendable {
  /// The statement taken apart; `nil` for SQL text.
  let parts: SelectParts?
  /// The statement.
  let query: QueryFragment
  /// The statement for its first row.
  let first: QueryFragment
  let canCompare: Bool
  let isSame: @Sendable (Shape.Row, Shape.Row) -> Bool

  /// Describes a query.
  ///
  /// - Parameters:
  ///   - parts: The statement taken apart; `nil` for SQL text.
  ///   - query: The statement.
  ///   - first: The statement for its first row; the statement itself unless given.
  ///   - isSame: Whether two rows are the same for a reader; as far as their type can tell unless given.
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

  /// For the live engine to take apart; `nil` where it cannot.
  var select: DecodableSelect<Shape.Row, PostgresSnapshotReader>? {
    parts.map { parts in
      DecodableSelect(
        parts,
        query,
        canCompare: canCompare,
        isSame: isSame,
        statement: { statement($0) }
      )
    }
  }

  /// What it reads, as the planner says.
  var region: @Sendable (PostgresSnapshotReader) throws -> Region {
    { [query] in query.isEmpty ? Region() : try $0.region(of: query) }
  }

  /// Compares the columns of SQL text with what they are decoded as.
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
      read: { db in
        try check(db)
        return LiveReading(value: try statement(PlanQuery(.statement, query)).elements(db))
      },
      isSame: { old, new in
        old.value.count == new.value.count && zip(old.value, new.value).allSatisfy(isSame)
      },
      difference: { ResultDifference.between($0, $1, isSame: isSame) },
      maintenance: select.map { RowsMaintenance($0) },
      reason: .text,
      text: { [query] in query.render(for: .postgres).sql }
    )
  }

  /// A request for the first row.
  ///
  /// - Parameter convert: What the row comes to; it gets `nil` where there is none.
  package func one<Value: Sendable>(
    convert: @escaping @Sendable (Shape.Row?) throws -> Value
  ) -> LiveRequest<Value, PostgresSnapshotReader> {
    LiveRequest(
      identity: identity(as: Value.self),
      region: region,
      read: { db in
        try check(db)
        let rows = try statement(PlanQuery(.statement, first)).elements(db, limit: 1)
        return LiveReading(value: try convert(rows.first))
      },
      isSame: { areEqual($0.value, $1.value) },
      maintenance: select.map { FirstRowMaintenance($0, convert: convert) },
      reason: .text,
      text: { [query] in query.render(for: .postgres).sql }
    )
  }

  /// A request for all rows in the order of their sections, whose names the rows have.
  package func sectioned<Row: Sendable>(
    identity: LiveIdentity,
    reading: @escaping @Sendable ([Shape.Row]) -> LiveReading<[Row]>,
    isSameRow: @escaping @Sendable (Row, Row) -> Bool
  ) -> LiveRequest<[Row], PostgresSnapshotReader> where Shape.Row == (row: Row, name: String?) {
    LiveRequest(
      identity: identity,
      region: region,
      read: { reading(try statement(PlanQuery(.statement, query)).elements($0)) },
      isSame: { old, new in
        old.sections == new.sections && old.value.count == new.value.count
          && zip(old.value, new.value).allSatisfy(isSameRow)
      },
      maintenance: select.map { SectionedMaintenance($0) },
      reason: .text,
      text: { [query] in query.render(for: .postgres).sql }
    )
  }
}

/// What tells a statement from others: its SQL, its values, and what it is decoded as.
private struct TypedIdentity: Hashable, Sendable {
  let query: QueryFragment
  let shape: ObjectIdentifier
  let value: ObjectIdentifier
}

extension PostgresSnapshotReader {
  /// Compares the columns of a query with what they are decoded as.
  ///
  /// - Throws: ``PostgresError`` where there are more or fewer, or they have other names.
  fileprivate func check<Shape: RowShape>(_ query: QueryFragment, decodedAs: Shape.Type) throws {
    let text = StatementText(query)
    if let problem = text.problem { throw problem }
    try recovering { try connection.prepare(text.sql).check(columnsOf: Shape._values) }
  }
}
