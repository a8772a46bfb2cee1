public import SQLiteDatabase
public import TypedSQL

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// All values of the result.
  ///
  /// ```swift
  /// let titles = try database.read { db in try Reminder.select(\.title).fetchAll(db) }
  /// // SELECT "reminders"."title" FROM "reminders"
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the type.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [QueryValue.QueryOutput] {
    if let rows = _rows {
      return try db.insert(rows, returning: QueryValue.self) {
        try QueryValue(decoder: &$0).queryOutput
      }
    }
    guard let statement = try db.statement(binding: query) else { return [] }
    return try statement.decodeAll(as: QueryValue.self, isText: Self.isText) { decoder in
      try QueryValue(decoder: &decoder).queryOutput
    }
  }

  /// The first value of the result.
  ///
  /// A statement that writes is run to its end all the same.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the type.
  @inlinable
  public func fetchOne(_ db: Database) throws -> QueryValue.QueryOutput? {
    if _rows != nil { return try fetchAll(db).first }
    guard let statement = try db.statement(binding: query) else { return nil }
    return try statement.decodeFirst(as: QueryValue.self, isText: Self.isText) { decoder in
      try QueryValue(decoder: &decoder).queryOutput
    }
  }

  /// The values of the result, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of the type.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> QueryCursor<QueryValue.QueryOutput> {
    try QueryCursor(db.statement(binding: query), as: QueryValue.self, isText: Self.isText) {
      try QueryValue(decoder: &$0).queryOutput
    }
  }
}

extension TypedSQL.Statement {
  /// All rows of the result, as tuples of their values.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database
  ) throws -> [(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)]
  where QueryValue == (V1, V2, repeat each V3) {
    if let rows = _rows {
      return try db.insert(rows, returning: V1.self, V2.self, repeat (each V3).self) {
        try $0.row(V1.self, V2.self, repeat (each V3).self)
      }
    }
    guard let statement = try db.statement(binding: query) else { return [] }
    return try statement.decodeAll(as: V1.self, V2.self, repeat (each V3).self, isText: Self.isText)
    { decoder in
      try decoder.row(V1.self, V2.self, repeat (each V3).self)
    }
  }

  /// The first row of the result, as a tuple of its values.
  ///
  /// A statement that writes is run to its end all the same.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchOne<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database
  ) throws -> (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)?
  where QueryValue == (V1, V2, repeat each V3) {
    if _rows != nil { return try fetchAll(db).first }
    guard let statement = try db.statement(binding: query) else { return nil }
    return try statement.decodeFirst(
      as: V1.self,
      V2.self,
      repeat (each V3).self,
      isText: Self.isText
    ) { decoder in
      try decoder.row(V1.self, V2.self, repeat (each V3).self)
    }
  }

  /// The rows of the result as tuples of their values, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchCursor<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database
  ) throws -> QueryCursor<(V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)>
  where QueryValue == (V1, V2, repeat each V3) {
    try QueryCursor(
      db.statement(binding: query),
      as: V1.self,
      V2.self,
      repeat (each V3).self,
      isText: Self.isText
    ) { try $0.row(V1.self, V2.self, repeat (each V3).self) }
  }

  /// Whether it is SQL text, whose columns may be anything.
  @usableFromInline static var isText: Bool { Self.self == SQLQueryExpression<QueryValue>.self }
}

extension SQLiteQueryDecoder {
  /// Decodes the values of a row.
  @inlinable @inline(__always)
  mutating func row<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
    _ first: V1.Type,
    _ second: V2.Type,
    _ others: repeat (each V3).Type
  ) throws -> (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput) {
    // In their order, as each of them takes columns.
    let first = try first.init(decoder: &self).queryOutput
    let second = try second.init(decoder: &self).queryOutput
    return (first, second, repeat try (each V3)(decoder: &self).queryOutput)
  }
}
