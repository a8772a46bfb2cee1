/// The result of saving a record.
struct Saved {
  let success: PersistenceSuccess
  /// Whether a row was written; a conflict may have skipped it.
  var isWritten = true
}

// Only the record is generic here, because creating generic types at run time costs more than
// callbacks.

extension MutablePersistableRecord {
  /// Calls the callbacks of saving around a closure, which may change the record.
  mutating func saving(_ db: any RecordTarget, _ body: (inout Self) throws -> Saved) throws {
    try Self.call(.willSave, db) { try db.willSave(self) }
    var record = self
    let saved = try aroundSaving(db) { try body(&record) }
    self = record
    guard saved.isWritten else { return }
    Self.call(.didSave, db) { didSave(saved.success) }
  }

  private func aroundSaving(_ db: any RecordTarget, _ body: () throws -> Saved) throws -> Saved {
    if Self.hasDefault(.aroundSave, db) { return try body() }
    var call = AroundCall<Saved>()
    try Self.call(.aroundSave, db) {
      try db.aroundSave(self) { try call.run("aroundSave", of: Self.self, body).success }
    }
    return try call.result("aroundSave", of: Self.self)
  }

  /// Calls the callbacks of inserting around a closure.
  mutating func inserting(
    _ db: any RecordTarget,
    _ body: (Self) throws -> InsertionSuccess
  ) throws -> Saved {
    try Self.call(.willInsert, db) { try db.willInsert(&self) }
    let inserted = try aroundInserting(db) { try body(self) }
    if inserted.isInserted { Self.call(.didInsertAny, db) { didInsert(inserted) } }
    return Saved(success: PersistenceSuccess(inserted), isWritten: inserted.isInserted)
  }

  private func aroundInserting(
    _ db: any RecordTarget,
    _ body: () throws -> InsertionSuccess
  ) throws -> InsertionSuccess {
    if Self.hasDefault(.aroundInsert, db) { return try body() }
    var call = AroundCall<InsertionSuccess>()
    try Self.call(.aroundInsert, db) {
      try db.aroundInsert(self) { try call.run("aroundInsert", of: Self.self, body) }
    }
    return try call.result("aroundInsert", of: Self.self)
  }

  /// Calls callbacks of the type, unless they are known to do nothing.
  private static func call(
    _ callbacks: DefaultCallbacks,
    _ db: any RecordTarget,
    _ body: () throws -> Void
  ) rethrows {
    // Callbacks may create the table; until then nothing is known about it.
    guard let known = db.knownCallbacks(of: Self.self) else { return try body() }
    if known.areDefaults(callbacks) { return }
    try known.call(callbacks, of: Self.self, body)
  }

  private static func hasDefault(_ callback: DefaultCallbacks, _ db: any RecordTarget) -> Bool {
    db.knownCallbacks(of: Self.self)?.areDefaults(callback) == true
  }

  /// Calls the callbacks of updating around a closure.
  ///
  /// - Parameter columns: The columns to update; evaluated only if a callback gets them.
  func updating(
    _ db: any RecordTarget,
    columns: @autoclosure () throws -> Set<String>,
    _ body: () throws -> PersistenceSuccess
  ) throws -> Saved {
    let areIdle = Self.hasDefault([.willUpdate, .aroundUpdate], db)
    let columns = !areIdle && db.needsColumns(self) ? try columns() : []
    try Self.call(.willUpdate, db) { try db.willUpdate(self, columns: columns) }
    let updated = try aroundUpdating(db, columns: columns, body)
    Self.call(.didUpdate, db) { didUpdate(updated) }
    return Saved(success: updated)
  }

  private func aroundUpdating(
    _ db: any RecordTarget,
    columns: Set<String>,
    _ body: () throws -> PersistenceSuccess
  ) throws -> PersistenceSuccess {
    if Self.hasDefault(.aroundUpdate, db) { return try body() }
    var call = AroundCall<PersistenceSuccess>()
    try Self.call(.aroundUpdate, db) {
      try db.aroundUpdate(self, columns: columns) {
        try call.run("aroundUpdate", of: Self.self, body)
      }
    }
    return try call.result("aroundUpdate", of: Self.self)
  }

  /// Calls the callbacks of deleting around a closure.
  func deleting(_ db: any RecordTarget, _ body: () throws -> Bool) throws -> Bool {
    try db.willDelete(self)
    var call = AroundCall<Bool>()
    try db.aroundDelete(self) { try call.run("aroundDelete", of: Self.self, body) }
    let isDeleted = try call.result("aroundDelete", of: Self.self)
    didDelete(deleted: isDeleted)
    return isDeleted
  }
}
