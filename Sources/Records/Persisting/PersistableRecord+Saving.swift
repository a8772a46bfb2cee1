public import DynamicColumns
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
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func insert(_ db: Database, onConflict resolution: ConflictResolution? = nil) throws {
    try insertUnchanged(db, resolution)
  }

  /// Inserts the record or, where its key is in use, updates the row.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func save(_ db: Database, onConflict resolution: ConflictResolution? = nil) throws {
    var record = self
    try record.saveStep(db, resolution)
  }

  /// Inserts the record or, where it breaks any unique constraint, updates the row that is in its way.
  ///
  /// The columns of the record are taken over, but for those of the primary key. Callbacks for inserting and saving are called.
  ///
  /// ```swift
  /// try player.upsert(db)
  /// // INSERT INTO "player" ("id", "name") VALUES (?, ?)
  /// // ON CONFLICT DO UPDATE SET "name" = "excluded"."name" RETURNING "id"
  /// ```
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func upsert(_ db: Database) throws {
    var record = self
    try record.upsertStep(db)
  }

  /// Inserts the record, and makes another of the row, defaults and computed columns included.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public func insertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    var record = self
    return try record.insertStep(db, resolution, fetching: .record(type))
  }

  /// Inserts the record or, where its key is in use, updates the row, and makes another record of it.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public func saveAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    var record = self
    return try record.saveStep(db, resolution, fetching: .record(type))
  }

  /// Inserts the record or updates the row that is in its way, and makes another record of the row.
  ///
  /// ```swift
  /// let word = try word.upsertAndFetch(db, onConflict: ["text"], doUpdate: { _ in [Column("count") += 1] }, as: Word.self)
  /// // INSERT INTO "word" … ON CONFLICT ("text") DO UPDATE SET "count" = ("word"."count") + (1) RETURNING *
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - target: The columns of the unique constraint; any, if empty.
  ///   - update: What to set instead of taking over columns; its argument names what was to be inserted. What it leaves
  ///     out is taken over.
  ///   - type: The type to make.
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func upsertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil,
    as type: Record.Type
  ) throws -> Record {
    var record = self
    return try record.upsertStep(db, onConflict: target, update, fetching: type)
  }
}

extension PersistableRecord where Self: FetchableRecord {
  /// Inserts the record, and makes another of the row, defaults and computed columns included.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public func insertAndFetch(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try insertAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Inserts the record or, where its key is in use, updates the row, and makes another record of it.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public func saveAndFetch(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try saveAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Inserts the record or updates the row that is in its way, and makes another record of the row.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func upsertAndFetch(
    _ db: Database,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, onConflict: target, doUpdate: update, as: Self.self)
  }
}
