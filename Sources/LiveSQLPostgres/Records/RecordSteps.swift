import DatabaseTypes
import DynamicColumns
import Records
import SQLiteDatabase
import TypedSQL

// What records do on PostgreSQL, with their callbacks, in the order in which they are called on SQLite.

extension MutablePersistableRecord {
  private mutating func inserting(
    _ db: any SQLConnection,
    _ conflict: RecordWriter<Self>.Conflict,
    returning selection: QueryFragment?
  ) throws -> Row? {
    try callWillInsert(db)
    let writer = try RecordWriter(self, PostgresRecordSource.writing(db))
    let (inserted, row) = try writer.insert(conflict, returning: selection)
    guard inserted.isInserted else { return nil }
    didInsert(inserted)
    didSave(PersistenceSuccess(inserted))
    return row
  }

  /// Inserts the record; gives no row where a conflict left it out.
  @discardableResult
  mutating func insertElsewhere(
    _ db: any SQLConnection,
    _ resolution: ConflictResolution?,
    returning selection: QueryFragment? = nil
  ) throws -> Row? {
    let conflict = try Self.conflict(resolution ?? Self.resolutionOfInsert)
    try callWillSave(db)
    return try inserting(db, conflict, returning: selection)
  }

  /// Inserts the record, or updates the row that is in the way.
  @discardableResult
  mutating func upsertElsewhere(
    _ db: any SQLConnection,
    onConflict target: [String] = [],
    _ update: ((RequestAlias) -> [ColumnAssignment])? = nil,
    returning selection: QueryFragment? = nil
  ) throws -> Row? {
    let excluded = RequestAlias(name: "excluded")
    let assignments = update?(excluded) ?? []
    try callWillSave(db)
    let source = try PostgresRecordSource.writing(db)
    let settings = try Self.settings(assignments, excluded: excluded, source)
    return try inserting(
      db,
      .updates(target: target, assignments: settings, assigned: assignments.map(\.column.name)),
      returning: selection
    )
  }

  private static func conflict(_ resolution: ConflictResolution) throws
    -> RecordWriter<Self>.Conflict
  {
    switch resolution {
    case .ignore: return .leavesOut
    case .replace:
      throw PostgresRequestError(
        "PostgreSQL has no INSERT OR REPLACE: use 'upsert', which updates the row that is in the way."
      )
    default: return .fails
    }
  }

  /// - Throws: ``RecordError`` where there is no row.
  private func updating(
    _ db: any SQLConnection,
    _ columns: [String]?,
    returning selection: QueryFragment?
  ) throws -> Row {
    let source = try PostgresRecordSource.writing(db)
    var writer = try RecordWriter(self, source)
    try callWillUpdate(db, columns.map { Set($0) } ?? writer.columnNames)
    // A callback may have changed an object.
    if self is any EitherDatabaseRecord { writer = try RecordWriter(self, source) }
    try writer.checkKey()
    guard writer.hasKey, let row = try writer.update(columns, returning: selection) else {
      throw writer.notFound
    }
    didUpdate(writer.success)
    didSave(writer.success)
    return row
  }

  /// Updates the row of the record.
  @discardableResult
  func updateElsewhere(
    _ db: any SQLConnection,
    columns: [String]? = nil,
    returning selection: QueryFragment? = nil
  ) throws -> Row {
    guard [.abort, .fail, .rollback].contains(Self.resolutionOfUpdate) else {
      throw PostgresRequestError(
        "PostgreSQL has no UPDATE OR \(Self.resolutionOfUpdate.keyword): catch the error, in a savepoint."
      )
    }
    try callWillSave(db)
    return try updating(db, columns, returning: selection)
  }

  /// Updates the row of the record, or inserts it where there is none.
  @discardableResult
  mutating func saveElsewhere(
    _ db: any SQLConnection,
    returning selection: QueryFragment? = nil
  ) throws -> Row? {
    try callWillSave(db)
    let writer = try RecordWriter(self, PostgresRecordSource.writing(db))
    if writer.hasKey {
      let missing = writer.notFound
      do { return try updating(db, nil, returning: selection) } catch let error as RecordError {
        guard error == missing else { throw error }
      }
    }
    let conflict = try Self.conflict(Self.resolutionOfInsert)
    return try inserting(db, conflict, returning: selection)
  }

  /// The record that was written, as it was asked for.
  ///
  /// - Throws: ``RecordError`` where a conflict left it out.
  static func record<Record: FetchableRecord>(_ row: Row?, as type: Record.Type) throws -> Record {
    guard let row else { throw RecordError.notInserted(databaseTableName: databaseTableName) }
    return try Record(row: row)
  }
}

extension MutablePersistableRecord {
  /// What an upsert assigns: the table's columns, and those of what was to be inserted.
  private static func settings(
    _ assignments: [ColumnAssignment],
    excluded: RequestAlias,
    _ source: PostgresRecordSource
  ) throws -> QueryFragment? {
    let settings = try assignedColumns(assignments, excluded: excluded, source)
    return settings.isEmpty ? nil : settings.joined(separator: ", ")
  }
}
