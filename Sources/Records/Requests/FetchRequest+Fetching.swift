public import DatabaseTypes
public import SQLiteDatabase

extension FetchRequest where RowDecoder: FetchableRecord {
  /// All records.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] {
    try written(db).fetchAll(db, .records())
  }

  /// The first record; `nil` where there is none.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchOne(_ db: Database) throws -> RowDecoder? {
    try written(db).fetchOne(db, .records())
  }

  /// The records, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws ``DecodingFailure``.
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try written(db).fetchCursor(db, .records())
  }

  /// All records, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> where RowDecoder: Hashable {
    Set(try fetchAll(db))
  }
}

extension FetchRequest where RowDecoder: DatabaseValueConvertible {
  /// All values of the first column.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] {
    try written(db).fetchAll(db, .values())
  }

  /// The value of the first column of the first row; `nil` where there is none, or where it is NULL.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // As above.
  public func fetchOne(_ db: Database) throws -> RowDecoder? {
    let written = try written(db)
    guard let value = try written.fetchOne(db, RequestDecoding<RowDecoder?>.values()) else {
      return nil
    }
    return value ?? RowDecoder.nullValue
  }

  /// The values of the first column, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws ``DecodingFailure``.
  @_disfavoredOverload  // As above.
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try written(db).fetchCursor(db, .values())
  }

  /// All values of the first column, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // As above.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> where RowDecoder: Hashable {
    Set(try fetchAll(db))
  }
}

extension FetchRequest where RowDecoder == Row {
  /// All rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchAll(_ db: Database) throws -> [Row] {
    try written(db).fetchAll(db, .rows())
  }

  /// The first row; `nil` where there is none.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchOne(_ db: Database) throws -> Row? {
    try written(db).fetchOne(db, .rows())
  }

  /// The rows, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws ``DecodingFailure``.
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<Row> {
    try written(db).fetchCursor(db, .rows())
  }

  /// All rows, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public func fetchSet(_ db: Database) throws -> Set<Row> {
    Set(try fetchAll(db))
  }
}
