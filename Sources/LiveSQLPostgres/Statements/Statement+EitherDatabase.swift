import DatabaseTypes
public import TypedSQL

// Typed statements run on a connection of either database with the same calls as on SQLite's.

extension _ShapedStatement {
  /// Fetches all rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public func fetchAll(_ db: any SQLConnection) throws -> [Shape.Row] {
    try db._rows(of: query, as: Shape.self, isText: false)
  }

  /// Fetches the first row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public func fetchOne(_ db: any SQLConnection) throws -> Shape.Row? {
    try db._firstRow(of: query, as: Shape.self, isText: false)
  }
}

extension SelectStatement {
  /// Fetches the first row, with `LIMIT 1` added.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public func fetchOne(_ db: any SQLConnection) throws -> Shape.Row? {
    try db._firstRow(of: queryOfOne, as: Shape.self, isText: false)
  }

  /// Fetches the number of rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  public func fetchCount(_ db: any SQLConnection) throws -> Int {
    try db._firstRow(of: queryOfCount, as: ValueRow<Int>.self, isText: false) ?? 0
  }
}

extension SelectStatement where QueryValue == (), From: PrimaryKeyedTable, Joins == () {
  /// Fetches the row with a key.
  ///
  /// - Throws: `NotFound`; `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does
  ///   not match the column's type.
  public func find(_ db: any SQLConnection, key primaryKey: From.PrimaryKey.QueryOutput) throws
    -> From.QueryOutput
  { try found(primaryKey, db) }
}

extension SelectStatement where From: PrimaryKeyedTable {
  fileprivate func found(_ key: From.PrimaryKey.QueryOutput, _ db: any SQLConnection) throws
    -> From.QueryOutput
  {
    let query = query(ofKey: From.PrimaryKey(queryOutput: key).queryFragment)
    guard let row = try db._firstRow(of: query, as: ValueRow<From>.self, isText: false) else {
      throw NotFound(table: From.tableName)
    }
    return row
  }
}

extension With where Base: _ShapedStatement {
  /// Fetches all rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public func fetchAll(_ db: any SQLConnection) throws -> [Base.Shape.Row] {
    try db._rows(of: query, as: Base.Shape.self, isText: false)
  }

  /// Fetches the first row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public func fetchOne(_ db: any SQLConnection) throws -> Base.Shape.Row? {
    try db._firstRow(of: query, as: Base.Shape.self, isText: false)
  }
}

extension Table {
  /// Fetches all rows of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public static func fetchAll(_ db: any SQLConnection) throws -> [QueryOutput] {
    try db._rows(of: all.asSelect().query, as: ValueRow<Self>.self, isText: false)
  }

  /// Fetches the first row of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the column's type.
  public static func fetchOne(_ db: any SQLConnection) throws -> QueryOutput? {
    try db._firstRow(of: all.asSelect().queryOfOne, as: ValueRow<Self>.self, isText: false)
  }

  /// Fetches the number of rows of the table, or of its default scope.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  public static func fetchCount(_ db: any SQLConnection) throws -> Int {
    try all.asSelect().fetchCount(db)
  }
}

extension PrimaryKeyedTable {
  /// Fetches the row with a key.
  ///
  /// - Throws: `NotFound`; `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does
  ///   not match the column's type.
  public static func find(_ db: any SQLConnection, key primaryKey: PrimaryKey.QueryOutput) throws
    -> QueryOutput
  { try all.asSelect().found(primaryKey, db) }
}

// MARK: - Statements that write, and SQL text

extension TypedSQL.Statement where QueryValue == () {
  /// Runs the statement.
  ///
  /// An empty statement, such as an insert of no rows, is not run. Either all rows are inserted or
  /// none.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  public func execute(_ db: any SQLConnection) throws { try db._run(self) }
}

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// Fetches all values of the result: of SQL text, or those that a write returns.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the type.
  @_disfavoredOverload  // A select is read by its shape.
  public func fetchAll(_ db: any SQLConnection) throws -> [QueryValue.QueryOutput] {
    try rows(db, ValueRow<QueryValue>.self)
  }

  /// Fetches the first value of the result.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   the type.
  @_disfavoredOverload  // As above.
  public func fetchOne(_ db: any SQLConnection) throws -> QueryValue.QueryOutput? {
    try firstRow(db, ValueRow<QueryValue>.self)
  }
}

extension TypedSQL.Statement {
  /// Fetches all rows of the result, as tuples.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   its type.
  @_disfavoredOverload  // As above.
  public func fetchAll<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: any SQLConnection
  ) throws -> [(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]
  where QueryValue == (V1, V2, repeat each V3) {
    try rows(db, TupleRow<V1, V2, repeat each V3>.self)
  }

  /// Fetches the first row of the result, as a tuple.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure` if a value does not match
  ///   its type.
  @_disfavoredOverload  // As above.
  public func fetchOne<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: any SQLConnection
  ) throws -> (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)?
  where QueryValue == (V1, V2, repeat each V3) {
    try firstRow(db, TupleRow<V1, V2, repeat each V3>.self)
  }

  private func rows<Shape: RowShape>(
    _ db: any SQLConnection,
    _ shape: Shape.Type
  ) throws -> [Shape.Row] {
    if let count = _rowCount { return try db._writtenRows(by: self, count: count, as: shape) }
    return try db._rows(of: query, as: shape, isText: Self.self is any SQLText.Type)
  }

  private func firstRow<Shape: RowShape>(
    _ db: any SQLConnection,
    _ shape: Shape.Type
  ) throws -> Shape.Row? {
    if _rowCount != nil { return try rows(db, shape).first }
    return try db._firstRow(of: query, as: shape, isText: Self.self is any SQLText.Type)
  }
}
