import DatabaseTypes
import DynamicColumns
import Records
import SQLQueries
import SQLiteDatabase
import TypedSQL

// Writes of records on PostgreSQL, with their callbacks in the same order as on SQLite.

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

  /// Inserts the record; returns no row if a conflict prevented the insertion.
  @discardableResult
  mutating func insertOnOtherDatabase(
    _ db: any SQLConnection,
    _ resolution: ConflictResolution?,
    returning selection: QueryFragment? = nil
  ) throws -> Row? {
    let conflict = try Self.conflict(resolution ?? Self.resolutionOfInsert)
    try callWillSave(db)
    return try inserting(db, conflict, returning: selection)
  }

  /// Inserts the record, or updates the conflicting row.
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

  static func conflict(_ resolution: ConflictResolution) throws
    -> RecordWriter<Self>.Conflict
  {
    switch resolution {
    case .ignore: return .leavesOut
    case .replace:
      throw PostgresRequestError(
        "PostgreSQL has no INSERT OR REPLACE: use 'upsert', which updates the conflicting row."
      )
    default: return .fails
    }
  }

  /// Checks that PostgreSQL has what the record's policy asks of updates.
  ///
  /// - Throws: ``PostgresRequestError``.
  static func checkResolutionOfUpdate() throws {
    guard [.abort, .fail, .rollback].contains(resolutionOfUpdate) else {
      throw PostgresRequestError(
        "PostgreSQL has no UPDATE OR \(resolutionOfUpdate.keyword): catch the error, in a savepoint."
      )
    }
  }

  /// Updates the row, with the callbacks.
  ///
  /// - Throws: ``RecordError`` if there is no row.
  private func updating(
    _ db: any SQLConnection,
    _ columns: [String]?,
    returning selection: QueryFragment?
  ) throws -> Row {
    let source = try PostgresRecordSource.writing(db)
    var writer = try RecordWriter(self, source)
    try callWillUpdate(db, columns.map { Set($0) } ?? writer.columnNames)
    // A callback may have changed the record, if it is an object.
    if self is any PortableRecord { writer = try RecordWriter(self, source) }
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
  func updateOnOtherDatabase(
    _ db: any SQLConnection,
    columns: [String]? = nil,
    returning selection: QueryFragment? = nil
  ) throws -> Row {
    try Self.checkResolutionOfUpdate()
    try callWillSave(db)
    return try updating(db, columns, returning: selection)
  }

  /// Updates the row of the record, or inserts the record if there is no such row.
  @discardableResult
  mutating func saveOnOtherDatabase(
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

  /// Decodes the row that was written.
  ///
  /// - Throws: ``RecordError`` if a conflict prevented the insertion.
  static func record<Record: FetchableRecord>(_ row: Row?, as type: Record.Type) throws -> Record {
    guard let row else { throw RecordError.notInserted(databaseTableName: databaseTableName) }
    return try Record(row: row)
  }
}

extension MutablePersistableRecord {
  /// Returns the assignments of an upsert, which may refer to the table's columns and to
  /// `excluded`.
  private static func settings(
    _ assignments: [ColumnAssignment],
    excluded: RequestAlias,
    _ source: PostgresRecordSource
  ) throws -> QueryFragment? {
    let settings = try assignedColumns(assignments, excluded: excluded, source)
    return settings.isEmpty ? nil : settings.joined(separator: ", ")
  }
}
