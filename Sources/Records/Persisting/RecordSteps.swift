import DynamicColumns
import SQLiteDatabase
import TypedSQL

// The operations of records, with their callbacks. The public methods exist twice: as mutating
// ones, and for immutable records.

extension MutablePersistableRecord {
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

  fileprivate mutating func insertByCallbacks(
    _ db: Database,
    _ resolution: ConflictResolution?
  ) throws {
    try saving(db) { record in
      try record.inserting(db) { record in
        try db.recordPlan(Self.self)
          .insert(record, db, or: resolution ?? Self.insertResolution)
      }
    }
  }

  mutating func performInsert<Value>(
    _ db: Database,
    _ resolution: ConflictResolution?,
    fetching fetch: RecordFetch<Value>
  ) throws -> Value {
    var fetched: Value?
    try saving(db) { record in
      try record.inserting(db) { record in
        try db.recordPlan(Self.self).insert(
          record,
          db,
          or: resolution ?? Self.insertResolution,
          fetching: fetch,
          as: &fetched
        )
      }
    }
    return try Self.requireFetched(fetched)
  }

  mutating func upsertStep(_ db: Database) throws {
    try saving(db) { record in
      try record.inserting(db) { try db.recordPlan(Self.self).upsert($0, db) }
    }
  }

  mutating func upsertStep<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict target: [String],
    _ update: ((RequestAlias) -> [ColumnAssignment])?,
    fetching type: Record.Type
  ) throws -> Record {
    let excluded = RequestAlias(name: "excluded")
    let assignments = update?(excluded) ?? []
    var fetched: Record?
    try saving(db) { record in
      try record.inserting(db) { record in
        let plan = try db.recordPlan(Self.self)
        return try plan.upsert(record, db, fetching: &fetched) { layout in
          try plan.upsertClause(
            layout,
            target: target,
            assignments: assignments,
            excluded: excluded
          )
        }
      }
    }
    return try Self.requireFetched(fetched)
  }

  func performUpdate(
    _ db: Database,
    columns: [String]?,
    _ statement: (RecordPlan, PersistenceContainer) throws -> PersistenceSuccess
  ) throws {
    var record = self
    try record.saving(db) { try $0.performUpdating(db, columns: columns, statement) }
  }

  func performUpdate<Value>(
    _ db: Database,
    _ resolution: ConflictResolution?,
    columns: [String]?,
    fetching fetch: RecordFetch<Value>
  ) throws -> Value {
    let columns = columns?.sorted()
    var fetched: Value?
    try performUpdate(db, columns: columns) { plan, container in
      try plan.update(
        container,
        db,
        or: resolution ?? Self.updateResolution,
        columns: columns,
        fetching: fetch,
        as: &fetched
      )
    }
    return try Self.requireFetched(fetched)
  }

  func performUpdating(
    _ db: Database,
    columns: [String]?,
    _ statement: (RecordPlan, PersistenceContainer) throws -> PersistenceSuccess
  ) throws -> Saved {
    try updating(
      db,
      columns: columns.map { Set($0) }
        ?? db.recordPlan(Self.self).container(of: self).layout.columnSet
    ) {
      // A callback may have changed an object, or the schema.
      let plan = try db.recordPlan(Self.self)
      let container = try plan.container(of: self)
      try plan.checkKey(of: container)
      guard plan.keyValues(of: container) != nil else { throw plan.notFound(container) }
      return try statement(plan, container)
    }
  }

  mutating func performSave(
    _ db: Database,
    updating: (RecordPlan, PersistenceContainer) throws -> PersistenceSuccess,
    inserting: (RecordPlan, Self) throws -> InsertionSuccess
  ) throws {
    try saving(db) { record in
      let plan = try db.recordPlan(Self.self)
      if let key = plan.keyValues(of: try plan.container(of: record)) {
        do {
          return try record.performUpdating(db, columns: nil, updating)
        } catch RecordError.recordNotFound(plan.tableName, key) {
          // There is no row, so insert the record.
        }
      }
      return try record.inserting(db) { try inserting(db.recordPlan(Self.self), $0) }
    }
  }

  mutating func performSave(_ db: Database, _ resolution: ConflictResolution?) throws {
    try performSave(
      db,
      updating: { plan, container in
        try plan.update(container, db, or: resolution ?? Self.updateResolution, columns: nil)
      },
      inserting: { plan, record in
        try plan.insert(record, db, or: resolution ?? Self.insertResolution)
      }
    )
  }

  mutating func performSave<Value>(
    _ db: Database,
    _ resolution: ConflictResolution?,
    fetching fetch: RecordFetch<Value>
  ) throws -> Value {
    var updated: Value?
    var inserted: Value?
    try performSave(
      db,
      updating: { plan, container in
        try plan.update(
          container,
          db,
          or: resolution ?? Self.updateResolution,
          columns: nil,
          fetching: fetch,
          as: &updated
        )
      },
      inserting: { plan, record in
        try plan.insert(
          record,
          db,
          or: resolution ?? Self.insertResolution,
          fetching: fetch,
          as: &inserted
        )
      }
    )
    // An update without a row may have fetched a value too.
    return try Self.requireFetched(inserted ?? updated)
  }
}

extension PersistableRecord {
  /// Inserts the record, without copying it.
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
}

extension MutablePersistableRecord {
  static var insertResolution: ConflictResolution {
    persistenceConflictPolicy.conflictResolutionForInsert
  }

  static var updateResolution: ConflictResolution {
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
