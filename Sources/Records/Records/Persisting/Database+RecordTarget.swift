package import DynamicColumns
package import SQLiteDatabase
package import TypedSQL

// SQLite's callbacks receive the connection, and its statements are those of the table's plan.

extension Database: RecordTarget {
  package func knownCallbacks<Record: TableRecord>(of type: Record.Type) -> KnownCallbacks? {
    knownRecordPlan(type)?.callbacks
  }

  package func willSave(_ record: some MutablePersistableRecord) throws {
    try record.willSave(self)
  }

  package func aroundSave(
    _ record: some MutablePersistableRecord,
    save: () throws -> PersistenceSuccess
  ) throws { try record.aroundSave(self, save: save) }

  package func willInsert(_ record: inout some MutablePersistableRecord) throws {
    try record.willInsert(self)
  }

  package func aroundInsert(
    _ record: some MutablePersistableRecord,
    insert: () throws -> InsertionSuccess
  ) throws { try record.aroundInsert(self, insert: insert) }

  package func willUpdate(
    _ record: some MutablePersistableRecord,
    columns: Set<String>
  ) throws { try record.willUpdate(self, columns: columns) }

  package func aroundUpdate(
    _ record: some MutablePersistableRecord,
    columns: Set<String>,
    update: () throws -> PersistenceSuccess
  ) throws { try record.aroundUpdate(self, columns: columns, update: update) }

  package func willDelete(_ record: some MutablePersistableRecord) throws {
    try record.willDelete(self)
  }

  package func aroundDelete(
    _ record: some MutablePersistableRecord,
    delete: () throws -> Bool
  ) throws { try record.aroundDelete(self, delete: delete) }

  package func needsColumns(_ record: some MutablePersistableRecord) -> Bool { true }
}

extension Database {
  package func checkInsertion(_ resolution: ConflictResolution) {}

  package func checkUpdate(_ resolution: ConflictResolution) {}

  package func insert<Record: MutablePersistableRecord>(
    _ record: Record,
    or resolution: ConflictResolution
  ) throws -> InsertionSuccess {
    try recordPlan(Record.self).insert(record, self, or: resolution)
  }

  package func insert<Record: MutablePersistableRecord, Value>(
    _ record: Record,
    or resolution: ConflictResolution,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> InsertionSuccess {
    try recordPlan(Record.self)
      .insert(record, self, or: resolution, fetching: fetch, as: &fetched)
  }

  package func insertAll<Record: MutablePersistableRecord>(
    _ records: inout [Record],
    or resolution: ConflictResolution
  ) throws {
    try inSavepoint {
      for index in records.indices { try records[index].insert(self, onConflict: resolution) }
      return .commit
    }
  }

  package func upsert<Record: MutablePersistableRecord>(_ record: Record) throws
    -> InsertionSuccess
  { try recordPlan(Record.self).upsert(record, self) }

  package func upsert<Record: MutablePersistableRecord, Fetched: FetchableRecord & TableRecord>(
    _ record: Record,
    onConflict target: [String],
    _ assignments: [ColumnAssignment],
    excluded: RequestAlias,
    as fetched: inout Fetched?
  ) throws -> InsertionSuccess {
    let plan = try recordPlan(Record.self)
    return try plan.upsert(record, self, fetching: &fetched) { layout in
      try plan.upsertClause(layout, target: target, assignments: assignments, excluded: excluded)
    }
  }

  package func update<Record: MutablePersistableRecord>(
    _ record: Record,
    or resolution: ConflictResolution,
    columns: [String]?
  ) throws -> PersistenceSuccess {
    let plan = try recordPlan(Record.self)
    return try plan.update(plan.keyed(record), self, or: resolution, columns: columns)
  }

  package func update<Record: MutablePersistableRecord, Value>(
    _ record: Record,
    or resolution: ConflictResolution,
    columns: [String]?,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> PersistenceSuccess {
    let plan = try recordPlan(Record.self)
    return try plan.update(
      plan.keyed(record),
      self,
      or: resolution,
      columns: columns,
      fetching: fetch,
      as: &fetched
    )
  }

  package func delete<Record: MutablePersistableRecord>(_ record: Record) throws -> Bool {
    try recordPlan(Record.self).delete(record, self)
  }

  package func exists<Record: MutablePersistableRecord>(_ record: Record) throws -> Bool {
    let plan = try recordPlan(Record.self)
    return try plan.exists(plan.container(of: record), self)
  }

  package func notFound<Record: MutablePersistableRecord>(_ record: Record) throws
    -> RecordError?
  {
    let plan = try recordPlan(Record.self)
    return try plan.keyValues(of: plan.container(of: record)).map {
      .recordNotFound(databaseTableName: plan.tableName, key: $0)
    }
  }

  package func columnNames<Record: MutablePersistableRecord>(of record: Record) throws
    -> Set<String>
  { try recordPlan(Record.self).container(of: record).layout.columnSet }

  package func comparing<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

extension RecordPlan {
  /// Returns the values of a record with a key.
  ///
  /// - Throws: ``RecordError`` if it has none.
  fileprivate func keyed(_ record: some MutablePersistableRecord) throws -> PersistenceContainer {
    let container = try container(of: record)
    try checkKey(of: container)
    guard keyValues(of: container) != nil else { throw notFound(container) }
    return container
  }
}
