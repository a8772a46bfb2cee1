public import DatabaseTypes
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
  ///   ``DatabaseError``, or ``DecodingFailure`` if the row does not fit.
  public static func find(_ db: Database, key: some DatabaseValueConvertible) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    let plan = try db.recordPlan(Self.self)
    throw try plan.notFound([plan.keyRows(CollectionOfOne(key))])
  }

  /// Returns the record with a unique key, given by its columns.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` if the table has no such unique key; ``DatabaseError``, or
  ///   ``DecodingFailure`` if the row does not fit.
  public static func find(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self {
    if let record = try fetchOne(db, key: key) { return record }
    let plan = try db.recordPlan(Self.self)
    throw try plan.notFound(plan.keyRows(CollectionOfOne(key), in: db))
  }

  /// Returns the record with a primary key; `nil` if there is no such row.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no single-column key;
  ///   ``DecodingFailure`` if the row does not fit.
  public static func fetchOne(
    _ db: Database,
    key: some DatabaseValueConvertible
  ) throws -> Self? {
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
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no such unique key;
  ///   ``DecodingFailure`` if the row does not fit.
  public static func fetchOne(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Self? { try fetchAll(db, keys: [key]).first }

  /// Returns the records with primary keys, of which there may be any number, in any order.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no single-column key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchAll<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> [Self] {
    let plan = try db.recordPlan(Self.self)
    return try plan.records(Self.self, [plan.keyRows(keys)], db)
  }

  /// Returns the records with unique keys, given by their columns, in any order.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no such unique key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchAll(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> [Self] {
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
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no single-column key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchSet<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> Set<Self> { try Set(fetchAll(db, keys: keys)) }

  /// Returns the set of the records with unique keys, given by their columns.
  ///
  /// - Throws: ``DatabaseError``; ``RecordError`` if the table has no such unique key;
  ///   ``DecodingFailure`` if a row does not fit.
  public static func fetchSet(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Set<Self> { try Set(fetchAll(db, keys: keys)) }
}
