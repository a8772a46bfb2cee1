public import DatabaseTypes
public import SQLiteDatabase

// The same methods on the decoded type, which fetches a request whatever that decodes.

extension Row {
  /// Returns all rows of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Row] {
    try request.written(db).fetchAll(db, RequestDecoding<Row>.rows())
  }

  /// Returns the set of all rows of a request.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Row> {
    Set(try fetchAll(db, request))
  }

  /// Returns the first row of a request; `nil` if there are no rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Row? {
    try request.written(db).fetchOne(db, RequestDecoding<Row>.rows())
  }

  /// Returns a cursor over the rows of a request, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws
  ///   ``DecodingFailure``.
  public static func fetchCursor(
    _ db: Database,
    _ request: some FetchRequest
  ) throws -> DatabaseCursor<Row> {
    try request.written(db).fetchCursor(db, RequestDecoding<Row>.rows())
  }
}

extension FetchableRecord {
  /// Returns all records of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Self] {
    try request.written(db).fetchAll(db, RequestDecoding<Self>.records())
  }

  /// Returns the first record of a request; `nil` if there are no rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Self? {
    try request.written(db).fetchOne(db, RequestDecoding<Self>.records())
  }

  /// Returns a cursor over the records of a request, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws
  ///   ``DecodingFailure``.
  public static func fetchCursor(
    _ db: Database,
    _ request: some FetchRequest
  ) throws -> DatabaseCursor<Self> {
    try request.written(db).fetchCursor(db, RequestDecoding<Self>.records())
  }
}

extension FetchableRecord where Self: Hashable {
  /// Returns the set of all records of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Self> {
    Set(try fetchAll(db, request))
  }
}

extension DatabaseValueConvertible {
  /// Returns all values of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Self] {
    try request.written(db).fetchAll(db, RequestDecoding<Self>.values())
  }

  /// Returns the first value of a request; `nil` if there are no rows.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Self? {
    try request.written(db).fetchOne(db, RequestDecoding<Self?>.values()) ?? nil
  }

  /// Returns a cursor over the values of a request, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws
  ///   ``DecodingFailure``.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchCursor(
    _ db: Database,
    _ request: some FetchRequest
  ) throws -> DatabaseCursor<Self> {
    try request.written(db).fetchCursor(db, RequestDecoding<Self>.values())
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Returns the set of all values of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Self> {
    Set(try fetchAll(db, request))
  }
}
