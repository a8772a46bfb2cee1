import SQLiteDatabase

/// What was saved.
struct Saved {
  let success: PersistenceSuccess
  /// Whether a row was written: a conflict may have left it out.
  var isWritten = true
}

// Nothing of this is generic but the record, since types that are made while a program runs cost more than callbacks.

extension MutablePersistableRecord {
  /// Calls the callbacks of saving around a closure, which may change the record.
  @inline(__always)
  mutating func saving(_ db: Database, _ body: (inout Self) throws -> Saved) throws {
    try willSave(db)
    var call = AroundCall<Saved>()
    var record = self
    try aroundSave(db) {
      try call.run("aroundSave", of: Self.self) { try body(&record) }.success
    }
    let saved = try call.result("aroundSave", of: Self.self)
    self = record
    if saved.isWritten { didSave(saved.success) }
  }

  /// Calls the callbacks of inserting around a closure.
  @inline(__always)
  mutating func inserting(
    _ db: Database,
    _ body: (Self) throws -> InsertionSuccess
  ) throws -> Saved {
    try willInsert(db)
    var call = AroundCall<InsertionSuccess>()
    try aroundInsert(db) { try call.run("aroundInsert", of: Self.self) { try body(self) } }
    let inserted = try call.result("aroundInsert", of: Self.self)
    if inserted.isInserted { didInsert(inserted) }
    return Saved(success: PersistenceSuccess(inserted), isWritten: inserted.isInserted)
  }

  /// Calls the callbacks of updating around a closure.
  @inline(__always)
  func updating(
    _ db: Database,
    columns: Set<String>,
    _ body: () throws -> PersistenceSuccess
  ) throws -> Saved {
    try willUpdate(db, columns: columns)
    var call = AroundCall<PersistenceSuccess>()
    try aroundUpdate(db, columns: columns) {
      try call.run("aroundUpdate", of: Self.self, body)
    }
    let updated = try call.result("aroundUpdate", of: Self.self)
    didUpdate(updated)
    return Saved(success: updated)
  }

  /// Calls the callbacks of deleting around a closure.
  func deleting(_ db: Database, _ body: () throws -> Bool) throws -> Bool {
    try willDelete(db)
    var call = AroundCall<Bool>()
    try aroundDelete(db) { try call.run("aroundDelete", of: Self.self, body) }
    let isDeleted = try call.result("aroundDelete", of: Self.self)
    didDelete(deleted: isDeleted)
    return isDeleted
  }
}
