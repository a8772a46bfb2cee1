public import SQLiteDatabase
public import TypedSQL

// Fetching from statements that are not row queries: those that write and return rows, and those of
// which only the column types or the table are known, such as `some Statement<Int>`.

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// Returns all values of the result.
  ///
  /// ```swift
  /// let ids = try database.write { db in
  ///   try Reminder.insert { drafts }.returning(\.id).fetchAll(db)
  /// }
  /// // INSERT INTO "reminders" … RETURNING "reminders"."id"
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the type.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [QueryValue.QueryOutput] {
    try readAll(db, ValueRow<QueryValue>.self)
  }

  /// Returns the first value of the result.
  ///
  /// A statement that writes is still run to its end.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne(_ db: Database) throws -> QueryValue.QueryOutput? {
    try readFirst(db, ValueRow<QueryValue>.self)
  }

  /// Returns a cursor over the values of the result, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> QueryCursor<QueryValue.QueryOutput> {
    try reader(db, ValueRow<QueryValue>.self).cursor()
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
  /// Returns all rows of the result as tuples of their values.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit its type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchAll<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database
  ) throws -> [(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]
  where QueryValue == (V1, V2, repeat each V3) {
    try readAll(db, TupleRow<V1, V2, repeat each V3>.self)
  }

  /// Returns the first row of the result as a tuple of its values.
  ///
  /// A statement that writes is still run to its end.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit its type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database
  ) throws -> (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)?
  where QueryValue == (V1, V2, repeat each V3) {
    try readFirst(db, TupleRow<V1, V2, repeat each V3>.self)
  }

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
    try reader(db, TupleRow<V1, V2, repeat each V3>.self).cursor()
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
  /// Returns all rows of the statement.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [From.QueryOutput] {
    try readAll(db, ValueRow<From>.self)
  }

  /// Returns the first row of the statement, which gets `LIMIT 1`.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne(_ db: Database) throws -> From.QueryOutput? {
    try _ShapeReader<ValueRow<From>>(db.statement(binding: _queryOfOne), isText: false).readFirst()
  }

  /// Returns a cursor over the rows of the statement, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> QueryCursor<From.QueryOutput> {
    try reader(db, ValueRow<From>.self).cursor()
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
  func readAll<Shape: RowShape>(_ db: Database, _ shape: Shape.Type) throws -> [Shape.Row] {
    if let count = _rowCount {
      return try db.writeRows(of: self, count: count, returning: shape)
    }
    return try reader(db, shape).readAll()
  }

  @inlinable
  func readFirst<Shape: RowShape>(_ db: Database, _ shape: Shape.Type) throws -> Shape.Row? {
    if let count = _rowCount {
      return try db.writeRows(of: self, count: count, returning: shape).first
    }
    return try reader(db, shape).readFirst()
  }

  @inlinable
  func reader<Shape: RowShape>(_ db: Database, _ shape: Shape.Type) throws -> _ShapeReader<Shape> {
    _ShapeReader(try db.statement(binding: query), isText: Self.isText)
  }

  fileprivate func rows<Shape: RowShape>(
    in database: any DatabaseReader,
    _ shape: Shape.Type
  ) -> DatabaseRows<Shape.Row> {
    let (query, isText) = (query, Self.isText)
    return DatabaseRows(database) { db in
      try _ShapeReader<Shape>(db.statement(binding: query), isText: isText).cursor()
    }
  }

  /// Whether the statement is SQL text, which may select any columns.
  @usableFromInline static var isText: Bool { Self.self is any SQLText.Type }
}
