import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

extension LiveRequest where Snapshot == Database {
  /// Creates a request for all rows of a query.
  static func all<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self
  where Value == [Row] {
    LiveRequest(
      identity: query.identity(as: Value.self),
      region: query.region,
      read: { db in
        var marker = RowMarker(db)
        let rows = try query.write(db).fetchAll(db) { try marker.add($0) }
        return LiveReading(value: rows, marks: marker.marks(of: rows.count))
      },
      isSame: { [isSame = query.isSame] left, right in
        if let old = left.marks, let new = right.marks { return old == new }
        guard left.value.count == right.value.count else { return false }
        return zip(left.value, right.value).allSatisfy { isSame($0, $1) }
      },
      difference: { ResultDifference.between($0, $1, isSame: query.isSame) },
      maintenance: query.maintenance(
        { RowsMaintenance($0) },
        prefetching: { PrefetchingMaintenance($0) }
      ) { written in
        { try written.fetchAll($0) { _ in } }
      },
      reason: query.rerunReason,
      text: query.text
    )
  }

  /// Creates a request for the first row of a query.
  ///
  /// - Parameters:
  ///   - isSame: Returns whether two values look the same to a reader.
  ///   - convert: Converts the row to the value; it receives `nil` if there is no row.
  static func one<Row: Sendable>(
    _ query: _QueryDescription<Row>,
    isSame: @escaping @Sendable (Value, Value) -> Bool,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) -> Self {
    LiveRequest(
      identity: query.identity(as: Value.self),
      region: query.region,
      read: { db in
        var marker = RowMarker(db)
        let row = try query.write(db).fetchOne(db) { try marker.add($0) }
        return LiveReading(
          value: try convert(row),
          marks: marker.marks(of: row == nil ? 0 : 1)
        )
      },
      isSame: { left, right in
        if let old = left.marks, let new = right.marks { return old == new }
        return isSame(left.value, right.value)
      },
      maintenance: query.maintenance(isOfFirstRow: true) {
        FirstRowMaintenance($0, convert: convert)
      } prefetching: {
        FirstElementMaintenance(PrefetchingMaintenance($0), convert: convert)
      } reading: { written in
        { try convert(written.fetchOne($0) { _ in }) }
      },
      reason: query.rerunReason,
      text: query.text
    )
  }

  /// Creates a request for what several queries fetch.
  static func key<Request: FetchKeyRequest>(_ request: Request) -> Self
  where Request.Value == Value {
    LiveRequest(
      identity: LiveIdentity(request),
      region: nil,
      read: { LiveReading(value: try request.fetch($0)) },
      isSame: { areEqual($0.value, $1.value) },
      text: { String(describing: Request.self) }
    )
  }

  /// Returns whether two readings show the same, comparing row digests if known, else the values.
  static func areSame(_ left: Reading, _ right: Reading) -> Bool {
    if let old = left.marks, let new = right.marks { return old == new }
    return areEqual(left.value, right.value)
  }
}

/// The identity of a statement: its SQL, its bound values, and what its rows are decoded as.
struct StatementIdentity: Hashable, Sendable {
  let query: QueryFragment
  let shape: ObjectIdentifier
  let value: ObjectIdentifier

  init(query: QueryFragment, shape: ObjectIdentifier, value: Any.Type) {
    self.query = query
    self.shape = shape
    self.value = ObjectIdentifier(value)
  }
}

extension _QueryDescription {
  /// The tables and columns that the query reads, if they are known before it runs.
  fileprivate var region: (@Sendable (Database) throws -> Region)? {
    guard let query = fixed?.query else { return nil }
    return { query.isEmpty ? Region() : try $0.region(of: query) }
  }

  /// The reason why the result is always read as a whole, if it is.
  fileprivate var rerunReason: LivePlan.Reason { fixed == nil ? .subquery : .text }

  fileprivate func identity(as value: Any.Type) -> LiveIdentity? {
    identity.map { LiveIdentity(StatementIdentity(query: $0, shape: shape, value: value)) }
  }

  fileprivate var text: @Sendable () -> String {
    { statement?.render().sql ?? "A request for \(Row.self)" }
  }
}

extension _QueryDescription where Row: Sendable {
  /// Compares two rows as a reader sees them, as far as their type allows.
  var isSame: @Sendable (Row, Row) -> Bool {
    guard let areEqual else { return { _, _ in false } }
    nonisolated(unsafe) let compare = areEqual  // It captures types and nothing else.
    return { compare($0, $1) }
  }

  /// Returns the statement in parts for the live engine; `nil` if it cannot be taken apart.
  func select(_ written: Written) -> DecodableSelect<Row, Database>? {
    let canBeRead = written.parts == nil && written.canBeParsed
    guard let parts = canBeRead ? SelectParts.reading(written.query) : written.parts else {
      return nil
    }
    let decoding = written.decoding
    return DecodableSelect(
      parts,
      written.query,
      readFrom: written.parts == nil ? written.query : nil,
      canCompare: areEqual != nil,
      isSame: isSame
    ) { SQLiteRowStatement($0, decoding) }
  }

  /// Returns what keeps the result up to date; `nil` if it is read as a whole each time.
  fileprivate func maintenance<Value: Sendable>(
    isOfFirstRow: Bool = false,
    _ make:
      @escaping @Sendable (DecodableSelect<Row, Database>) -> any ResultMaintenance<
        Value, Database
      >,
    prefetching:
      @escaping @Sendable (PrefetchingSelect<Row, Database>) -> any ResultMaintenance<
        Value, Database
      >,
    reading: @escaping @Sendable (Written) -> @Sendable (Database) throws -> Value
  ) -> (any ResultMaintenance<Value, Database>)? {
    if let fixed { return select(fixed).map(make) }
    return RenderedMaintenance<Value, Database> { db in
      let written = try write(db)
      if let query = written.prefetching {
        return prefetching(prefetchingSelect(query, written, isOfFirstRow: isOfFirstRow))
      }
      return select(written).map(make)
    } reading: { db in
      try reading(write(db))(db)
    }
  }
}
