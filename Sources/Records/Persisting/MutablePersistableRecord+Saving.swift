public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension MutablePersistableRecord {
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
  public mutating func insert(_ db: Database, onConflict resolution: ConflictResolution? = nil)
    throws
  {
    try insertStep(db, resolution)
  }

  /// Inserts the record or, where its key is in use, updates the row.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func save(_ db: Database, onConflict resolution: ConflictResolution? = nil) throws
  {
    try saveStep(db, resolution)
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
  public mutating func upsert(_ db: Database) throws {
    try upsertStep(db)
  }

  /// Inserts the record, and makes another of the row, defaults and computed columns included.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public mutating func insertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    try insertStep(db, resolution, fetching: .record(type))
  }

  /// Inserts the record or, where its key is in use, updates the row, and makes another record of it.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public mutating func saveAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type
  ) throws -> Record {
    try saveStep(db, resolution, fetching: .record(type))
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
  public mutating func upsertAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil,
    as type: Record.Type
  ) throws -> Record {
    try upsertStep(db, onConflict: target, update, fetching: type)
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Inserts the record, and makes another of the row, defaults and computed columns included.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public mutating func insertAndFetch(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try insertAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Inserts the record or, where its key is in use, updates the row, and makes another record of it.
  ///
  /// - Throws: ``RecordError`` where a conflict left the record out; ``DatabaseError``, or an error of a callback.
  public mutating func saveAndFetch(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self { try saveAndFetch(db, onConflict: resolution, as: Self.self) }

  /// Inserts the record or updates the row that is in its way, and makes another record of the row.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func upsertAndFetch(
    _ db: Database,
    onConflict target: [String] = [],
    doUpdate update: ((_ excluded: RequestAlias) -> [ColumnAssignment])? = nil
  ) throws -> Self {
    try upsertAndFetch(db, onConflict: target, doUpdate: update, as: Self.self)
  }
}

extension MutablePersistableRecord {
  /// The record after it was inserted.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func inserted(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self {
    var record = self
    try record.insertStep(db, resolution)
    return record
  }

  /// The record after it was saved.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func saved(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil
  ) throws -> Self {
    var record = self
    try record.saveStep(db, resolution)
    return record
  }

  /// The record after it was inserted or took the place of what was in its way.
  ///
  /// - Throws: ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func upserted(_ db: Database) throws -> Self {
    var record = self
    try record.upsertStep(db)
    return record
  }
}
