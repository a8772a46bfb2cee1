import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

// The operations of records, with their callbacks, on any database. The public methods exist twice:
// as mutating ones, and for immutable records.

extension MutablePersistableRecord {
  /// Inserts the record into SQLite, directly if no callback does anything.
  @usableFromInline
  mutating func performInsert(_ db: Database, _ resolution: ConflictResolution?) throws {
    if let plan = Self.plan(db, ifIdle: .didInsertChanging) {
      try plan.insertDirectly(self, db, or: resolution ?? Self.insertResolution)
      if plan.callbacks.areDefaults(.didInsertRowChanging) { return }
      guard let rowID = plan.insertedRowID(db) else { return }
      return didInsert(with: rowID, for: plan.key.rowIDColumn)
    }
    try insertByCallbacks(db, resolution)
  }

  /// Returns the plan of the table, if no callback of an update does anything.
  @inline(__always)
  static func planOfPlainUpdate(_ db: Database) -> RecordPlan? {
    guard let plan = db.knownRecordPlan(Self.self), plan.callbacks.areDefaults(.aroundUpdating)
    else {
      return nil
    }
    return plan
  }

  /// Returns the plan of the table, if only the callback with the row number does anything.
  @inline(__always)
  fileprivate static func plan(
    _ db: Database,
    ifIdle didInsert: DefaultCallbacks
  ) -> RecordPlan? {
    guard let plan = db.knownRecordPlan(Self.self),
      plan.callbacks.areDefaults(didInsert.union(.aroundInsertion))
    else { return nil }
    return plan
  }

  /// Inserts the record into a database other than SQLite.
  @usableFromInline
  mutating func insertElsewhere(
    _ db: any SQLConnection,
    _ resolution: ConflictResolution?
  ) throws { try insertByCallbacks(db.recordTarget, resolution) }

  fileprivate mutating func insertByCallbacks(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?
  ) throws {
    let resolution = resolution ?? Self.insertResolution
    try db.checkInsertion(resolution)
    try saving(db) { record in
      try record.inserting(db) { try db.insert($0, or: resolution) }
    }
  }

  mutating func performInsert<Value>(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?,
    fetching fetch: RecordFetch<Value>
  ) throws -> Value {
    let resolution = resolution ?? Self.insertResolution
    try db.checkInsertion(resolution)
    var fetched: Value?
    try saving(db) { record in
      try record.inserting(db) {
        try db.insert($0, or: resolution, fetching: fetch, as: &fetched)
      }
    }
    return try Self.requireFetched(fetched)
  }

  mutating func upsertStep(_ db: any RecordTarget) throws {
    try saving(db) { record in try record.inserting(db) { try db.upsert($0) } }
  }

  mutating func upsertStep<Record: FetchableRecord & TableRecord>(
    _ db: any RecordTarget,
    onConflict target: [String],
    _ update: ((RequestAlias) -> [ColumnAssignment])?,
    fetching type: Record.Type
  ) throws -> Record {
    let excluded = RequestAlias(name: "excluded")
    let assignments = update?(excluded) ?? []
    var fetched: Record?
    try saving(db) { record in
      try record.inserting(db) {
        try db.upsert($0, onConflict: target, assignments, excluded: excluded, as: &fetched)
      }
    }
    return try Self.requireFetched(fetched)
  }

  func performUpdate(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?,
    columns: [String]?
  ) throws {
    let resolution = resolution ?? Self.updateResolution
    try db.checkUpdate(resolution)
    try performUpdate(db, columns: columns) { try db.update($0, or: resolution, columns: columns) }
  }

  func performUpdate<Value>(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?,
    columns: [String]?,
    fetching fetch: RecordFetch<Value>
  ) throws -> Value {
    let resolution = resolution ?? Self.updateResolution
    try db.checkUpdate(resolution)
    let columns = columns?.sorted()
    var fetched: Value?
    try performUpdate(db, columns: columns) {
      try db.update($0, or: resolution, columns: columns, fetching: fetch, as: &fetched)
    }
    return try Self.requireFetched(fetched)
  }

  private func performUpdate(
    _ db: any RecordTarget,
    columns: [String]?,
    _ statement: (Self) throws -> PersistenceSuccess
  ) throws {
    var record = self
    try record.saving(db) { try $0.performUpdating(db, columns: columns, statement) }
  }

  private func performUpdating(
    _ db: any RecordTarget,
    columns: [String]?,
    _ statement: (Self) throws -> PersistenceSuccess
  ) throws -> Saved {
    try updating(db, columns: columns.map { Set($0) } ?? db.columnNames(of: self)) {
      try statement(self)
    }
  }

  private mutating func performSave(
    _ db: any RecordTarget,
    updating: (Self) throws -> PersistenceSuccess,
    inserting: (Self) throws -> InsertionSuccess
  ) throws {
    try saving(db) { record in
      if let notFound = try db.notFound(record) {
        do {
          return try record.performUpdating(db, columns: nil, updating)
        } catch let error as RecordError where error == notFound {
          // There is no row, so insert the record.
        }
      }
      return try record.inserting(db, inserting)
    }
  }

  mutating func performSave(_ db: any RecordTarget, _ resolution: ConflictResolution?) throws {
    let (update, insert) = try Self.resolutionsOfSave(resolution, db)
    try performSave(
      db,
      updating: { try db.update($0, or: update, columns: nil) },
      inserting: { try db.insert($0, or: insert) }
    )
  }

  mutating func performSave<Value>(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?,
    fetching fetch: RecordFetch<Value>
  ) throws -> Value {
    let (update, insert) = try Self.resolutionsOfSave(resolution, db)
    var updated: Value?
    var inserted: Value?
    try performSave(
      db,
      updating: {
        try db.update($0, or: update, columns: nil, fetching: fetch, as: &updated)
      },
      inserting: { try db.insert($0, or: insert, fetching: fetch, as: &inserted) }
    )
    // An update without a row may have fetched a value too.
    return try Self.requireFetched(inserted ?? updated)
  }

  private static func resolutionsOfSave(
    _ resolution: ConflictResolution?,
    _ db: any RecordTarget
  ) throws -> (update: ConflictResolution, insert: ConflictResolution) {
    guard let resolution else { return (updateResolution, insertResolution) }
    try db.checkUpdate(resolution)
    try db.checkInsertion(resolution)
    return (resolution, resolution)
  }
}

extension PersistableRecord {
  /// Inserts the record into SQLite, without copying it.
  @usableFromInline
  func insertImmutable(_ db: Database, _ resolution: ConflictResolution?) throws {
    if let plan = Self.plan(db, ifIdle: .didInsert) {
      try plan.insertDirectly(self, db, or: resolution ?? Self.insertResolution)
      if plan.callbacks.areDefaults(.didInsertRow) { return }
      guard let rowID = plan.insertedRowID(db) else { return }
      return didInsert(with: rowID, for: plan.key.rowIDColumn)
    }
    var record = self
    try record.insertByCallbacks(db, resolution)
  }

  /// Inserts the record into a database other than SQLite.
  @usableFromInline
  func insertElsewhere(_ db: any SQLConnection, _ resolution: ConflictResolution?) throws {
    var record = self
    try record.insertByCallbacks(db.recordTarget, resolution)
  }
}

extension MutablePersistableRecord {
  /// The conflict resolution when the record is inserted.
  package static var insertResolution: ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForInsert
  }

  /// The conflict resolution when the record is updated.
  package static var updateResolution: ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForUpdate
  }

  /// Returns a record that was fetched while it was written.
  static func requireFetched<Record>(_ record: Record?) throws -> Record {
    guard let record else {
      throw RecordError.notInserted(databaseTableName: databaseTableName)
    }
    return record
  }
}
