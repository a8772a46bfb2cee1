public import DatabaseTypes
public import SQLiteDatabase

extension FetchableRecord where Self: TableRecord {
  /// The record with a key.
  ///
  /// ```swift
  /// let item = try Item.find(db, key: 1)
  /// // SELECT * FROM "item" WHERE "id" = ?
  /// ```
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` without such a row; ``DatabaseError``, or
  ///   ``DecodingFailure`` for a row that does not fit.
  public static func find(_ db: Database, key: some DatabaseValueConvertible) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    let plan = try db.recordPlan(Self.self)
    throw try plan.notFound([plan.keyRows(CollectionOfOne(key))])
  }

  /// The record with a unique key, given by the names of its columns.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` without such a row; ``RecordError`` where the table has
  ///   no such unique key; ``DatabaseError``, or ``DecodingFailure`` for a row that does not fit.
  public static func find(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    let plan = try db.recordPlan(Self.self)
    throw try plan.notFound(plan.keyRows(CollectionOfOne(key), in: db))
  }

  /// The record with a key; `nil` without such a row.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchOne(
    _ db: Database,
    key: some DatabaseValueConvertible
  ) throws -> Self? {
    let statement = try db.recordPlan(Self.self).select(key: key, db)
    return try statement?.firstRecord(Self.self)
  }

  /// The record with a unique key, given by the names of its columns; `nil` without such a row.
  ///
  /// ```swift
  /// let player = try Player.fetchOne(db, key: ["email": "arthur@example.com"])
  /// ```
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no such unique key; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchOne(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self? { try fetchAll(db, keys: [key]).first }

  /// The records with some keys, of which there may be any number, in any order.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchAll<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> [Self] {
    let plan = try db.recordPlan(Self.self)
    return try plan.records(Self.self, [plan.keyRows(keys)], db)
  }

  /// The records with some unique keys, given by the names of their columns, in any order.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no such unique key; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchAll(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> [Self] {
    let plan = try db.recordPlan(Self.self)
    return try plan.records(Self.self, plan.keyRows(keys, in: db), db)
  }

  /// The records with some keys, of which there may be any number, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchCursor<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> DatabaseCursor<Self> {
    let plan = try db.recordPlan(Self.self)
    return try plan.cursor(Self.self, [plan.keyRows(keys)], db)
  }

  /// The records with some unique keys, given by the names of their columns, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no such unique key; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchCursor(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> DatabaseCursor<Self> {
    let plan = try db.recordPlan(Self.self)
    return try plan.cursor(Self.self, plan.keyRows(keys, in: db), db)
  }
}

extension FetchableRecord where Self: TableRecord & Hashable {
  /// The records with some keys, of which there may be any number.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no key of one column; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchSet<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> Set<Self> { try Set(fetchAll(db, keys: keys)) }

  /// The records with some unique keys, given by the names of their columns.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` where the table has no such unique key; ``DecodingFailure`` for a row that
  ///   does not fit.
  public static func fetchSet(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Set<Self> { try Set(fetchAll(db, keys: keys)) }
}
