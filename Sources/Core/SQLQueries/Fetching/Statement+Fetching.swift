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
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   type.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public func fetchAll<Connection: SQLConnection>(_ db: Connection) throws
    -> [QueryValue.QueryOutput]
  { try _readAll(db, ValueRow<QueryValue>.self) }

  /// Returns the first value of the result.
  ///
  /// A statement that writes is still run to its end.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne<Connection: SQLConnection>(_ db: Connection) throws
    -> QueryValue.QueryOutput?
  { try _readFirst(db, ValueRow<QueryValue>.self) }
}

extension TypedSQL.Statement {
  /// Returns all rows of the result as tuples of their values.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit its
  ///   type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchAll<
    Connection: SQLConnection,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Connection
  ) throws -> [(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]
  where QueryValue == (V1, V2, repeat each V3) {
    try _readAll(db, TupleRow<V1, V2, repeat each V3>.self)
  }

  /// Returns the first row of the result as a tuple of its values.
  ///
  /// A statement that writes is still run to its end.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit its
  ///   type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne<
    Connection: SQLConnection,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Connection
  ) throws -> (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)?
  where QueryValue == (V1, V2, repeat each V3) {
    try _readFirst(db, TupleRow<V1, V2, repeat each V3>.self)
  }
}

extension SelectStatement where QueryValue == (), Joins == () {
  /// Returns all rows of the statement.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   column's type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchAll<Connection: SQLConnection>(_ db: Connection) throws -> [From.QueryOutput] {
    try _readAll(db, ValueRow<From>.self)
  }

  /// Returns the first row of the statement, which gets `LIMIT 1`.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   column's type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne<Connection: SQLConnection>(_ db: Connection) throws -> From.QueryOutput? {
    try db._firstRow(of: _queryOfOne, as: ValueRow<From>.self, isText: false)
  }
}

extension TypedSQL.Statement {
  /// Returns all rows of the result, decoded as a shape.
  @inlinable
  public func _readAll<Connection: SQLConnection, Shape: RowShape>(
    _ db: Connection,
    _ shape: Shape.Type
  ) throws -> [Shape.Row] {
    if let count = _rowCount { return try db._writtenRows(by: self, count: count, as: shape) }
    return try db._rows(of: query, as: shape, isText: Self._isText)
  }

  @inlinable
  func _readFirst<Connection: SQLConnection, Shape: RowShape>(
    _ db: Connection,
    _ shape: Shape.Type
  ) throws -> Shape.Row? {
    if let count = _rowCount {
      return try db._writtenRows(by: self, count: count, as: shape).first
    }
    return try db._firstRow(of: query, as: shape, isText: Self._isText)
  }

  /// Whether the statement is SQL text, which may select any columns.
  public static var _isText: Bool { Self.self is any SQLText.Type }
}
