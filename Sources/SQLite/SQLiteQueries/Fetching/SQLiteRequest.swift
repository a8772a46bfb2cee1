public import SQLQueries
public import SQLiteDatabase

/// A row query that is no typed statement, but is written for each connection of SQLite.
public protocol _SQLiteRequest<Element>: RowQuery {
  /// Returns a cursor over its rows.
  func _cursor(_ db: Database) throws -> DatabaseCursor<Element>

  /// The description of the request for live queries.
  var _requestDescription: _QueryDescription<Element> { get }
}

extension RowQuery {
  /// The description of the query for live queries.
  @inlinable public var _description: _QueryDescription<Element> {
    _accept(QueryDescribing<Element>())
  }
}

/// The description of a query for live queries.
///
/// A typed statement is described where a property is declared, so that the code that decodes rows
/// is specialized for their type.
@frozen @usableFromInline
struct QueryDescribing<Row>: _RowQueryVisitor {
  @usableFromInline typealias Output = _QueryDescription<Row>
  @usableFromInline typealias Failure = Never

  @inlinable
  init() {}

  @inlinable
  func visit<Query: TypedRowQuery>(_ statement: Query) -> _QueryDescription<Row>
  where Query.Element == Row {
    _QueryDescription(statement, Query.Shape.self, first: statement._queryOfFirst)
  }

  @usableFromInline
  func visit<Query: RowQuery>(request: Query) -> _QueryDescription<Row>
  where Query.Element == Row {
    if let request = request as? any _SQLiteRequest<Row> { return request._requestDescription }
    let error = DatabaseError(unknown: Query.self)
    return _QueryDescription(
      identity: nil,
      statement: nil,
      areEqual: nil,
      write: { _ in throw error },
      writeForOtherDatabase: { _ in throw error }
    )
  }
}

extension DatabaseError {
  /// Creates the error for a query of another library.
  init(unknown query: any Any.Type) {
    self.init(
      code: .misuse,
      message: "SQLite cannot read a \(query). Pass a typed statement, or a request for records."
    )
  }
}
