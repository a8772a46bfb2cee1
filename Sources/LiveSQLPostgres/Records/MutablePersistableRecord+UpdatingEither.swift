import DatabaseTypes
public import DynamicColumns
public import Records
public import SQLQueries
import SQLiteDatabase

// Rows of records are updated and deleted on a connection of either database with the same calls as
// on SQLite's.

extension MutablePersistableRecord {
  /// Updates the row of the record.
  ///
  /// - Throws: `RecordError.recordNotFound` if there is no row; `DatabaseError` or `PostgresError`,
  ///   `PostgresRequestError` for callbacks that receive SQLite's connection, or an error of a
  ///   callback.
  public func update(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try update(db, onConflict: nil) }
    try updateOnOtherDatabase(db)
  }

  /// Updates some columns of the record's row: `try item.update(db, columns: ["name"])`.
  ///
  /// - Throws: The errors of ``update(_:)``.
  public func update(_ db: any SQLConnection, columns: some Collection<String>) throws {
    if let db = db as? Database { return try update(db, onConflict: nil, columns: columns) }
    try updateOnOtherDatabase(db, columns: Array(columns))
  }

  /// Updates some columns of the record's row: `try item.update(db, columns: [Columns.name])`.
  ///
  /// - Throws: The errors of ``update(_:)``.
  public func update(_ db: any SQLConnection, columns: some Collection<some ColumnExpression>)
    throws
  { try update(db, columns: columns.map(\.name)) }

  /// Updates the columns in which the record differs from another one.
  ///
  /// - Returns: Whether any columns differed.
  /// - Throws: The errors of ``update(_:)``.
  @discardableResult
  public func updateChanges(
    _ db: any SQLConnection,
    from record: some EncodableRecord
  ) throws -> Bool {
    if let db = db as? Database { return try updateChanges(db, onConflict: nil, from: record) }
    let changes = try StoredForm.use(.complete) {
      try databaseChanges(from: record)
    }
    return try updateOnOtherDatabase(db, changes: changes.keys)
  }

  /// Modifies the record, and updates the columns whose values have changed.
  ///
  /// - Returns: Whether any values have changed.
  /// - Throws: The errors of ``update(_:)``, or any error that the closure throws.
  @discardableResult
  public mutating func updateChanges(
    _ db: any SQLConnection,
    modify: (inout Self) throws -> Void
  ) throws -> Bool {
    if let db = db as? Database { return try updateChanges(db, onConflict: nil, modify: modify) }
    let changes = try StoredForm.use(.complete) {
      try databaseChanges(modify: modify)
    }
    return try updateOnOtherDatabase(db, changes: changes.keys)
  }

  private func updateOnOtherDatabase(
    _ db: any SQLConnection,
    changes columns: some Collection<String>
  ) throws -> Bool {
    if columns.isEmpty { return false }
    try updateOnOtherDatabase(db, columns: columns.sorted())
    return true
  }

  /// Updates the row of the record, and returns it.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - columns: The columns to write; by default all.
  ///   - type: The type of the record to return.
  /// - Returns: The row as stored in the database, as a record of a type.
  /// - Throws: The errors of ``update(_:)``, or `DecodingFailure`.
  public func updateAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    columns: [String]? = nil,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database {
      return try updateAndFetch(db, onConflict: nil, columns: columns, as: type)
    }
    let selection = try Record.returnedSelection(PostgresRecordSource.writing(db))
    return try Record(row: updateOnOtherDatabase(db, columns: columns, returning: selection))
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Updates the row of the record, and returns it.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - columns: The columns to write; by default all.
  /// - Returns: The row as stored in the database.
  /// - Throws: The errors of ``MutablePersistableRecord/update(_:)``, or `DecodingFailure`.
  public func updateAndFetch(_ db: any SQLConnection, columns: [String]? = nil) throws -> Self {
    try updateAndFetch(db, columns: columns, as: Self.self)
  }
}

extension MutablePersistableRecord {
  /// Deletes the row of the record.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `DatabaseError` or `PostgresError`, `RecordError`, `PostgresRequestError` for
  ///   callbacks that receive SQLite's connection, or an error of a callback.
  @discardableResult
  public func delete(_ db: any SQLConnection) throws -> Bool {
    if let db = db as? Database { return try delete(db) }
    try callWillDelete(db)
    let isDeleted = try RecordWriter(self, PostgresRecordSource.writing(db)).delete()
    didDelete(deleted: isDeleted)
    return isDeleted
  }

  /// Returns whether there is a row with the record's key.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `RecordError`.
  public func exists(_ db: any SQLConnection) throws -> Bool {
    if let db = db as? Database { return try exists(db) }
    return try RecordWriter(self, PostgresRecordSource.of(db)).exists()
  }
}
