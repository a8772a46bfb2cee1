public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

// Cursors of statements that are not row queries: those that write and return rows, and those of
// which only the column types or the table are known, such as `some Statement<Int>`.

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// Returns a cursor over the values of the result, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   type.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> QueryCursor<QueryValue.QueryOutput> {
    try cursor(db, ValueRow<QueryValue>.self)
  }

  /// Returns an asynchronous sequence of the values, which reads them during iteration.
  @_disfavoredOverload  // As above.
  public func rows(
    in database: any DatabaseReader
  ) -> DatabaseRows<QueryValue.QueryOutput> where QueryValue.QueryOutput: Sendable {
    rows(in: database, ValueRow<QueryValue>.self)
  }
}

extension TypedSQL.Statement {
  /// Returns a cursor over the rows of the result, as tuples of their values.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit its
  ///   type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchCursor<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database
  ) throws -> QueryCursor<(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)>
  where QueryValue == (V1, V2, repeat each V3) {
    try cursor(db, TupleRow<V1, V2, repeat each V3>.self)
  }

  /// Returns an asynchronous sequence of the rows as tuples, which reads them during iteration.
  @_disfavoredOverload  // As above.
  public func rows<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    in database: any DatabaseReader
  ) -> DatabaseRows<(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)>
  where
    QueryValue == (V1, V2, repeat each V3), V1.QueryOutput: Sendable, V2.QueryOutput: Sendable,
    repeat (each V3).QueryOutput: Sendable
  {
    rows(in: database, TupleRow<V1, V2, repeat each V3>.self)
  }
}

extension SelectStatement where QueryValue == (), Joins == () {
  /// Returns a cursor over the rows of the statement, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> QueryCursor<From.QueryOutput> {
    try cursor(db, ValueRow<From>.self)
  }

  /// Returns an asynchronous sequence of the rows, which reads them during iteration.
  @_disfavoredOverload  // As above.
  public func rows(
    in database: any DatabaseReader
  ) -> DatabaseRows<From.QueryOutput> where From.QueryOutput: Sendable {
    rows(in: database, ValueRow<From>.self)
  }
}

extension TypedSQL.Statement {
  @inlinable
  func cursor<Shape: RowShape>(_ db: Database, _ shape: Shape.Type) throws
    -> DatabaseCursor<Shape.Row>
  { try db.cursor(of: query, shape, isText: Self._isText) }

  fileprivate func rows<Shape: RowShape>(
    in database: any DatabaseReader,
    _ shape: Shape.Type
  ) -> DatabaseRows<Shape.Row> {
    let (query, isText) = (query, Self._isText)
    return DatabaseRows(database) { db in try db.cursor(of: query, shape, isText: isText) }
  }
}

extension Table {
  /// Returns a cursor over the rows of the table, or of its default scope.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public static func fetchCursor(_ db: Database) throws -> QueryCursor<QueryOutput> {
    try all.asSelect().fetchCursor(db)
  }
}

extension Table where QueryOutput: Sendable {
  /// Returns an asynchronous sequence of the rows of the table, or of its default scope.
  ///
  /// It reads the rows during iteration.
  public static func rows(in database: any DatabaseReader) -> DatabaseRows<QueryOutput> {
    all.asSelect().rows(in: database)
  }
}
