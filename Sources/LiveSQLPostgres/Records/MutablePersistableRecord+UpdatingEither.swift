public import DynamicColumns
public import Records
import SQLiteDatabase

// The rows of records are updated and deleted on a connection of either database, by the calls that they have on SQLite's.

extension MutablePersistableRecord {
  /// Updates the row of the record.
  ///
  /// - Throws: `RecordError.recordNotFound` where there is none; `DatabaseError` or `PostgresError`, `PostgresRequestError` for
  ///   callbacks that get SQLite's connection, or an error of a callback.
  public func update(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try update(db, onConflict: nil) }
    try updateElsewhere(db)
  }

  /// Updates some columns of the record's row: `try item.update(db, columns: ["name"])`.
  ///
  /// - Throws: As ``update(_:)``.
  public func update(_ db: any SQLConnection, columns: some Collection<String>) throws {
    if let db = db as? Database { return try update(db, onConflict: nil, columns: columns) }
    try updateElsewhere(db, columns: Array(columns))
  }

  /// Updates some columns of the record's row: `try item.update(db, columns: [Columns.name])`.
  ///
  /// - Throws: As ``update(_:)``.
  public func update(_ db: any SQLConnection, columns: some Collection<some ColumnExpression>)
    throws
  { try update(db, columns: columns.map(\.name)) }

  /// Updates the columns in which the record differs from another one.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: As ``update(_:)``.
  @discardableResult
  public func updateChanges(
    _ db: any SQLConnection,
    from record: some EncodableRecord
  ) throws -> Bool {
    if let db = db as? Database { return try updateChanges(db, onConflict: nil, from: record) }
    return try updateElsewhere(db, changes: databaseChanges(from: record).keys)
  }

  /// Changes the record, and updates the columns that have other values then.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: As ``update(_:)``, or what the closure throws.
  @discardableResult
  public mutating func updateChanges(
    _ db: any SQLConnection,
    modify: (inout Self) throws -> Void
  ) throws -> Bool {
    if let db = db as? Database { return try updateChanges(db, onConflict: nil, modify: modify) }
    let changes = try databaseChanges(modify: modify)
    return try updateElsewhere(db, changes: changes.keys)
  }

  private func updateElsewhere(
    _ db: any SQLConnection,
    changes columns: some Collection<String>
  ) throws -> Bool {
    if columns.isEmpty { return false }
    try updateElsewhere(db, columns: columns.sorted())
    return true
  }

  /// Updates the row of the record.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - columns: The columns that are written; all unless given.
  ///   - type: The type of the record that is fetched.
  /// - Returns: The row as the database has it, as a record of a type.
  /// - Throws: As ``update(_:)``, or `DecodingFailure`.
  public func updateAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    columns: [String]? = nil,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database {
      return try updateAndFetch(db, onConflict: nil, columns: columns, as: type)
    }
    let selection = try Record.returnedSelection(PostgresRecordSource.writing(db))
    return try Record(row: updateElsewhere(db, columns: columns, returning: selection))
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Updates the row of the record.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - columns: The columns that are written; all unless given.
  /// - Returns: The row as the database has it.
  /// - Throws: As ``MutablePersistableRecord/update(_:)``, or `DecodingFailure`.
  public func updateAndFetch(_ db: any SQLConnection, columns: [String]? = nil) throws -> Self {
    try updateAndFetch(db, columns: columns, as: Self.self)
  }
}

extension MutablePersistableRecord {
  /// Deletes the row of the record.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `DatabaseError` or `PostgresError`, `RecordError`, `PostgresRequestError` for callbacks that get SQLite's
  ///   connection, or an error of a callback.
  @discardableResult
  public func delete(_ db: any SQLConnection) throws -> Bool {
    if let db = db as? Database { return try delete(db) }
    try callWillDelete(db)
    let isDeleted = try RecordWriter(self, PostgresRecordSource.writing(db)).delete()
    didDelete(deleted: isDeleted)
    return isDeleted
  }

  /// Whether there is a row with the record's key.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, or `RecordError`.
  public func exists(_ db: any SQLConnection) throws -> Bool {
    if let db = db as? Database { return try exists(db) }
    return try RecordWriter(self, PostgresRecordSource.of(db)).exists()
  }
}
