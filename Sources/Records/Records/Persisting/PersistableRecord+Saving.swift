public import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

extension PersistableRecord {
  /// Inserts the record.
  ///
  /// ```swift
  /// try item.insert(db)
  /// // INSERT INTO "item" ("id", "name") VALUES (?, ?)
  /// ```
  ///
  /// On PostgreSQL, a NULL key is omitted, so that the server generates it and passes it to
  /// `didInsert`.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy. PostgreSQL supports `.abort` and `.ignore`.
  /// - Throws: `DatabaseError` or `PostgresError`, ``RecordError``, `PostgresRequestError` for
  ///   callbacks that receive SQLite's connection, or an error of a callback.
  @inlinable
  public func insert(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    guard let db = db as? Database else { return try insertElsewhere(db, resolution) }
    try insertImmutable(db, resolution)
  }

  /// Inserts the record or, if its key is in use, updates the row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RecordError``, or an error of a callback.
  public func save(_ db: some SQLConnection, onConflict resolution: ConflictResolution? = nil)
    throws
  {
    var record = self
    try record.performSave(db.recordTarget, resolution)
  }

  /// Inserts the record or, if it violates a unique constraint, updates the conflicting row.
  ///
  /// The update sets all columns of the record except those of the primary key. The callbacks for
  /// inserting and saving are called.
  ///
  /// ```swift
  /// try player.upsert(db)
  /// // INSERT INTO "player" ("id", "name") VALUES (?, ?)
  /// // ON CONFLICT DO UPDATE SET "name" = "excluded"."name" RETURNING "id"
  /// ```
  ///
  /// SQLite updates a row with any conflicting unique key; PostgreSQL needs a certain key, which is
  /// the primary key unless `upsertAndFetch` names the columns of another one.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RecordError``, or an error of a callback.
  public func upsert(_ db: some SQLConnection) throws {
    var record = self
    try record.upsertStep(db.recordTarget)
  }

  /// Inserts the record, and returns a record of the row, including defaults and generated columns.
  ///
  /// - Throws: ``RecordError`` if a conflict skipped the insertion; `DatabaseError` or
  ///   `PostgresError`, or an error of a callback.
  public func insertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    var record = self
    return try record.performInsert(db.recordTarget, resolution, fetching: .record(type))
  }

  /// Inserts the record or, if its key is in use, updates the row, and returns a record of the row.
  ///
  /// - Throws: ``RecordError`` if a conflict skipped the write; `DatabaseError` or `PostgresError`,
  ///   or an error of a callback.
  public func saveAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    var record = self
    return try record.performSave(db.recordTarget, resolution, fetching: .record(type))
  }

  /// Inserts the record or updates the conflicting row, and returns a record of the row.
  ///
  /// ```swift
  /// let word = try word.upsertAndFetch(
  ///   db, onConflict: ["text"], doUpdate: { _ in [Column("count") += 1] }, as: Word.self)
  /// // INSERT INTO "word" … ON CONFLICT ("text")
  /// // DO UPDATE SET "count" = ("word"."count") + (1) RETURNING *
  /// ```
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - target: The columns of the unique constraint; empty for any constraint, on PostgreSQL for
  ///     the primary key.
  ///   - update: Returns the assignments of the update, given an alias for the row that was to be
  ///     inserted. Columns without an assignment get the record's values.
  ///   - type: The type of the returned record.
  /// - Throws: `DatabaseError` or `PostgresError`, ``RecordError``, or an error of a callback.
  public func upsertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: some SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil,
    as type: Record.Type
  ) throws -> Record {
    var record = self
    return try record.upsertStep(db.recordTarget, onConflict: target, update, fetching: type)
  }
}

extension PersistableRecord where Self: FetchableRecord {
  /// Inserts the record, and returns a record of the row, including defaults and generated columns.
  ///
  /// - Throws: ``RecordError`` if a conflict skipped the insertion; `DatabaseError` or
  ///   `PostgresError`, or an error of a callback.
  public func insertAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try insertAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Inserts the record or, if its key is in use, updates the row, and returns a record of the row.
  ///
  /// - Throws: ``RecordError`` if a conflict skipped the write; `DatabaseError` or `PostgresError`,
  ///   or an error of a callback.
  public func saveAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try saveAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Inserts the record or updates the conflicting row, and returns a record of the row.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RecordError``, or an error of a callback.
  public func upsertAndFetch(
    _ db: some SQLConnection,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, onConflict: target, doUpdate: update, as: Self.self)
  }
}
