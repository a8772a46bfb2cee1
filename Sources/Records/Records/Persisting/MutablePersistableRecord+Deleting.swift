public import SQLQueries

extension MutablePersistableRecord {
  /// Deletes the row with the record's key.
  ///
  /// - Returns: Whether there was such a row; no row has a NULL key.
  /// - Throws: `DatabaseError` or `PostgresError`, ``RecordError`` if the record does not encode
  ///   its key, or an error of a callback.
  @discardableResult
  public func delete(_ db: some SQLConnection) throws -> Bool {
    let db = try db.recordTarget
    return try deleting(db) { try db.delete(self) }
  }

  /// Returns whether there is a row with the record's key.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or ``RecordError`` if the record does not encode
  ///   its key.
  public func exists(_ db: some SQLConnection) throws -> Bool {
    try db.recordSource.exists(self)
  }
}
