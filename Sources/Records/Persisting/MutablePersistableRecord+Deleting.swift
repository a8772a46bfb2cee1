public import SQLiteDatabase

extension MutablePersistableRecord {
  /// Deletes the row with the record's key.
  ///
  /// - Returns: Whether there was such a row; no row has a NULL key.
  /// - Throws: ``DatabaseError``, ``RecordError`` if the record does not encode its key, or an
  ///   error of a callback.
  @discardableResult
  public func delete(_ db: Database) throws -> Bool {
    try deleting(db) { try db.recordPlan(Self.self).delete(self, db) }
  }

  /// Returns whether there is a row with the record's key.
  ///
  /// - Throws: ``DatabaseError``, or ``RecordError`` if the record does not encode its key.
  public func exists(_ db: Database) throws -> Bool {
    let plan = try db.recordPlan(Self.self)
    return try plan.exists(plan.container(of: self), db)
  }
}
