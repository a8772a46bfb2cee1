public import DatabaseTypes
public import SQLiteDatabase

// The same said the other way round: the type fetches a request, whatever the request decodes.

extension Row {
  /// All rows of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Row] {
    try request.written(db).fetchAll(db, RequestDecoding<Row>.rows())
  }

  /// The first of the rows of a request; `nil` where there is none.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Row? {
    try request.written(db).fetchOne(db, RequestDecoding<Row>.rows())
  }

  /// The rows of a request, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws ``DecodingFailure``.
  public static func fetchCursor(
    _ db: Database,
    _ request: some FetchRequest
  ) throws -> DatabaseCursor<Row> {
    try request.written(db).fetchCursor(db, RequestDecoding<Row>.rows())
  }
}

extension FetchableRecord {
  /// All records of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Self] {
    try request.written(db).fetchAll(db, RequestDecoding<Self>.records())
  }

  /// The first of the records of a request; `nil` where there is none.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Self? {
    try request.written(db).fetchOne(db, RequestDecoding<Self>.records())
  }

  /// The records of a request, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws ``DecodingFailure``.
  public static func fetchCursor(
    _ db: Database,
    _ request: some FetchRequest
  ) throws -> DatabaseCursor<Self> {
    try request.written(db).fetchCursor(db, RequestDecoding<Self>.records())
  }
}

extension FetchableRecord where Self: Hashable {
  /// All records of a request, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Self> {
    Set(try fetchAll(db, request))
  }
}

extension DatabaseValueConvertible {
  /// All values of a request.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchAll(_ db: Database, _ request: some FetchRequest) throws -> [Self] {
    try request.written(db).fetchAll(db, RequestDecoding<Self>.values())
  }

  /// The first of the values of a request; `nil` where there is none.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchOne(_ db: Database, _ request: some FetchRequest) throws -> Self? {
    try request.written(db).fetchOne(db, RequestDecoding<Self?>.values()) ?? nil
  }

  /// The values of a request, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``, ``RequestError`` or ``AssociationError``; the cursor throws ``DecodingFailure``.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchCursor(
    _ db: Database,
    _ request: some FetchRequest
  ) throws -> DatabaseCursor<Self> {
    try request.written(db).fetchCursor(db, RequestDecoding<Self>.values())
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// All values of a request, each once.
  ///
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, ``RequestError`` or ``AssociationError``.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func fetchSet(_ db: Database, _ request: some FetchRequest) throws -> Set<Self> {
    Set(try fetchAll(db, request))
  }
}
