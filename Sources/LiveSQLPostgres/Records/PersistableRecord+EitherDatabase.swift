public import DynamicColumns
public import Records
import SQLiteDatabase
public import TypedSQL

// The same for records that do not change when they are saved, so that they may be constants.

extension PersistableRecord {
  /// Inserts the record.
  ///
  /// On PostgreSQL a key that is NULL is left out, so that the server makes it, and `didInsert` gets it.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: What becomes of a conflict: as the record's policy says unless given. PostgreSQL has `.abort` and `.ignore`.
  /// - Throws: `DatabaseError` or `PostgresError`, `RecordError`, `PostgresRequestError` for callbacks that get SQLite's
  ///   connection, or an error of a callback.
  public func insert(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    if let db = db as? Database { return try insert(db, onConflict: resolution) }
    var record = self
    try record.insertElsewhere(db, resolution)
  }

  /// Updates the record's row or, where there is none, inserts the record.
  ///
  /// - Throws: As ``insert(_:onConflict:)``.
  public func save(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try save(db, onConflict: nil) }
    var record = self
    try record.saveElsewhere(db)
  }

  /// Inserts the record or, where its primary key is in use, updates the row, in one statement.
  ///
  /// SQLite updates the row that breaks any unique key; PostgreSQL wants to know which.
  ///
  /// - Throws: As ``insert(_:onConflict:)``.
  public func upsert(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try upsert(db) }
    var record = self
    try record.upsertElsewhere(db)
  }

  /// Inserts the record.
  ///
  /// - Returns: The row as the database has it, as a record of a type.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func insertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database {
      return try insertAndFetch(db, onConflict: resolution, as: type)
    }
    var record = self
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    return try Self.record(record.insertElsewhere(db, resolution, returning: selection), as: type)
  }

  /// Updates the record's row or, where there is none, inserts the record.
  ///
  /// - Returns: The row as the database has it, as a record of a type.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func saveAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database { return try saveAndFetch(db, onConflict: nil, as: type) }
    var record = self
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    return try Self.record(record.saveElsewhere(db, returning: selection), as: type)
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
  public func upsertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database {
      return try upsertAndFetch(db, onConflict: target, doUpdate: update, as: type)
    }
    var record = self
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    let row = try record.upsertElsewhere(db, onConflict: target, update, returning: selection)
    return try Self.record(row, as: type)
  }
}

extension PersistableRecord where Self: FetchableRecord {
  /// Inserts the record.
  ///
  /// - Returns: The row as the database has it.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func insertAndFetch(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try insertAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Updates the record's row or, where there is none, inserts the record.
  ///
  /// - Returns: The row as the database has it.
  /// - Throws: As ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func saveAndFetch(_ db: any SQLConnection) throws -> Self {
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
  public func upsertAndFetch(
    _ db: any SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, onConflict: target, doUpdate: update, as: Self.self)
  }
}
