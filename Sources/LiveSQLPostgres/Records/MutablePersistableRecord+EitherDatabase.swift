public import DynamicColumns
public import Records
import SQLiteDatabase
public import TypedSQL

// Records are saved on a connection of either database, by the calls that they have on SQLite's.

extension MutablePersistableRecord {
  /// Inserts the record.
  ///
  /// On PostgreSQL a key that is NULL is left out, so that the server makes it, and `didInsert` gets it.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: What becomes of a conflict: as the record's policy says unless given. PostgreSQL has `.abort` and `.ignore`.
  /// - Throws: `DatabaseError` or `PostgresError`, `RecordError`, `PostgresRequestError` for callbacks that get SQLite's
  ///   connection, or an error of a callback.
  public mutating func insert(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    if let db = db as? Database { return try insert(db, onConflict: resolution) }
    try insertElsewhere(db, resolution)
  }

  /// Updates the record's row or, where there is none, inserts the record.
  ///
  /// - Throws: As ``insert(_:onConflict:)``.
  public mutating func save(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try save(db, onConflict: nil) }
    try saveElsewhere(db)
  }

  /// Inserts the record or, where its primary key is in use, updates the row, in one statement.
  ///
  /// SQLite updates the row that breaks any unique key; PostgreSQL wants to know which.
  ///
  /// - Throws: As ``insert(_:onConflict:)``.
  public mutating func upsert(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try upsert(db) }
    try upsertElsewhere(db)
  }

  /// Inserts the record.
  ///
  /// - Returns: The row as the database has it, as a record of a type.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public mutating func insertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database {
      return try insertAndFetch(db, onConflict: resolution, as: type)
    }
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    return try Self.record(insertElsewhere(db, resolution, returning: selection), as: type)
  }

  /// Updates the record's row or, where there is none, inserts the record.
  ///
  /// - Returns: The row as the database has it, as a record of a type.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public mutating func saveAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database { return try saveAndFetch(db, onConflict: nil, as: type) }
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    return try Self.record(saveElsewhere(db, returning: selection), as: type)
  }

  /// Inserts the record or updates the row that is in the way, in one statement.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - target: The columns of the conflict: on PostgreSQL those of the primary key unless given.
  ///   - update: What is set of the row in the way; all else that the record has is set too.
  ///   - type: The type of the record.
  /// - Returns: The row as the database has it, as a record of a type.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public mutating func upsertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database {
      return try upsertAndFetch(db, onConflict: target, doUpdate: update, as: type)
    }
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    let row = try upsertElsewhere(db, onConflict: target, update, returning: selection)
    return try Self.record(row, as: type)
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Inserts the record.
  ///
  /// - Returns: The row as the database has it.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public mutating func insertAndFetch(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try insertAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Updates the record's row or, where there is none, inserts the record.
  ///
  /// - Returns: The row as the database has it.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public mutating func saveAndFetch(_ db: any SQLConnection) throws -> Self {
    try saveAndFetch(db, as: Self.self)
  }

  /// Inserts the record or updates the row that is in the way, in one statement.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - target: The columns of the conflict: on PostgreSQL those of the primary key unless given.
  ///   - update: What is set of the row in the way; all else that the record has is set too.
  /// - Returns: The row as the database has it.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public mutating func upsertAndFetch(
    _ db: any SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, onConflict: target, doUpdate: update, as: Self.self)
  }
}

extension MutablePersistableRecord {
  /// The record as it is after it was inserted: with the key that the database has made.
  ///
  /// - Throws: As ``insert(_:onConflict:)``.
  public func inserted(_ db: any SQLConnection) throws -> Self {
    var record = self
    try record.insert(db)
    return record
  }

  /// The record as it is after it was saved.
  ///
  /// - Throws: As ``insert(_:onConflict:)``.
  public func saved(_ db: any SQLConnection) throws -> Self {
    var record = self
    try record.save(db)
    return record
  }
}
