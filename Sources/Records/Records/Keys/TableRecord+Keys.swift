public import DatabaseTypes
public import SQLQueries
import SQLiteDatabase

extension TableRecord {
  /// Returns the number of rows of the table.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`.
  public static func fetchCount(_ db: some SQLConnection) throws -> Int {
    guard let db = db as? Database else { return try all().fetchCount(db) }
    return try db.recordPlan(Self.self).count(db)
  }

  /// Deletes all rows of the table, without calling callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`.
  @discardableResult
  public static func deleteAll(_ db: some SQLConnection) throws -> Int {
    guard let db = db as? Database else { return try all().deleteAll(db) }
    return try db.recordPlan(Self.self).deleteAll(db)
  }

  /// Returns whether there is a row with a primary key.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  public static func exists(_ db: some SQLConnection, key: some DatabaseValueConvertible) throws
    -> Bool
  {
    guard let db = db as? Database else { return try !keyed(db).filter(key: key).isEmpty(db) }
    let plan = try db.recordPlan(Self.self)
    return try plan.exists([plan.keyRows(CollectionOfOne(key))], db)
  }

  /// Returns whether there is a row with a unique key, given by its columns.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no such
  ///   unique key.
  public static func exists(
    _ db: some SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool {
    guard let db = db as? Database else { return try !filter(key: key).isEmpty(db) }
    let plan = try db.recordPlan(Self.self)
    return try plan.exists(plan.keyRows(CollectionOfOne(key), in: db), db)
  }

  /// Deletes the row with a primary key, without calling callbacks.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  @discardableResult
  public static func deleteOne(_ db: some SQLConnection, key: some DatabaseValueConvertible) throws
    -> Bool
  {
    guard let db = db as? Database else { return try keyed(db).filter(key: key).deleteAll(db) > 0 }
    return try deleteAll(db, keys: CollectionOfOne(key)) > 0
  }

  /// Deletes the row with a unique key, given by its columns, without calling callbacks.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no such
  ///   unique key.
  @discardableResult
  public static func deleteOne(
    _ db: some SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool {
    try deleteAll(db, keys: [key]) > 0
  }

  /// Deletes the rows with primary keys, of which there may be any number, without calling
  /// callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  @discardableResult
  public static func deleteAll<Key: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    keys: some Sequence<Key>
  ) throws -> Int {
    guard let db = db as? Database else { return try keyed(db).filter(keys: keys).deleteAll(db) }
    let plan = try db.recordPlan(Self.self)
    return try plan.delete([plan.keyRows(keys)], db)
  }

  /// Deletes the rows with unique keys, given by their columns, without calling callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no such
  ///   unique key.
  @discardableResult
  public static func deleteAll(
    _ db: some SQLConnection,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Int {
    guard let db = db as? Database else { return try filter(keys: keys).deleteAll(db) }
    let plan = try db.recordPlan(Self.self)
    return try plan.delete(plan.keyRows(keys, in: db), db)
  }
}

extension TableRecord {
  /// Returns a request for the rows of a table with a single-column key, for databases other than
  /// SQLite.
  ///
  /// - Throws: ``RecordError`` if the table has no single-column key.
  static func keyed(_ db: some SQLConnection) throws -> QueryInterfaceRequest<Self> {
    _ = try keyColumn(db.recordSource)
    return all()
  }

  /// Returns the column of the table's key.
  ///
  /// - Throws: ``RecordError`` if the table has no single-column key.
  static func keyColumn(_ source: any RecordSource) throws -> String {
    let columns = try source.keyColumns(of: databaseTableName)
    guard columns.count == 1, let column = columns.first else {
      throw RecordError.noSingleColumnKey(databaseTableName: databaseTableName)
    }
    return column
  }
}

extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// Returns whether there is a row with an identifier.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  public static func exists(_ db: some SQLConnection, id: ID) throws -> Bool {
    try exists(db, key: id)
  }

  /// Deletes the row with an identifier, without calling callbacks.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  @discardableResult
  public static func deleteOne(_ db: some SQLConnection, id: ID) throws -> Bool {
    try deleteOne(db, key: id)
  }

  /// Deletes the rows with identifiers, of which there may be any number, without calling
  /// callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  @discardableResult
  public static func deleteAll(_ db: some SQLConnection, ids: some Sequence<ID>) throws -> Int {
    try deleteAll(db, keys: ids)
  }
}

extension TableRecord where Self: Identifiable {
  /// Deletes the rows with identifiers, of which there may be any number, without calling
  /// callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the table has no
  ///   single-column key.
  @discardableResult
  public static func deleteAll<Wrapped: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    ids: some Sequence<Wrapped>
  ) throws -> Int where ID == Wrapped? {
    try deleteAll(db, keys: ids)
  }
}
