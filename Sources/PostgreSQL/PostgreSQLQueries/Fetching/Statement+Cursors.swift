public import PostgreSQL
public import SQLQueries
public import TypedSQL

extension TypedRowQuery {
  /// Returns a cursor over the rows.
  ///
  /// - Throws: ``PostgresError``; the cursor throws `DecodingFailure` if a value does not match the
  ///   column's type.
  @inlinable
  public func fetchCursor(_ db: PostgresConnection) throws -> PostgresQueryCursor<Element> {
    try PostgresQueryCursor(db, query, Shape.self, isText: Self._selectsAnything)
  }
}

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// Returns a cursor over the values of the result.
  ///
  /// - Throws: ``PostgresError``; the cursor throws `DecodingFailure` if a value does not match the
  ///   type.
  @_disfavoredOverload  // A row query is read by its shape.
  @inlinable
  public func fetchCursor(_ db: PostgresConnection) throws -> PostgresQueryCursor<
    QueryValue.QueryOutput
  > {
    try PostgresQueryCursor(db, query, ValueRow<QueryValue>.self, isText: Self._isText)
  }
}

extension TypedSQL.Statement {
  /// Fetches all rows of the result, decoded as a shape.
  package func rows<Shape: RowShape>(_ db: PostgresConnection, as shape: Shape.Type) throws
    -> [Shape.Row]
  { try _readAll(db, shape) }
}

extension Table {
  /// Returns a cursor over the rows of the table, or of its default scope.
  ///
  /// - Throws: ``PostgresError``; the cursor throws `DecodingFailure` if a value does not match the
  ///   column's type.
  @inlinable
  public static func fetchCursor(_ db: PostgresConnection) throws -> PostgresQueryCursor<
    QueryOutput
  > {
    try PostgresQueryCursor(db, all.asSelect().query, ValueRow<Self>.self, isText: false)
  }
}
