public import DatabaseTypes
public import PostgreSQL
public import TypedSQL

extension Table {
  /// Fetches all rows of the table, or of its default scope.
  ///
  /// ```swift
  /// let reminders = try Reminder.fetchAll(connection)
  /// // SELECT "reminders"."id", … FROM "reminders"
  /// ```
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public static func fetchAll(_ db: PostgresConnection) throws -> [QueryOutput] {
    try db.readAll(all.asSelect().query, ValueRow<Self>.self, isText: false)
  }

  /// Fetches the first row of the table, or of its default scope.
  ///
  /// - Throws: ``PostgresError``, or `DecodingFailure` if a value does not match the column's type.
  @inlinable
  public static func fetchOne(_ db: PostgresConnection) throws -> QueryOutput? {
    try db.readFirst(all.asSelect()._postgresQueryOfOne, ValueRow<Self>.self, isText: false)
  }

  /// Fetches the number of rows of the table, or of its default scope.
  ///
  /// - Throws: ``PostgresError``.
  @inlinable
  public static func fetchCount(_ db: PostgresConnection) throws -> Int {
    try all.asSelect().fetchCount(db)
  }

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

extension PrimaryKeyedTable {
  /// Fetches the row with a key.
  ///
  /// ```swift
  /// let reminder = try Reminder.find(connection, key: 1)
  /// // SELECT … FROM "reminders" WHERE (("reminders"."id") IN (($1)))
  /// ```
  ///
  /// - Throws: `NotFound`; ``PostgresError``, or `DecodingFailure` if a value does not match the
  ///   column's type.
  @inlinable
  public static func find(_ db: PostgresConnection, key primaryKey: PrimaryKey.QueryOutput) throws
    -> QueryOutput
  {
    try all.asSelect()._find(db, primaryKey)
  }
}

extension SelectStatement where QueryValue == (), From: PrimaryKeyedTable, Joins == () {
  /// Fetches the row with a key.
  ///
  /// - Throws: `NotFound`; ``PostgresError``, or `DecodingFailure` if a value does not match the
  ///   column's type.
  @inlinable
  public func find(_ db: PostgresConnection, key primaryKey: From.PrimaryKey.QueryOutput) throws
    -> From.QueryOutput
  {
    try _find(db, primaryKey)
  }
}

extension SelectStatement where From: PrimaryKeyedTable {
  @inlinable
  func _find(_ db: PostgresConnection, _ key: From.PrimaryKey.QueryOutput) throws
    -> From.QueryOutput
  {
    let query = _postgresQuery(ofKey: From.PrimaryKey(queryOutput: key).queryFragment)
    guard let row = try db.readFirst(query, ValueRow<From>.self, isText: false) else {
      throw NotFound(table: From.tableName)
    }
    return row
  }

  @usableFromInline func _postgresQuery(ofKey key: QueryFragment) -> QueryFragment {
    query(ofKey: key)
  }
}
