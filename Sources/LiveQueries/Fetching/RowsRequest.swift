package import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
package import SQLiteDatabase
package import TypedSQL

/// What another module's requests ask for, in the words of live queries.
package struct RowsRequest<Element: Sendable>: Sendable {
  /// A request, as it is written for a connection.
  package struct Written: Sendable {
    let parts: SelectParts?
    let query: QueryFragment
    let decoding: RowDecoding<Element>
    let fetchAll: @Sendable (Database) throws -> [Element]
    let fetchOne: @Sendable (Database) throws -> Element?

    /// Describes a request.
    ///
    /// - Parameters:
    ///   - parts: The statement taken apart; `nil` where its result can only be read as a whole.
    ///   - query: The statement.
    ///   - decoding: What makes elements of its rows.
    ///   - fetchAll: Reads the whole result.
    ///   - fetchOne: Reads the first row.
    package init(
      parts: SelectParts?,
      query: QueryFragment,
      decoding: RowDecoding<Element>,
      fetchAll: @escaping @Sendable (Database) throws -> [Element],
      fetchOne: @escaping @Sendable (Database) throws -> Element?
    ) {
      self.parts = parts
      self.query = query
      self.decoding = decoding
      self.fetchAll = fetchAll
      self.fetchOne = fetchOne
    }
  }

  /// What tells it from other requests, where that can be told without a connection.
  let identity: QueryFragment?
  /// Its statement, for people to read.
  let statement: QueryFragment?
  let write: @Sendable (Database) throws -> Written

  /// Describes a request.
  package init(
    identity: QueryFragment?,
    statement: QueryFragment?,
    write: @escaping @Sendable (Database) throws -> Written
  ) {
    self.identity = identity
    self.statement = statement
    self.write = write
  }
}

extension RowsRequest {
  /// A request for all rows.
  var all: LiveRequest<[Element]> {
    LiveRequest(
      identity: identity(as: [Element].self),
      region: nil,
      read: { LiveReading(value: try write($0).fetchAll($0)) },
      isSame: { areEqual($0.value, $1.value) },
      difference: { ResultDifference.between($0, $1) },
      maintenance: MaintainedRequest(self, MaintainedRows.init) { $0.fetchAll },
      reason: .subquery,
      text: text
    )
  }

  /// A request for the first row.
  func first<Value: Sendable>(
    _ convert: @escaping @Sendable (Element?) throws -> Value
  ) -> LiveRequest<Value> {
    LiveRequest(
      identity: identity(as: Value.self),
      region: nil,
      read: { LiveReading(value: try convert(write($0).fetchOne($0))) },
      isSame: { areEqual($0.value, $1.value) },
      maintenance: MaintainedRequest(self) {
        MaintainedFirstRow($0, convert: convert)
      } reading: { written in
        { try convert(written.fetchOne($0)) }
      },
      reason: .subquery,
      text: text
    )
  }

  private func identity(as value: Any.Type) -> LiveIdentity? {
    identity.map { LiveIdentity(StatementIdentity(query: $0, row: Self.self, value: value)) }
  }

  private var text: @Sendable () -> String {
    { statement?.render().sql ?? "A request for \(Element.self)" }
  }
}

extension RowsRequest.Written {
  /// The statement for the live engine to take apart.
  var select: LiveSelect<Element>? { parts.map { LiveSelect($0, query, decoding) } }
}

/// Keeps the result of a request, which is written for each connection, and again where the schema has changed.
struct MaintainedRequest<Element: Sendable, Base: LiveMaintenance>: LiveMaintenance {
  typealias Value = Base.Value

  private let request: RowsRequest<Element>
  private let make: @Sendable (LiveSelect<Element>) -> Base
  private let reading:
    @Sendable (RowsRequest<Element>.Written) -> @Sendable (Database) throws -> Value
  private var base: Base?

  init(
    _ request: RowsRequest<Element>,
    _ make: @escaping @Sendable (LiveSelect<Element>) -> Base,
    reading:
      @escaping @Sendable (RowsRequest<Element>.Written)
      -> @Sendable (Database) throws -> Value
  ) {
    self.request = request
    self.make = make
    self.reading = reading
  }

  var planned: PlannedSelect? { base?.planned }

  mutating func start(_ db: Database, after old: Value?) throws -> LiveChange<Value>? {
    base = nil
    guard var base = try request.write(db).select.map(make) else { return nil }
    let change = try base.start(db, after: old)
    self.base = base
    return change
  }

  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Database) throws
    -> LiveStep<Value>
  {
    guard var base, !changes.changesSchema else { return try restart(value, db) }
    // So that there is one reference to what is changed.
    self.base = nil
    let step = try base.apply(changes, to: value, db)
    self.base = base
    return step
  }

  private mutating func restart(_ value: Value, _ db: Database) throws -> LiveStep<Value> {
    if let change = try start(db, after: value) { return LiveStep(change: change, isRerun: true) }
    let read = reading(try request.write(db))
    return LiveStep(change: .value(LiveReading(value: try read(db)), nil), isRerun: true)
  }

  func correction(of value: Value, _ db: Database) throws -> Value? {
    try base?.correction(of: value, db)
  }
}

// MARK: - What holds such requests

extension FetchAll {
  /// Fetches the rows of a request of another module.
  package init(
    wrappedValue: [Element],
    rows: RowsRequest<Element>,
    database: (any DatabaseReader)?,
    delivery: FetchDelivery,
    animation: FetchAnimation?
  ) { self.init(wrappedValue, rows.all, database, delivery.animated(animation)) }

  /// Watches a request of another module.
  package func load(
    rows: RowsRequest<Element>,
    database: (any DatabaseReader)?,
    delivery: FetchDelivery?,
    animation: FetchAnimation?
  ) async throws -> FetchSubscription {
    try await fetched.load(rows.all, database, delivery.animated(animation))
  }
}

extension FetchOne {
  /// Fetches the first row of a request of another module.
  package init<Row: Sendable>(
    wrappedValue: Value,
    rows: RowsRequest<Row>,
    convert: @escaping @Sendable (Row?) throws -> Value,
    database: (any DatabaseReader)?,
    delivery: FetchDelivery,
    animation: FetchAnimation?
  ) { self.init(wrappedValue, rows.first(convert), database, delivery.animated(animation)) }

  /// Watches the first row of a request of another module.
  package func load<Row: Sendable>(
    rows: RowsRequest<Row>,
    convert: @escaping @Sendable (Row?) throws -> Value,
    database: (any DatabaseReader)?,
    delivery: FetchDelivery?,
    animation: FetchAnimation?
  ) async throws -> FetchSubscription {
    try await fetched.load(rows.first(convert), database, delivery.animated(animation))
  }
}

extension ValueObservation {
  /// Observes the rows of a request of another module.
  package init<Element: Sendable>(rows: RowsRequest<Element>) where Value == [Element] {
    self.init(request: rows.all)
  }

  /// Observes the first row of a request of another module.
  package init<Element: Sendable>(firstOf rows: RowsRequest<Element>) where Value == Element? {
    self.init(request: rows.first { $0 })
  }
}
