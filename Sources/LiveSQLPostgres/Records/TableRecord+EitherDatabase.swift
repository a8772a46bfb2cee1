public import DatabaseTypes
import DynamicColumns
import PostgreSQL
public import Records
public import SQLQueries
import SQLiteDatabase
import TypedSQL

// Operations on the rows of a record's table, on a connection of either database, with the same
// calls as on SQLite's.

extension TableRecord {
  /// Fetches the number of rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  @_disfavoredOverload  // A type with `@Table` is counted as a table.
  public static func fetchCount(_ db: any SQLConnection) throws -> Int { try all().fetchCount(db) }

  /// Deletes all rows.
  ///
  /// Callbacks of records are not called.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`.
  @discardableResult
  public static func deleteAll(_ db: any SQLConnection) throws -> Int { try all().deleteAll(db) }

  /// Returns whether there is a row with a given single-column primary key.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `RequestError` for a key of several columns.
  public static func exists(_ db: any SQLConnection, key: some DatabaseValueConvertible) throws
    -> Bool
  { try !all().filter(key: key).isEmpty(db) }

  /// Returns whether there is a row with given values in the columns of a unique key.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `RecordError` if they are not a unique key.
  public static func exists(
    _ db: any SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool { try !all().filter(key: key).isEmpty(db) }

  /// Deletes the row with a given single-column primary key.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RequestError` for a key of several columns.
  @discardableResult
  public static func deleteOne(_ db: any SQLConnection, key: some DatabaseValueConvertible) throws
    -> Bool
  { try all().filter(key: key).deleteAll(db) > 0 }

  /// Deletes the row with given values in the columns of a unique key.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RecordError` if they are not a unique key.
  @discardableResult
  public static func deleteOne(
    _ db: any SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool { try all().filter(key: key).deleteAll(db) > 0 }

  /// Deletes the rows with given single-column primary keys.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RequestError` for a key of several columns.
  @discardableResult
  public static func deleteAll<Key: DatabaseValueConvertible>(
    _ db: any SQLConnection,
    keys: some Sequence<Key>
  ) throws -> Int { try all().filter(keys: keys).deleteAll(db) }
}

extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// Returns whether there is a row with an identity.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  public static func exists(_ db: any SQLConnection, id: ID) throws -> Bool {
    try exists(db, key: id)
  }

  /// Deletes the row with an identity.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`.
  @discardableResult
  public static func deleteOne(_ db: any SQLConnection, id: ID) throws -> Bool {
    try deleteOne(db, key: id)
  }

  /// Deletes the rows with some identities.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`.
  @discardableResult
  public static func deleteAll(_ db: any SQLConnection, ids: some Sequence<ID>) throws -> Int {
    try deleteAll(db, keys: ids)
  }
}

// MARK: - Fetching

extension FetchableRecord where Self: TableRecord {
  /// Fetches all records.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure`.
  @_disfavoredOverload  // A type with `@Table` is fetched as a table.
  public static func fetchAll(_ db: any SQLConnection) throws -> [Self] { try all().fetchAll(db) }

  /// Fetches the first record.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure`.
  @_disfavoredOverload  // As above.
  public static func fetchOne(_ db: any SQLConnection) throws -> Self? { try all().fetchOne(db) }

  /// Fetches all distinct records.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure`.
  public static func fetchSet(_ db: any SQLConnection) throws -> Set<Self> where Self: Hashable {
    try all().fetchSet(db)
  }

  /// Fetches the record with a given single-column primary key, or `nil`.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, or `RequestError` for a key
  ///   of several columns.
  public static func fetchOne(_ db: any SQLConnection, key: some DatabaseValueConvertible) throws
    -> Self?
  { try all().filter(key: key).fetchOne(db) }

  /// Fetches the record with given values in the columns of a unique key, or `nil`.
  ///
  /// A key with `nil` identifies no row, though rows may have NULL in its columns.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, or `RecordError` if they are
  ///   not a unique key.
  public static func fetchOne(
    _ db: any SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self? { try all().filter(key: key).fetchOne(db) }

  /// Fetches the records with given single-column primary keys, in any order.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, or `RequestError` for a key
  ///   of several columns.
  public static func fetchAll<Key: DatabaseValueConvertible>(
    _ db: any SQLConnection,
    keys: some Sequence<Key>
  ) throws -> [Self] { try all().filter(keys: keys).fetchAll(db) }

  /// Fetches the record with a given single-column primary key, or throws if it does not exist.
  ///
  /// - Throws: `RecordError.recordNotFound` if there is no such record; `DatabaseError` or
  ///   `PostgresError`, or `DecodingFailure`.
  @_disfavoredOverload  // A type with `@Table` is found as a row.
  public static func find(_ db: any SQLConnection, key: some DatabaseValueConvertible) throws
    -> Self
  {
    if let db = db as? Database { return try find(db, key: key) }
    let columns = try PostgresRecordSource.of(db).keyColumns(of: databaseTableName)
    guard columns.count == 1, let column = columns.first else {
      throw RecordError.noSingleColumnKey(databaseTableName: databaseTableName)
    }
    if let record = try fetchOne(db, key: key) { return record }
    throw RecordError.recordNotFound(
      databaseTableName: databaseTableName,
      key: [column: try key.databaseValue]
    )
  }

  /// Fetches the record with given values in the columns of a unique key, or throws if it does not
  /// exist.
  ///
  /// - Throws: `RecordError.recordNotFound` if there is no such record; `DatabaseError` or
  ///   `PostgresError`, or `DecodingFailure`.
  public static func find(
    _ db: any SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    throw RecordError.recordNotFound(
      databaseTableName: databaseTableName,
      key: try key.mapValues { try $0?.databaseValue ?? .null }
    )
  }
}

extension FetchableRecord where Self: TableRecord & Identifiable, ID: DatabaseValueConvertible {
  /// Fetches the record with an identity, or throws if it does not exist.
  ///
  /// - Throws: `RecordError.recordNotFound` if there is no such record; `DatabaseError` or
  ///   `PostgresError`, or `DecodingFailure`.
  public static func find(_ db: any SQLConnection, id: ID) throws -> Self {
    let key: any DatabaseValueConvertible = id
    return try found(db, key)
  }

  private static func found(_ db: any SQLConnection, _ key: some DatabaseValueConvertible) throws
    -> Self
  { try find(db, key: key) }

  /// Fetches the record with an identity, or `nil`.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure`.
  public static func fetchOne(_ db: any SQLConnection, id: ID) throws -> Self? {
    try fetchOne(db, key: id)
  }

  /// Fetches the records with some identities, in any order.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `DecodingFailure`.
  public static func fetchAll(_ db: any SQLConnection, ids: some Sequence<ID>) throws -> [Self] {
    try fetchAll(db, keys: ids)
  }
}
