public import DatabaseTypes
public import SQLQueries
public import SQLiteDatabase

extension FetchableRecord where Self: TableRecord {
  /// Returns the record with a primary key.
  ///
  /// ```swift
  /// let item = try Item.find(db, key: 1)
  /// // SELECT * FROM "item" WHERE "id" = ?
  /// ```
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   `DatabaseError` or `PostgresError`, or ``DecodingFailure`` if the row does not fit.
  public static func find(_ db: some SQLConnection, key: some DatabaseValueConvertible) throws
    -> Self
  {
    if let record = try fetchOne(db, key: key) { return record }
    guard let db = db as? Database else {
      let values = [try keyColumn(db.recordSource): try key.checkedDatabaseValue]
      throw RecordError.recordNotFound(databaseTableName: databaseTableName, key: values)
    }
    let plan = try db.recordPlan(Self.self)
    throw try plan.notFound([plan.keyRows(CollectionOfOne(key))])
  }

  /// Returns the record with a unique key, given by its columns.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` if the table has no such unique key; `DatabaseError` or `PostgresError`, or
  ///   ``DecodingFailure`` if the row does not fit.
  public static func find(
    _ db: some SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    guard let db = db as? Database else {
      let values = try key.mapValues { try $0?.checkedDatabaseValue ?? .null }
      throw RecordError.recordNotFound(databaseTableName: databaseTableName, key: values)
    }
    let plan = try db.recordPlan(Self.self)
    throw try plan.notFound(plan.keyRows(CollectionOfOne(key), in: db))
  }

  /// Returns the record with a primary key; `nil` if there is no such row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if the row does not fit.
  public static func fetchOne(
    _ db: some SQLConnection,
    key: some DatabaseValueConvertible
  ) throws -> Self? {
    guard let db = db as? Database else { return try keyed(db).filter(key: key).fetchOne(db) }
    let statement = try db.recordPlan(Self.self).select(key: key, db)
    return try statement?.firstRecord(Self.self)
  }

  /// Returns the record with a unique key, given by its columns; `nil` if there is no such row.
  ///
  /// ```swift
  /// let player = try Player.fetchOne(db, key: ["email": "arthur@example.com"])
  /// ```
  ///
  /// A key with `nil` identifies no row, though rows may have NULL in its columns.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no such unique
  ///   key; ``DecodingFailure`` if the row does not fit.
  public static func fetchOne(
    _ db: some SQLConnection,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self? { try fetchAll(db, keys: [key]).first }

  /// Returns the records with primary keys, of which there may be any number, in any order.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll<Key: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    keys: some Sequence<Key>
  ) throws -> [Self] {
    guard let db = db as? Database else { return try keyed(db).filter(keys: keys).fetchAll(db) }
    let plan = try db.recordPlan(Self.self)
    return try plan.records(Self.self, [plan.keyRows(keys)], db)
  }

  /// Returns the records with unique keys, given by their columns, in any order.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no such unique
  ///   key; ``DecodingFailure`` if a row does not fit.
  public static func fetchAll(
    _ db: some SQLConnection,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> [Self] {
    guard let db = db as? Database else { return try filter(keys: keys).fetchAll(db) }
    let plan = try db.recordPlan(Self.self)
    return try plan.records(Self.self, plan.keyRows(keys, in: db), db)
  }

  /// Returns a cursor over the records with primary keys, of which there may be any number.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no single-column key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> DatabaseCursor<Self> {
    let plan = try db.recordPlan(Self.self)
    return try plan.cursor(Self.self, [plan.keyRows(keys)], db)
  }

  /// Returns a cursor over the records with unique keys, given by their columns.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no such unique key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchCursor(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> DatabaseCursor<Self> {
    let plan = try db.recordPlan(Self.self)
    return try plan.cursor(Self.self, plan.keyRows(keys, in: db), db)
  }
}

extension FetchableRecord where Self: TableRecord & Hashable {
  /// Returns the set of the records with primary keys, of which there may be any number.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no
  ///   single-column key; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet<Key: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    keys: some Sequence<Key>
  ) throws -> Set<Self> { try Set(fetchAll(db, keys: keys)) }

  /// Returns the set of the records with unique keys, given by their columns.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; ``RecordError`` if the table has no such unique
  ///   key; ``DecodingFailure`` if a row does not fit.
  public static func fetchSet(
    _ db: some SQLConnection,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Set<Self> { try Set(fetchAll(db, keys: keys)) }
}
