import SQLiteDatabase

/// What was saved, and what else a statement gave.
struct Saved<Fetched> {
  let success: PersistenceSuccess
  let fetched: Fetched
  /// Whether a row was written: a conflict may have left it out.
  var isWritten = true
}

/// What was inserted, and what else the statement gave.
struct Inserted<Fetched> {
  let success: InsertionSuccess
  let fetched: Fetched

  var saved: Saved<Fetched> {
    Saved(
      success: PersistenceSuccess(success),
      fetched: fetched,
      isWritten: success.isInserted
    )
  }
}

extension MutablePersistableRecord {
  /// Calls the callbacks of saving around a closure, which may change the record.
  @inline(__always)
  mutating func saving<Fetched>(
    _ db: Database,
    _ body: (inout Self) throws -> Saved<Fetched>
  ) throws -> Fetched {
    try willSave(db)
    var call = AroundCall<Saved<Fetched>>()
    var record = self
    try aroundSave(db) {
      try call.run("aroundSave", of: Self.self) { try body(&record) }.success
    }
    let saved = try call.result("aroundSave", of: Self.self)
    self = record
    if saved.isWritten { didSave(saved.success) }
    return saved.fetched
  }

  /// Calls the callbacks of inserting around a closure.
  @inline(__always)
  mutating func inserting<Fetched>(
    _ db: Database,
    _ body: (Self) throws -> Inserted<Fetched>
  ) throws -> Saved<Fetched> {
    try willInsert(db)
    var call = AroundCall<Inserted<Fetched>>()
    try aroundInsert(db) {
      try call.run("aroundInsert", of: Self.self) { try body(self) }.success
    }
    let inserted = try call.result("aroundInsert", of: Self.self)
    if inserted.success.isInserted { didInsert(inserted.success) }
    return inserted.saved
  }

  /// Calls the callbacks of updating around a closure.
  @inline(__always)
  func updating<Fetched>(
    _ db: Database,
    columns: Set<String>,
    _ body: () throws -> Saved<Fetched>
  ) throws -> Saved<Fetched> {
    try willUpdate(db, columns: columns)
    var call = AroundCall<Saved<Fetched>>()
    try aroundUpdate(db, columns: columns) {
      try call.run("aroundUpdate", of: Self.self, body).success
    }
    let updated = try call.result("aroundUpdate", of: Self.self)
    didUpdate(updated.success)
    return updated
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
