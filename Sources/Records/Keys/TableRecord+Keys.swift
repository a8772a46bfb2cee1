public import DatabaseTypes
public import SQLiteDatabase

extension TableRecord {
  /// Returns the number of rows of the table.
  ///
  /// - Throws: ``DatabaseError``.
  public static func fetchCount(_ db: Database) throws -> Int {
    try db.recordPlan(Self.self).count(db)
  }

  /// Deletes all rows of the table, without calling callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public static func deleteAll(_ db: Database) throws -> Int {
    try db.recordPlan(Self.self).deleteAll(db)
  }

  /// Returns whether there is a row with a primary key.
  ///
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  public static func exists(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    let plan = try db.recordPlan(Self.self)
    return try plan.exists([plan.keyRows(CollectionOfOne(key))], db)
  }

  /// Returns whether there is a row with a unique key, given by its columns.
  ///
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no such unique key.
  public static func exists(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool {
    let plan = try db.recordPlan(Self.self)
    return try plan.exists(plan.keyRows(CollectionOfOne(key), in: db), db)
  }

  /// Deletes the row with a primary key, without calling callbacks.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  @discardableResult
  public static func deleteOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try deleteAll(db, keys: CollectionOfOne(key)) > 0
  }

  /// Deletes the row with a unique key, given by its columns, without calling callbacks.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no such unique key.
  @discardableResult
  public static func deleteOne(
    _ db: Database,
    key: [String: (any DatabaseValueConvertible)?]
  ) throws -> Bool {
    try deleteAll(db, keys: [key]) > 0
  }

  /// Deletes the rows with primary keys, of which there may be any number, without calling
  /// callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  @discardableResult
  public static func deleteAll<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> Int {
    let plan = try db.recordPlan(Self.self)
    return try plan.delete([plan.keyRows(keys)], db)
  }

  /// Deletes the rows with unique keys, given by their columns, without calling callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no such unique key.
  @discardableResult
  public static func deleteAll(
    _ db: Database,
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) throws -> Int {
    let plan = try db.recordPlan(Self.self)
    return try plan.delete(plan.keyRows(keys, in: db), db)
  }
}

extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// Returns whether there is a row with an identifier.
  ///
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  public static func exists(_ db: Database, id: ID) throws -> Bool { try exists(db, key: id) }

  /// Deletes the row with an identifier, without calling callbacks.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  @discardableResult
  public static func deleteOne(_ db: Database, id: ID) throws -> Bool {
    try deleteOne(db, key: id)
  }

  /// Deletes the rows with identifiers, of which there may be any number, without calling
  /// callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  @discardableResult
  public static func deleteAll(_ db: Database, ids: some Sequence<ID>) throws -> Int {
    try deleteAll(db, keys: ids)
  }
}

extension TableRecord where Self: Identifiable {
  /// Deletes the rows with identifiers, of which there may be any number, without calling
  /// callbacks.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the table has no single-column key.
  @discardableResult
  public static func deleteAll<Wrapped: DatabaseValueConvertible>(
    _ db: Database,
    ids: some Sequence<Wrapped>
  ) throws -> Int where ID == Wrapped? {
    try deleteAll(db, keys: ids)
  }
}
