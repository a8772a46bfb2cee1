import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

extension LiveRequest {
  /// All rows of a statement.
  static func all<S: TypedSQL.Statement, Row: QueryRepresentable & SendableMetatype>(
    _ statement: S,
    as type: Row.Type
  ) -> Self where Value == [Row.QueryOutput], Row.QueryOutput: Sendable {
    let (query, isText) = (statement.query, isText(statement))
    return LiveRequest(
      identity: LiveIdentity(StatementIdentity(query: query, row: type, value: Value.self)),
      region: { query.isEmpty ? Region() : try $0.region(of: query) },
      read: { db in
        var marker = RowMarker(db)
        let rows = try db.fetchAll(query, as: type, isText: isText) { try marker.add($0) }
        return LiveReading(value: rows, marks: marker.marks)
      },
      isSame: Self.haveSameMarks,
      difference: { ResultDifference.between($0, $1) },
      maintenance: LiveSelect(statement, as: type).map { MaintainedRows($0) },
      reason: .text,
      text: { query.render().sql }
    )
  }

  /// The first row of a statement.
  ///
  /// - Parameters:
  ///   - query: The statement, or one that gives no more than its first row.
  ///   - convert: What the row comes to; it gets `nil` where there is none.
  static func one<S: TypedSQL.Statement, Row: QueryRepresentable & SendableMetatype>(
    _ statement: S,
    _ query: QueryFragment,
    as type: Row.Type,
    convert: @escaping @Sendable (Row.QueryOutput?) throws -> Value
  ) -> Self where Row.QueryOutput: Sendable {
    let isText = isText(statement)
    return LiveRequest(
      identity: LiveIdentity(StatementIdentity(query: query, row: type, value: Value.self)),
      region: { query.isEmpty ? Region() : try $0.region(of: query) },
      read: { db in
        var marker = RowMarker(db)
        let row = try db.fetchOne(query, as: type, isText: isText) { try marker.add($0) }
        return LiveReading(value: try convert(row), marks: marker.marks)
      },
      isSame: Self.haveSameMarks,
      maintenance: LiveSelect(statement, as: type).map { select in
        MaintainedFirstRow(select, convert: convert)
      },
      reason: .text,
      text: { query.render().sql }
    )
  }

  /// What a request of several queries fetches.
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

  static func haveSameMarks(_ left: Reading, _ right: Reading) -> Bool {
    left.marks != nil && left.marks == right.marks
  }
}

extension LiveSelect {
  /// A statement that is a `SELECT`; `nil` where it is another one.
  fileprivate init?<Row: QueryRepresentable>(
    _ statement: some TypedSQL.Statement,
    as type: Row.Type
  )
  where Element == Row.QueryOutput {
    guard let select = statement as? any SelectStatement else { return nil }
    self.init(select._parts, select.query, RowDecoding(type))
  }
}

/// What tells a statement from others: its SQL, its values, and what it is decoded as.
struct StatementIdentity: Hashable, Sendable {
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
private func isText<S: TypedSQL.Statement>(_ statement: S) -> Bool {
  S.self == SQLQueryExpression<S.QueryValue>.self
}
