package import DatabaseQueries
package import DatabaseTypes
package import LiveEngine
package import TypedSQL

/// What makes requests of what properties ask for, on a database other than SQLite.
package protocol LiveRequestMaker<Snapshot> {
  /// The database at one moment.
  associatedtype Snapshot: LiveSnapshot

  /// All rows of a query.
  ///
  /// - Throws: What cannot be asked of the database, and what to do instead.
  func all<Row: Sendable>(_ query: _QueryDescription<Row>) throws -> LiveRequest<[Row], Snapshot>

  /// The first row of a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - convert: What the row comes to; it gets `nil` where there is none.
  /// - Throws: What cannot be asked of the database, and what to do instead.
  func one<Row: Sendable, Value: Sendable>(
    _ query: _QueryDescription<Row>,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) throws -> LiveRequest<Value, Snapshot>

  /// All rows of a query in the order of their sections.
  ///
  /// - Throws: What cannot be asked of the database, and what to do instead.
  func sectioned<Shape: RowShape>(
    _ query: SectionedDescription<Shape>
  ) throws -> LiveRequest<[Shape.Row], Snapshot> where Shape.Row: Sendable

  /// What several queries fetch at one moment.
  ///
  /// - Throws: What cannot be asked of the database, and what to do instead.
  func fetched<Request: FetchKeyRequest>(
    _ request: Request
  ) throws -> LiveRequest<Request.Value, Snapshot>
}

/// What a property asks for, of whatever database.
package protocol LiveDescription<Value>: Sendable {
  /// What is fetched.
  associatedtype Value: Sendable

  /// A request for it.
  ///
  /// - Throws: What cannot be asked of the database, and what to do instead.
  func request<Maker: LiveRequestMaker>(_ maker: Maker) throws
    -> LiveRequest<Value, Maker.Snapshot>
}

/// A database other than SQLite of which properties are fetched.
package protocol LiveRequestDatabase: LiveDatabase {
  /// Tells a sink of the results of what is asked for, from now on.
  ///
  /// - Throws: What cannot be asked of the database, and what to do instead.
  func subscribe<Value: Sendable>(
    _ description: any LiveDescription<Value>,
    _ sink: any LiveSink<Value>
  ) throws -> LiveSubscription

  /// Reads what is asked for once, on this thread.
  func readOnce<Value: Sendable>(_ description: any LiveDescription<Value>) throws
    -> LiveReading<Value>
}

/// A query whose rows come in sections.
package struct SectionedDescription<Shape: RowShape>: Sendable where Shape.Row: Sendable {
  /// The statement taken apart, with the name of the section as the last column.
  package let parts: SelectParts
  /// The statement.
  package let query: QueryFragment
  /// Whether rows can be compared.
  package let canCompare: Bool
  /// Whether two rows are the same for a reader.
  package let isSame: @Sendable (Shape.Row, Shape.Row) -> Bool
}

// MARK: - What properties ask for

struct AllRows<Row: Sendable>: LiveDescription {
  typealias Value = [Row]

  let query: _QueryDescription<Row>

  func request<Maker: LiveRequestMaker>(_ maker: Maker) throws
    -> LiveRequest<[Row], Maker.Snapshot>
  { try maker.all(query) }
}

struct OneRow<Row: Sendable, Value: Sendable>: LiveDescription {
  let query: _QueryDescription<Row>
  let convert: @Sendable (Row?) throws -> Value

  func request<Maker: LiveRequestMaker>(_ maker: Maker) throws
    -> LiveRequest<Value, Maker.Snapshot>
  { try maker.one(query, convert: convert) }
}

extension SectionedDescription: LiveDescription {
  package typealias Value = [Shape.Row]

  package func request<Maker: LiveRequestMaker>(_ maker: Maker) throws
    -> LiveRequest<[Shape.Row], Maker.Snapshot>
  { try maker.sectioned(self) }
}

struct KeyRequest<Request: FetchKeyRequest>: LiveDescription {
  typealias Value = Request.Value

  let base: Request

  func request<Maker: LiveRequestMaker>(_ maker: Maker) throws
    -> LiveRequest<Request.Value, Maker.Snapshot>
  { try maker.fetched(base) }
}
