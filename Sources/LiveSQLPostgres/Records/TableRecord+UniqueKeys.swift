public import DatabaseTypes
public import Records
public import SQLQueries
import SQLiteDatabase

// Rows with several keys, on a connection of either database, with the same calls as on SQLite's.

extension TableRecord {
  /// Deletes the rows with given values in the columns of unique keys.
  ///
  /// A key with `nil` identifies no row. Callbacks of records are not called.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RecordError` if there is no such unique key.
  @discardableResult
  public static func deleteAll(
    _ db: any SQLConnection,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Int {
    if let db = db as? Database { return try deleteAll(db, keys: keys) }
    return try all().filter(keys: keys).deleteAll(db)
  }
}

extension FetchableRecord where Self: TableRecord {
  /// Fetches the records with given values in the columns of unique keys, in any order.
  ///
  /// A key with `nil` identifies no row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, or `RecordError` if there is
  ///   no such unique key.
  public static func fetchAll(
    _ db: any SQLConnection,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> [Self] {
    if let db = db as? Database { return try fetchAll(db, keys: keys) }
    return try all().filter(keys: keys).fetchAll(db)
  }
}

extension FetchableRecord where Self: TableRecord & Hashable {
  /// Fetches the set of the records with given single-column primary keys.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, or an error for a key of
  ///   several columns.
  public static func fetchSet<Key: DatabaseValueConvertible>(
    _ db: any SQLConnection,
    keys: some Sequence<Key>
  ) throws -> Set<Self> { Set(try fetchAll(db, keys: keys)) }

  /// Fetches the set of the records with given values in the columns of unique keys.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, or `RecordError` if there is
  ///   no such unique key.
  public static func fetchSet(
    _ db: any SQLConnection,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Set<Self> { Set(try fetchAll(db, keys: keys)) }
}

extension FetchableRecord
where Self: TableRecord & Identifiable & Hashable, ID: DatabaseValueConvertible {
  /// Fetches the set of the records with some identities.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure`.
  public static func fetchSet(_ db: any SQLConnection, ids: some Sequence<ID>) throws -> Set<Self> {
    try fetchSet(db, keys: ids)
  }
}
