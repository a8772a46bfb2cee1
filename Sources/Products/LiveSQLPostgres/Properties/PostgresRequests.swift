public import DatabaseTypes
import LiveEngine
import LiveQueries
import PostgreSQLDatabase
import PostgreSQLLive
import SQLiteQueries
import TypedSQL

/// A factory for live requests on PostgreSQL, from the descriptions that properties make.
struct PostgresRequests: RequestFactory {
  typealias Snapshot = PostgresSnapshotReader

  func all<Row: Sendable>(_ query: _QueryDescription<Row>) throws
    -> LiveRequest<[Row], PostgresSnapshotReader>
  {
    guard let shape = query.rowShape else { return try PostgresRecordQuery(query).all }
    return try all(query, shape)
  }

  private func all<Shape: RowShape>(
    _ query: _QueryDescription<Shape.Row>,
    _ shape: Shape.Type
  ) throws -> LiveRequest<[Shape.Row], PostgresSnapshotReader> where Shape.Row: Sendable {
    try typed(query, shape).all
  }

  func one<Row: Sendable, Value: Sendable>(
    _ query: _QueryDescription<Row>,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) throws -> LiveRequest<Value, PostgresSnapshotReader> {
    guard let shape = query.rowShape else {
      return try PostgresRecordQuery(query).one(convert: convert)
    }
    return try one(query, shape, convert)
  }

  private func one<Shape: RowShape, Value: Sendable>(
    _ query: _QueryDescription<Shape.Row>,
    _ shape: Shape.Type,
    _ convert: @escaping @Sendable (Shape.Row?) throws -> Value
  ) throws -> LiveRequest<Value, PostgresSnapshotReader> where Shape.Row: Sendable {
    try typed(query, shape).one(convert: convert)
  }

  func sectioned<Shape: RowShape>(_ query: SectionedDescription<Shape>) throws
    -> LiveRequest<[Shape.Row], PostgresSnapshotReader>
  {
    TypedPostgresQuery<_SectionedRow<Shape, String?>>(
      parts: query.parts,
      query: query.query,
      isSame: { query.isSameInSection($0, $1) }
    ).sectioned(
      rows: query.rows,
      orderedBy: query.order,
      identity: query.identity,
      reading: { LiveReading($0, marks: nil) },
      isSameRow: query.isSame
    )
  }

  func fetched<Request: FetchKeyRequest>(_ request: Request) throws
    -> LiveRequest<Request.Value, PostgresSnapshotReader>
  {
    guard let either = request as? any EitherFetchKeyRequest<Request.Value> else {
      throw PostgresRequestError(
        "\(Request.self) fetches only from SQLite. Conform it to EitherFetchKeyRequest, whose 'fetch' receives "
          + "a connection of either database."
      )
    }
    return LiveRequest(
      identity: LiveIdentity(request),
      region: nil,
      read: { LiveReading(value: try either.fetch($0)) },
      isSame: { areEqual($0.value, $1.value) },
      text: { String(describing: Request.self) }
    )
  }
}

extension PostgresRequests {
  private func typed<Shape: RowShape>(
    _ query: _QueryDescription<Shape.Row>,
    _ shape: Shape.Type
  ) throws -> TypedPostgresQuery<Shape> where Shape.Row: Sendable {
    guard let written = query.fixed else { throw PostgresRequestError.unwritten(Shape.Row.self) }
    return TypedPostgresQuery(parts: written.parts, query: written.query, first: query.first)
  }
}

/// An error for a request that PostgreSQL cannot answer, with what to write instead.
public struct PostgresRequestError: Sendable, Hashable, _SelfDescribingError {
  /// The problem, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }

  static func unwritten(_ row: Any.Type) -> Self {
    Self(
      "A query for \(row) can only be fetched from SQLite. Write a typed statement, or a request for records."
    )
  }
}
