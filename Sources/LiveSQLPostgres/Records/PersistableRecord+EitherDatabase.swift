public import DynamicColumns
public import Records
public import SQLQueries
import SQLiteDatabase
public import TypedSQL

// The same calls for records that do not change when they are saved, so that they may be constants.

extension PersistableRecord {
  /// Inserts the record.
  ///
  /// On PostgreSQL, a NULL key is omitted, so that the server generates it and passes it to
  /// `didInsert`.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///     PostgreSQL supports `.abort` and `.ignore`.
  /// - Throws: `DatabaseError` or `PostgresError`, `RecordError`, `PostgresRequestError` for
  ///   callbacks that receive SQLite's connection, or an error of a callback.
  public func insert(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    if let db = db as? Database { return try insert(db, onConflict: resolution) }
    var record = self
    try record.insertOnOtherDatabase(db, resolution)
  }

  /// Updates the record's row, or inserts the record if there is no such row.
  ///
  /// - Throws: The errors of ``insert(_:onConflict:)``.
  public func save(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try save(db, onConflict: nil) }
    var record = self
    try record.saveOnOtherDatabase(db)
  }

  /// Inserts the record, or updates the row with its primary key, in one statement.
  ///
  /// SQLite updates a row with any conflicting unique key; PostgreSQL must be told which key.
  ///
  /// - Throws: The errors of ``insert(_:onConflict:)``.
  public func upsert(_ db: any SQLConnection) throws {
    if let db = db as? Database { return try upsert(db) }
    var record = self
    try record.upsertElsewhere(db)
  }

  /// Inserts the record, and returns its row.
  ///
  /// - Returns: The row as stored in the database, as a record of a type.
  /// - Throws: The errors of ``insert(_:onConflict:)``, or `DecodingFailure`.
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
    return try Self.record(
      record.insertOnOtherDatabase(db, resolution, returning: selection),
      as: type
    )
  }

  /// Updates the record's row, or inserts the record if there is no such row, and returns the row.
  ///
  /// - Returns: The row as stored in the database, as a record of a type.
  /// - Throws: The errors of ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func saveAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    as type: Record.Type
  ) throws -> Record {
    if let db = db as? Database { return try saveAndFetch(db, onConflict: nil, as: type) }
    var record = self
    let selection = try Record.returnedSelection(PostgresRecordSource.of(db))
    return try Self.record(record.saveOnOtherDatabase(db, returning: selection), as: type)
  }

  /// Inserts the record, or updates the conflicting row, in one statement.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - target: The columns of the conflict; on PostgreSQL by default those of the primary key.
  ///   - update: The assignments to the conflicting row; the record's other columns are set too.
  ///   - type: The type of the record.
  /// - Returns: The row as stored in the database, as a record of a type.
  /// - Throws: The errors of ``insert(_:onConflict:)``, or `DecodingFailure`.
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
  /// Inserts the record, and returns its row.
  ///
  /// - Returns: The row as stored in the database.
  /// - Throws: The errors of ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func insertAndFetch(
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try insertAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Updates the record's row, or inserts the record if there is no such row, and returns the row.
  ///
  /// - Returns: The row as stored in the database.
  /// - Throws: The errors of ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func saveAndFetch(_ db: any SQLConnection) throws -> Self {
    try saveAndFetch(db, as: Self.self)
  }

  /// Inserts the record, or updates the conflicting row, in one statement.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - target: The columns of the conflict; on PostgreSQL by default those of the primary key.
  ///   - update: The assignments to the conflicting row; the record's other columns are set too.
  /// - Returns: The row as stored in the database.
  /// - Throws: The errors of ``insert(_:onConflict:)``, or `DecodingFailure`.
  public func upsertAndFetch(
    _ db: any SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, onConflict: target, doUpdate: update, as: Self.self)
  }
}
