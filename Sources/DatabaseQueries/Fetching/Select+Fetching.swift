public import SQLiteDatabase
public import TypedSQL

extension SelectStatement where QueryValue == (), Joins == () {
  /// All rows.
  ///
  /// ```swift
  /// let overdue = try database.read { db in try Reminder.where { !$0.isCompleted }.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE (NOT ("reminders"."isCompleted"))
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [From.QueryOutput] {
    guard let statement = try db.statement(binding: query) else { return [] }
    return try statement.decodeAll(as: From.self) { try From(decoder: &$0).queryOutput }
  }

  /// The first row: `LIMIT 1` is added.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchOne(_ db: Database) throws -> From.QueryOutput? {
    guard let statement = try db.statement(bindingOneOf: self) else { return nil }
    return try statement.decodeFirst(as: From.self) { try From(decoder: &$0).queryOutput }
  }

  /// The rows, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> QueryCursor<From.QueryOutput> {
    try QueryCursor(db.statement(binding: query), as: From.self) {
      try From(decoder: &$0).queryOutput
    }
  }
}

extension SelectStatement where QueryValue == (), Joins: Table {
  /// All pairs of rows that belong together.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [(From.QueryOutput, Joins.QueryOutput)] {
    guard let statement = try db.statement(binding: query) else { return [] }
    return try statement.decodeAll(as: From.self, Joins.self) {
      try $0.row(From.self, Joins.self)
    }
  }

  /// The first pair of rows that belong together: `LIMIT 1` is added.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchOne(_ db: Database) throws -> (From.QueryOutput, Joins.QueryOutput)? {
    guard let statement = try db.statement(binding: _queryOfOne) else { return nil }
    return try statement.decodeFirst(as: From.self, Joins.self) {
      try $0.row(From.self, Joins.self)
    }
  }

  /// The pairs of rows that belong together, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchCursor(
    _ db: Database
  ) throws -> QueryCursor<(From.QueryOutput, Joins.QueryOutput)> {
    try QueryCursor(db.statement(binding: query), as: From.self, Joins.self) {
      try $0.row(From.self, Joins.self)
    }
  }
}

extension SelectStatement where QueryValue == () {
  /// All rows that belong together, as tuples.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchAll<J1: Table, J2: Table, each J3: Table>(
    _ db: Database
  ) throws -> [(
    From.QueryOutput, J1.QueryOutput, J2.QueryOutput, repeat (each J3).QueryOutput
  )]
  where Joins == (J1, J2, repeat each J3) {
    guard let statement = try db.statement(binding: query) else { return [] }
    return try statement.decodeAll(as: From.self, J1.self, J2.self, repeat (each J3).self) {
      try $0.row(From.self, J1.self, J2.self, repeat (each J3).self)
    }
  }

  /// The first rows that belong together, as a tuple: `LIMIT 1` is added.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchOne<J1: Table, J2: Table, each J3: Table>(
    _ db: Database
  ) throws -> (
    From.QueryOutput, J1.QueryOutput, J2.QueryOutput, repeat (each J3).QueryOutput
  )?
  where Joins == (J1, J2, repeat each J3) {
    guard let statement = try db.statement(binding: _queryOfOne) else { return nil }
    return try statement.decodeFirst(as: From.self, J1.self, J2.self, repeat (each J3).self) {
      try $0.row(From.self, J1.self, J2.self, repeat (each J3).self)
    }
  }

  /// The rows that belong together as tuples, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchCursor<J1: Table, J2: Table, each J3: Table>(
    _ db: Database
  ) throws -> QueryCursor<
    (From.QueryOutput, J1.QueryOutput, J2.QueryOutput, repeat (each J3).QueryOutput)
  >
  where Joins == (J1, J2, repeat each J3) {
    try QueryCursor(
      db.statement(binding: query),
      as: From.self,
      J1.self,
      J2.self,
      repeat (each J3).self
    ) { try $0.row(From.self, J1.self, J2.self, repeat (each J3).self) }
  }
}

extension SelectStatement {
  /// How many rows there are.
  ///
  /// ```swift
  /// let count = try database.read { db in try Reminder.where(\.isCompleted).fetchCount(db) }
  /// // SELECT count(*) FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  ///
  /// - Throws: ``DatabaseError``.
  public func fetchCount(_ db: Database) throws -> Int {
    guard let statement = try db.statement(binding: _queryOfCount) else { return 0 }
    return try statement.decodeFirst(as: Int.self) { try Int(decoder: &$0) } ?? 0
  }
}

extension SelectStatement where QueryValue == (), From: PrimaryKeyedTable, Joins == () {
  /// The row with a key.
  ///
  /// ```swift
  /// let reminder = try database.read { db in try Reminder.where { !$0.isDeleted }.find(db, key: 1) }
  /// ```
  ///
  /// - Throws: ``NotFound``; ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func find(
    _ db: Database,
    key primaryKey: From.PrimaryKey.QueryOutput
  ) throws -> From.QueryOutput {
    let query = _query(ofKey: From.PrimaryKey(queryOutput: primaryKey).queryFragment)
    guard let statement = try db.statement(binding: query),
      let row = try statement.decodeFirst(
        as: From.self,
        decode: { try From(decoder: &$0).queryOutput }
      )
    else { throw NotFound(table: From.tableName) }
    return row
  }
}
