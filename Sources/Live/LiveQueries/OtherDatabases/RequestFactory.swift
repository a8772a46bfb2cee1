package import DatabaseTypes
package import LiveEngine
package import SQLiteQueries
package import TypedSQL

/// A factory of live requests for what properties fetch, on a database other than SQLite.
package protocol RequestFactory<Snapshot> {
  /// A snapshot of the database.
  associatedtype Snapshot: LiveSnapshot

  /// Creates a request for all rows of a query.
  ///
  /// - Throws: An error that says what the database cannot do, and what to do instead.
  func all<Row: Sendable>(_ query: _QueryDescription<Row>) throws -> LiveRequest<[Row], Snapshot>

  /// Creates a request for the first row of a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - convert: Converts the row to the value; it receives `nil` if there is no row.
  /// - Throws: An error that says what the database cannot do, and what to do instead.
  func one<Row: Sendable, Value: Sendable>(
    _ query: _QueryDescription<Row>,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) throws -> LiveRequest<Value, Snapshot>

  /// Creates a request for all rows of a query, in the order of their sections.
  ///
  /// - Throws: An error that says what the database cannot do, and what to do instead.
  func sectioned<Shape: RowShape>(
    _ query: SectionedDescription<Shape>
  ) throws -> LiveRequest<[Shape.Row], Snapshot> where Shape.Row: Sendable

  /// Creates a request for what several queries fetch in one snapshot.
  ///
  /// - Throws: An error that says what the database cannot do, and what to do instead.
  func fetched<Request: FetchKeyRequest>(
    _ request: Request
  ) throws -> LiveRequest<Request.Value, Snapshot>
}

/// A description of what a property fetches, independent of the database.
package protocol LiveDescription<Value>: Sendable {
  /// The type of the fetched value.
  associatedtype Value: Sendable

  /// Creates the request for a database.
  ///
  /// - Throws: An error that says what the database cannot do, and what to do instead.
  func request<Factory: RequestFactory>(_ factory: Factory) throws
    -> LiveRequest<Value, Factory.Snapshot>
}

/// A database other than SQLite from which properties can be fetched.
package protocol LiveRequestDatabase: LiveDatabase {
  /// Delivers the results of a description to a sink, from now on.
  ///
  /// - Throws: An error that says what the database cannot do, and what to do instead.
  func subscribe<Value: Sendable>(
    _ description: any LiveDescription<Value>,
    _ sink: any LiveSink<Value>
  ) throws -> LiveSubscription

  /// Reads the described value once, on the calling thread.
  func readOnce<Value: Sendable>(_ description: any LiveDescription<Value>) throws
    -> LiveReading<Value>
}

/// A query whose rows come in sections.
package struct SectionedDescription<Shape: RowShape>: Sendable where Shape.Row: Sendable {
  /// The parts of the statement of the rows, with the name of the section as the last column.
  package let parts: SelectParts
  /// The statement of the rows.
  package let rows: QueryFragment
  /// The order of the sections; `nil` if the rows are in that order.
  package let order: QueryFragment?
  /// The statement of the rows in the order of their sections.
  package let query: QueryFragment
  /// Whether rows can be compared.
  package let canCompare: Bool
  /// Returns whether two rows look the same to a reader.
  package let isSame: @Sendable (Shape.Row, Shape.Row) -> Bool
}

// MARK: - Descriptions of requests

struct AllRows<Row: Sendable>: LiveDescription {
  typealias Value = [Row]

  let query: _QueryDescription<Row>

  func request<Factory: RequestFactory>(_ factory: Factory) throws
    -> LiveRequest<[Row], Factory.Snapshot>
  { try factory.all(query) }
}

struct OneRow<Row: Sendable, Value: Sendable>: LiveDescription {
  let query: _QueryDescription<Row>
  let convert: @Sendable (Row?) throws -> Value

  func request<Factory: RequestFactory>(_ factory: Factory) throws
    -> LiveRequest<Value, Factory.Snapshot>
  { try factory.one(query, convert: convert) }
}

extension SectionedDescription: LiveDescription {
  package typealias Value = [Shape.Row]

  package func request<Factory: RequestFactory>(_ factory: Factory) throws
    -> LiveRequest<[Shape.Row], Factory.Snapshot>
  { try factory.sectioned(self) }
}

struct KeyRequest<Request: FetchKeyRequest>: LiveDescription {
  typealias Value = Request.Value

  let base: Request

  func request<Factory: RequestFactory>(_ factory: Factory) throws
    -> LiveRequest<Request.Value, Factory.Snapshot>
  { try factory.fetched(base) }
}
