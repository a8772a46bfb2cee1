public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

extension RowQuery {
  /// Returns a cursor over the rows of the query, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<Element> {
    try _accept(CursorMaking<Element>(db))
  }
}

extension RowQuery where Element: Sendable {
  /// Returns an asynchronous sequence of the rows, which reads them during iteration.
  ///
  /// ```swift
  /// for try await reminder in Reminder.where(\.isCompleted).rows(in: database) { print(reminder) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  public func rows(in database: any DatabaseReader) -> DatabaseRows<Element> {
    DatabaseRows(database) { db in try fetchCursor(db) }
  }
}

/// The making of a cursor over the rows of a query.
@frozen @usableFromInline
struct CursorMaking<Row>: _RowQueryVisitor {
  @usableFromInline typealias Output = DatabaseCursor<Row>
  @usableFromInline typealias Failure = any Error

  @usableFromInline let db: Database

  @inlinable
  init(_ db: Database) { self.db = db }

  @inlinable
  func visit<Query: TypedRowQuery>(_ statement: Query) throws -> DatabaseCursor<Row>
  where Query.Element == Row {
    try db.cursor(of: statement.query, Query.Shape.self, isText: Query._selectsAnything)
  }

  @usableFromInline
  func visit<Query: RowQuery>(request: Query) throws -> DatabaseCursor<Row>
  where Query.Element == Row {
    guard let request = request as? any _SQLiteRequest<Row> else {
      throw DatabaseError(unknown: Query.self)
    }
    return try request._cursor(db)
  }
}

extension Database {
  /// Returns a cursor over the rows of a query.
  @inlinable
  func cursor<Shape: RowShape>(
    of query: QueryFragment,
    _ shape: Shape.Type,
    isText: Bool
  ) throws -> DatabaseCursor<Shape.Row> {
    let statement = try statement(binding: query)
    try statement?.check(shape, isText: isText)
    return try DatabaseCursor(bound: statement) { statement in
      try statement.decodeRow { try Shape.decode(&$0) }
    }
  }
}
