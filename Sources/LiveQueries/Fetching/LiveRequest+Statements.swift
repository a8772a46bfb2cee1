import DatabaseTypes
import SQLiteDatabase
import TypedSQL

extension LiveRequest {
  /// All rows of a query.
  static func all<Row: QueryRepresentable & SendableMetatype>(
    _ query: QueryFragment,
    as type: Row.Type,
    isText: Bool = false
  ) -> Self where Value == [Row.QueryOutput], Row.QueryOutput: Sendable {
    LiveRequest(
      identity: LiveIdentity(StatementIdentity(query: query, row: type, value: Value.self)),
      region: { query.isEmpty ? Region() : try $0.region(of: query) },
      read: { db in
        var marker = RowMarker(db)
        let rows = try db.fetchAll(query, as: type, isText: isText) { try marker.add($0) }
        return LiveReading(value: rows, marks: marker.marks)
      },
      isSame: Self.haveSameMarks
    )
  }

  /// The first row of a query.
  ///
  /// - Parameter convert: What the row comes to; it gets `nil` where there is none.
  static func one<Row: QueryRepresentable & SendableMetatype>(
    _ query: QueryFragment,
    as type: Row.Type,
    isText: Bool = false,
    convert: @escaping @Sendable (Row.QueryOutput?) throws -> Value
  ) -> Self {
    LiveRequest(
      identity: LiveIdentity(StatementIdentity(query: query, row: type, value: Value.self)),
      region: { query.isEmpty ? Region() : try $0.region(of: query) },
      read: { db in
        var marker = RowMarker(db)
        let row = try db.fetchOne(query, as: type, isText: isText) { try marker.add($0) }
        return LiveReading(value: try convert(row), marks: marker.marks)
      },
      isSame: Self.haveSameMarks
    )
  }

  /// What a request of several queries fetches.
  static func key<Request: FetchKeyRequest>(_ request: Request) -> Self
  where Request.Value == Value {
    LiveRequest(
      identity: LiveIdentity(request),
      region: nil,
      read: { LiveReading(value: try request.fetch($0)) },
      isSame: { areEqual($0.value, $1.value) }
    )
  }

  private static func haveSameMarks(_ left: Reading, _ right: Reading) -> Bool {
    left.marks != nil && left.marks == right.marks
  }
}

/// What tells a statement from others: its SQL, its values, and what it is decoded as.
private struct StatementIdentity: Hashable, Sendable {
  let query: QueryFragment
  let row: ObjectIdentifier
  let value: ObjectIdentifier

  init(query: QueryFragment, row: Any.Type, value: Any.Type) {
    self.query = query
    self.row = ObjectIdentifier(row)
    self.value = ObjectIdentifier(value)
  }
}

/// Whether two values are equal; `false` where their type has no equality.
func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  (left as? any Equatable)?.equals(right) ?? false
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}

/// Whether the text of a statement was written by hand, so that its columns may be anything.
func isText<S: TypedSQL.Statement>(_ statement: S) -> Bool {
  S.self == SQLQueryExpression<S.QueryValue>.self
}
