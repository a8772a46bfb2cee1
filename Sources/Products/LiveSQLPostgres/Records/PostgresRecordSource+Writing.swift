import DatabaseTypes
import DynamicColumns
import Records
import SQLQueries
import SQLiteDatabase
import TypedSQL

// Records are written to PostgreSQL by a writer of each.

extension PostgresRecordSource: PortableRecordTarget {
  var portableConnection: any SQLConnection { connection }

  func unsupported(_ callback: CallbackOnSQLite, of record: Any.Type) -> any Error {
    PostgresRequestError(
      "\(record) implements '\(callback.rawValue)', which receives SQLite's connection and is not called on "
        + "PostgreSQL. Conform it to PortableRecord, whose callbacks receive a connection of either database."
    )
  }

  func checkInsertion(_ resolution: ConflictResolution) throws {
    _ = try InsertionConflict(resolution)
  }

  func checkUpdate(_ resolution: ConflictResolution) throws {
    guard [.abort, .fail, .rollback].contains(resolution) else {
      throw PostgresRequestError(
        "PostgreSQL has no UPDATE OR \(resolution.keyword): catch the error, in a savepoint."
      )
    }
  }

  func insert(_ record: some MutablePersistableRecord, or resolution: ConflictResolution) throws
    -> InsertionSuccess
  {
    try RecordWriter(record, self).insert(InsertionConflict(resolution), returning: nil).success
  }

  func insert<Record: MutablePersistableRecord, Value>(
    _ record: Record,
    or resolution: ConflictResolution,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> InsertionSuccess {
    let selection = try fetch.selection(of: Record.self, on: self)
    let (success, row) = try RecordWriter(record, self)
      .insert(InsertionConflict(resolution), returning: selection)
    fetched = try row.flatMap { try fetch.value(of: $0) }
    return success
  }

  func insertAll<Record: MutablePersistableRecord>(
    _ records: inout [Record],
    or resolution: ConflictResolution
  ) throws {
    var batch = try RecordBatch<Record>(self, InsertionConflict(resolution))
    try batch.insert(&records)
  }

  func upsert(_ record: some MutablePersistableRecord) throws -> InsertionSuccess {
    try RecordWriter(record, self).insert(.updates(), returning: nil).success
  }

  func upsert<Record: MutablePersistableRecord, Fetched: FetchableRecord & TableRecord>(
    _ record: Record,
    onConflict target: [String],
    _ assignments: [ColumnAssignment],
    excluded: RequestAlias,
    as fetched: inout Fetched?
  ) throws -> InsertionSuccess {
    let settings = try Record.assignedColumns(assignments, excluded: excluded, self)
    let conflict = InsertionConflict.updates(
      target: target,
      assignments: settings.isEmpty ? nil : settings.joined(separator: ", "),
      assigned: assignments.map(\.column.name)
    )
    let (success, row) = try RecordWriter(record, self)
      .insert(conflict, returning: Fetched.returnedSelection(self))
    fetched = try row.map { try Fetched(row: $0) }
    return success
  }

  func update(
    _ record: some MutablePersistableRecord,
    or resolution: ConflictResolution,
    columns: [String]?
  ) throws -> PersistenceSuccess {
    let writer = try RecordWriter(record, self)
    _ = try writer.updatedRow(columns, returning: nil)
    return writer.success
  }

  func update<Record: MutablePersistableRecord, Value>(
    _ record: Record,
    or resolution: ConflictResolution,
    columns: [String]?,
    fetching fetch: RecordFetch<Value>,
    as fetched: inout Value?
  ) throws -> PersistenceSuccess {
    let selection = try fetch.selection(of: Record.self, on: self)
    let writer = try RecordWriter(record, self)
    fetched = try fetch.value(of: writer.updatedRow(columns, returning: selection))
    return writer.success
  }

  func delete(_ record: some MutablePersistableRecord) throws -> Bool {
    try RecordWriter(record, self).delete()
  }

  func exists(_ record: some MutablePersistableRecord) throws -> Bool {
    try RecordWriter(record, self).exists()
  }

  func notFound(_ record: some MutablePersistableRecord) throws -> RecordError? {
    let writer = try RecordWriter(record, self)
    return writer.hasKey ? writer.notFound : nil
  }

  func columnNames(of record: some MutablePersistableRecord) throws -> Set<String> {
    try RecordWriter(record, self).columnNames
  }
}

extension RecordWriter {
  /// Updates the record's row, and returns the requested row.
  ///
  /// - Throws: ``RecordError`` if there is no row.
  fileprivate func updatedRow(_ columns: [String]?, returning selection: QueryFragment?) throws
    -> Row
  {
    try checkKey()
    guard hasKey, let row = try update(columns, returning: selection) else { throw notFound }
    return row
  }
}
