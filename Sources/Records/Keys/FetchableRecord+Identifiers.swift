public import DatabaseTypes
public import SQLiteDatabase

extension FetchableRecord where Self: TableRecord & Identifiable, ID: DatabaseValueConvertible {
  /// The record with an identifier.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` without such a row; ``DatabaseError``, or
  ///   ``DecodingFailure`` for a row that does not fit.
  public static func find(_ db: Database, id: ID) throws -> Self { try find(db, key: id) }

  /// The record with an identifier; `nil` without such a row.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchOne(_ db: Database, id: ID) throws -> Self? {
    try fetchOne(db, key: id)
  }

  /// The records with some identifiers, of which there may be any number, in any order.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchAll(_ db: Database, ids: some Sequence<ID>) throws -> [Self] {
    try fetchAll(db, keys: ids)
  }

  /// The records with some identifiers, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchCursor(
    _ db: Database,
    ids: some Sequence<ID>
  ) throws -> DatabaseCursor<Self> { try fetchCursor(db, keys: ids) }
}

extension FetchableRecord
where Self: TableRecord & Identifiable & Hashable, ID: DatabaseValueConvertible {
  /// The records with some identifiers, of which there may be any number.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchSet(_ db: Database, ids: some Sequence<ID>) throws -> Set<Self> {
    try fetchSet(db, keys: ids)
  }
}

// An identifier is optional where the database gives it: then those that are known may be given as they are.

extension FetchableRecord where Self: TableRecord & Identifiable {
  /// The records with some identifiers, of which there may be any number, in any order.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchAll<Wrapped: DatabaseValueConvertible>(
    _ db: Database,
    ids: some Sequence<Wrapped>
  ) throws -> [Self] where ID == Wrapped? { try fetchAll(db, keys: ids) }

  /// The records with some identifiers, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchCursor<Wrapped: DatabaseValueConvertible>(
    _ db: Database,
    ids: some Sequence<Wrapped>
  ) throws -> DatabaseCursor<Self> where ID == Wrapped? { try fetchCursor(db, keys: ids) }
}

extension FetchableRecord where Self: TableRecord & Identifiable & Hashable {
  /// The records with some identifiers, of which there may be any number.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchSet<Wrapped: DatabaseValueConvertible>(
    _ db: Database,
    ids: some Sequence<Wrapped>
  ) throws -> Set<Self> where ID == Wrapped? { try fetchSet(db, keys: ids) }
}
