public import DatabaseTypes
public import SQLQueries
public import SQLiteDatabase

extension FetchableRecord where Self: TableRecord & Identifiable, ID: DatabaseValueConvertible {
  /// Returns the record with an identifier.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   `DatabaseError` or `PostgresError`, or ``DecodingFailure`` if the row does not fit.
  public static func find(_ db: some SQLConnection, id: ID) throws -> Self { try find(db, key: id) }

  /// Returns the record with an identifier; `nil` if there is no such row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if the row does not fit.
  public static func fetchOne(_ db: some SQLConnection, id: ID) throws -> Self? {
    try fetchOne(db, key: id)
  }

  /// Returns the records with identifiers, of which there may be any number, in any order.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll(_ db: some SQLConnection, ids: some Sequence<ID>) throws -> [Self] {
    try fetchAll(db, keys: ids)
  }

  /// Returns a cursor over the records with identifiers.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no single-column key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor(
    _ db: Database,
    ids: some Sequence<ID>
  ) throws -> DatabaseCursor<Self> { try fetchCursor(db, keys: ids) }
}

extension FetchableRecord
where Self: TableRecord & Identifiable & Hashable, ID: DatabaseValueConvertible {
  /// Returns the set of the records with identifiers, of which there may be any number.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet(_ db: some SQLConnection, ids: some Sequence<ID>) throws -> Set<Self>
  {
    try fetchSet(db, keys: ids)
  }
}

// An identifier is optional if the database generates it. These methods accept known identifiers
// that are not optional.

extension FetchableRecord where Self: TableRecord & Identifiable {
  /// Returns the records with identifiers, of which there may be any number, in any order.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll<Wrapped: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    ids: some Sequence<Wrapped>
  ) throws -> [Self] where ID == Wrapped? { try fetchAll(db, keys: ids) }

  /// Returns a cursor over the records with identifiers.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no single-column key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor<Wrapped: DatabaseValueConvertible>(
    _ db: Database,
    ids: some Sequence<Wrapped>
  ) throws -> DatabaseCursor<Self> where ID == Wrapped? { try fetchCursor(db, keys: ids) }
}

extension FetchableRecord where Self: TableRecord & Identifiable & Hashable {
  /// Returns the set of the records with identifiers, of which there may be any number.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet<Wrapped: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    ids: some Sequence<Wrapped>
  ) throws -> Set<Self> where ID == Wrapped? { try fetchSet(db, keys: ids) }
}
