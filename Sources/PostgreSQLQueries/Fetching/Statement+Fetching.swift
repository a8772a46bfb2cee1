public import PostgreSQL
public import TypedSQL

// Statements run on a PostgreSQL connection with the same calls as on an SQLite connection.

extension _ShapedStatement {
  /// Fetches all rows.
  ///
  /// ```swift
  /// let overdue = try Reminder.where { !$0.isCompleted }.fetchAll(connection)
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE (NOT ("reminders"."isCompleted"))
  /// ```
  ///
  /// It blocks until the server has answered. The statement is prepared the first time that the
  /// connection runs it.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public func fetchAll(_ db: PostgresConnection) throws -> [Shape.Row] {
    try db.readAll(query, Shape.self, isText: false)
  }

  /// Fetches the first row, although the server sends all of them.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public func fetchOne(_ db: PostgresConnection) throws -> Shape.Row? {
    try db.readFirst(query, Shape.self, isText: false)
  }

  /// Returns a cursor over the rows.
  ///
  /// - Throws: ``PostgresError``; the cursor throws `DecodingFailure` if a value does not match the
  ///   column's type.
  @inlinable
  public func fetchCursor(_ db: PostgresConnection) throws -> PostgresQueryCursor<Shape.Row> {
    try PostgresQueryCursor(db, query, Shape.self, isText: false)
  }
}

extension SelectStatement {
  /// Fetches the first row, with `LIMIT 1` added.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public func fetchOne(_ db: PostgresConnection) throws -> Shape.Row? {
    try db.readFirst(_postgresQueryOfOne, Shape.self, isText: false)
  }

  /// Fetches the number of rows.
  ///
  /// ```swift
  /// let count = try Reminder.where(\.isCompleted).fetchCount(connection)
  /// // SELECT count(*) FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  ///
  /// - Throws: ``PostgresError``.
  public func fetchCount(_ db: PostgresConnection) throws -> Int {
    try db.readFirst(queryOfCount, ValueRow<Int>.self, isText: false) ?? 0
  }

  @usableFromInline var _postgresQueryOfOne: QueryFragment { queryOfOne }
}

extension With where Base: _ShapedStatement {
  /// Fetches all rows.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public func fetchAll(_ db: PostgresConnection) throws -> [Base.Shape.Row] {
    try db.readAll(query, Base.Shape.self, isText: false)
  }

  /// Fetches the first row, although the server sends all of them.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public func fetchOne(_ db: PostgresConnection) throws -> Base.Shape.Row? {
    try db.readFirst(query, Base.Shape.self, isText: false)
  }

  /// Returns a cursor over the rows.
  ///
  /// - Throws: ``PostgresError``; the cursor throws `DecodingFailure` if a value does not match the
  ///   column's type.
  @inlinable
  public func fetchCursor(_ db: PostgresConnection) throws -> PostgresQueryCursor<Base.Shape.Row> {
    try PostgresQueryCursor(db, query, Base.Shape.self, isText: false)
  }
}

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// Fetches all values of the result: of SQL text, or those that a write returns.
  ///
  /// ```swift
  /// let ids = try Reminder.insert { drafts }.returning(\.id).fetchAll(connection)
  /// // INSERT INTO "reminders" … RETURNING "id"
  /// ```
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the type.
  @_disfavoredOverload  // A select is read by its shape.
  @inlinable
  public func fetchAll(_ db: PostgresConnection) throws -> [QueryValue.QueryOutput] {
    try _readAll(db, ValueRow<QueryValue>.self)
  }

  /// Fetches the first value of the result.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne(_ db: PostgresConnection) throws -> QueryValue.QueryOutput? {
    try _readFirst(db, ValueRow<QueryValue>.self)
  }

  /// Returns a cursor over the values of the result.
  ///
  /// - Throws: ``PostgresError``; the cursor throws `DecodingFailure` if a value does not match the
  ///   type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchCursor(_ db: PostgresConnection) throws -> PostgresQueryCursor<
    QueryValue.QueryOutput
  > {
    try PostgresQueryCursor(db, query, ValueRow<QueryValue>.self, isText: Self._isText)
  }
}

extension TypedSQL.Statement {
  /// Fetches all rows of the result, as tuples.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match its type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchAll<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: PostgresConnection
  ) throws -> [(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]
  where QueryValue == (V1, V2, repeat each V3) {
    try _readAll(db, TupleRow<V1, V2, repeat each V3>.self)
  }

  /// Fetches the first row of the result, as a tuple.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match its type.
  @_disfavoredOverload  // As above.
  @inlinable
  public func fetchOne<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: PostgresConnection
  ) throws -> (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)?
  where QueryValue == (V1, V2, repeat each V3) {
    try _readFirst(db, TupleRow<V1, V2, repeat each V3>.self)
  }
}

extension TypedSQL.Statement {
  /// Fetches all rows of the result, decoded as a shape.
  package func rows<Shape: RowShape>(_ db: PostgresConnection, as shape: Shape.Type) throws
    -> [Shape.Row]
  { try _readAll(db, shape) }

  @inlinable
  func _readAll<Shape: RowShape>(_ db: PostgresConnection, _ shape: Shape.Type) throws
    -> [Shape.Row]
  {
    if let count = _rowCount { return try db.writeRows(of: self, count: count, returning: shape) }
    return try db.readAll(query, shape, isText: Self._isText)
  }

  @inlinable
  func _readFirst<Shape: RowShape>(_ db: PostgresConnection, _ shape: Shape.Type) throws
    -> Shape.Row?
  {
    if let count = _rowCount {
      return try db.writeRows(of: self, count: count, returning: shape).first
    }
    return try db.readFirst(query, shape, isText: Self._isText)
  }

  /// Whether the statement is SQL text, whose columns may have any type.
  @usableFromInline static var _isText: Bool { Self.self is any SQLText.Type }
}
