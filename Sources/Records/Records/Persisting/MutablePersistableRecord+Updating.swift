public import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

extension MutablePersistableRecord {
  /// Updates the row with the record's key.
  ///
  /// ```swift
  /// try item.update(db)
  /// // UPDATE "item" SET "name" = ? WHERE "id" = ?
  /// ```
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   `DatabaseError` or `PostgresError`, or an error of a callback.
  @inlinable
  public func update(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil
  ) throws {
    guard let db = db as? Database else { return try updateElsewhere(db, resolution) }
    try updateRow(db, resolution)
  }

  /// Updates some columns of the row with the record's key.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` for a column that the record does not encode; `DatabaseError` or
  ///   `PostgresError`, or an error of a callback.
  public func update(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    columns: some Collection<String>
  ) throws {
    try performUpdate(db.recordTarget, resolution, columns: columns.sorted())
  }

  /// Updates some columns of the row with the record's key.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` for a column that the record does not encode; `DatabaseError` or
  ///   `PostgresError`, or an error of a callback.
  public func update(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    columns: some Collection<some ColumnExpression>
  ) throws {
    try performUpdate(db.recordTarget, resolution, columns: columns.map(\.name).sorted())
  }

  /// Updates some columns of the row with the record's key.
  ///
  /// ```swift
  /// try item.update(db) { [$0.name, $0.quantity] }
  /// ```
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` for a column that the record does not encode; `DatabaseError` or
  ///   `PostgresError`, or an error of a callback or of the closure.
  public func update(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    columns: (DatabaseComponents) throws -> [Column]
  ) throws {
    try update(db, onConflict: resolution, columns: columns(Self.databaseComponents))
  }

  /// Updates the row in SQLite, directly if no callback does anything.
  @usableFromInline
  func updateRow(_ db: Database, _ resolution: ConflictResolution?) throws {
    if let plan = Self.planOfPlainUpdate(db),
      try plan.updateDirectly(self, db, or: resolution ?? Self.updateResolution) == .updated
    {
      return
    }
    try performUpdate(db, resolution, columns: nil)
  }

  /// Updates the row in a database other than SQLite.
  @usableFromInline
  func updateElsewhere(_ db: any SQLConnection, _ resolution: ConflictResolution?) throws {
    try performUpdate(db.recordTarget, resolution, columns: nil)
  }
}

extension MutablePersistableRecord {
  /// Updates the columns that differ from those of another record.
  ///
  /// - Returns: Whether any column differs; if not, no statement is run.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  @discardableResult
  public func updateChanges(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    from record: some EncodableRecord
  ) throws -> Bool {
    if let db = db as? Database, type(of: record) == Self.self, let record = record as? Self,
      let before = try recordedValues(of: record, db)
    {
      return try updateChanges(db, resolution, from: before) {
        try PersistenceContainer(of: record)
      }
    }
    let target = try db.recordTarget
    let before = try target.comparing { try PersistenceContainer(of: record) }
    return try updateChanges(target, resolution, from: before)
  }

  /// Modifies the record, and updates the columns that changed.
  ///
  /// ```swift
  /// try item.updateChanges(db) { $0.quantity += 1 }
  /// // UPDATE "item" SET "quantity" = ? WHERE "id" = ?
  /// ```
  ///
  /// - Returns: Whether any column changed; if not, no statement is run.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  @inlinable
  @discardableResult
  public mutating func updateChanges(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    modify: (inout Self) throws -> Void
  ) throws -> Bool {
    guard let db = db as? Database else { return try updateElsewhere(db, resolution, modify) }
    return try updateRow(db, resolution, modify)
  }

  /// Modifies the record, and updates the columns that changed, in SQLite.
  @usableFromInline
  mutating func updateRow(
    _ db: Database,
    _ resolution: ConflictResolution?,
    _ modify: (inout Self) throws -> Void
  ) throws -> Bool {
    guard let before = try recordedValues(of: self, db) else {
      return try updateChanges(db, resolution, modify)
    }
    try modify(&self)
    return try updateChanges(db, resolution, from: before) { before.container(of: Self.self) }
  }

  /// Modifies the record, and updates the columns that changed, in a database other than SQLite.
  @usableFromInline
  mutating func updateElsewhere(
    _ db: any SQLConnection,
    _ resolution: ConflictResolution?,
    _ modify: (inout Self) throws -> Void
  ) throws -> Bool { try updateChanges(db.recordTarget, resolution, modify) }

  private mutating func updateChanges(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?,
    _ modify: (inout Self) throws -> Void
  ) throws -> Bool {
    let columns = try changedColumns(db, modify)
    if columns.isEmpty { return false }
    try performUpdate(db, resolution, columns: columns)
    return true
  }

  /// Returns the values of a record if the quick update applies to it; otherwise `nil`.
  ///
  /// It applies if no callback of an update does anything, and the record encodes the same columns
  /// as the record before.
  private func recordedValues(of record: Self, _ db: Database) throws -> RecordedValues? {
    try Self.planOfPlainUpdate(db)?.recordedValues(of: record)
  }

  /// Updates the columns that differ from previous values.
  ///
  /// - Parameter container: Returns the same values, in case the record now encodes other columns.
  private func updateChanges(
    _ db: Database,
    _ resolution: ConflictResolution?,
    from before: RecordedValues,
    _ container: () throws -> PersistenceContainer
  ) throws -> Bool {
    let quick = try Self.planOfPlainUpdate(db)?
      .updateDirectly(self, from: before, db, or: resolution ?? Self.updateResolution)
    switch quick {
    case .updated: return true
    case .unchanged: return false
    case .notAttempted, nil: return try updateChanges(db, resolution, from: container())
    }
  }

  /// Updates the columns that differ from previous values.
  private func updateChanges(
    _ db: any RecordTarget,
    _ resolution: ConflictResolution?,
    from before: PersistenceContainer
  ) throws -> Bool {
    let columns = try changedColumns(from: before, db)
    if columns.isEmpty { return false }
    try performUpdate(db, resolution, columns: columns)
    return true
  }

  /// Returns the columns that differ from previous values.
  private func changedColumns(
    from before: PersistenceContainer,
    _ db: any RecordTarget
  ) throws -> [String] {
    let now = try db.comparing { try PersistenceContainer(of: self) }
    return now.changes(from: before).keys.sorted()
  }

  /// Modifies the record, and returns the columns that changed.
  mutating func changedColumns(
    _ db: any RecordTarget,
    _ modify: (inout Self) throws -> Void
  ) throws -> [String] {
    let before = try db.comparing { try PersistenceContainer(of: self) }
    try modify(&self)
    return try changedColumns(from: before, db)
  }
}

extension MutablePersistableRecord {
  /// Updates the row with the record's key, or some of its columns, and returns a record of the
  /// row.
  ///
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public func updateAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    columns: [String]? = nil,
    as type: Record.Type
  ) throws -> Record {
    try performUpdate(db.recordTarget, resolution, columns: columns, fetching: .record(type))
  }

  /// Modifies the record, updates the columns that changed, and returns a record of the row.
  ///
  /// - Returns: The record of the row; `nil` if nothing changed.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public mutating func updateChangesAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type,
    modify: (inout Self) throws -> Void
  ) throws -> Record? {
    let target = try db.recordTarget
    let columns = try changedColumns(target, modify)
    if columns.isEmpty { return nil }
    return try performUpdate(target, resolution, columns: columns, fetching: .record(type))
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Updates the row with the record's key, or some of its columns, and returns a record of the
  /// row.
  ///
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public func updateAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    columns: [String]? = nil
  ) throws -> Self {
    try updateAndFetch(db, onConflict: resolution, columns: columns, as: Self.self)
  }

  /// Modifies the record, updates the columns that changed, and returns a record of the row.
  ///
  /// - Returns: The record of the row; `nil` if nothing changed.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public mutating func updateChangesAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    modify: (inout Self) throws -> Void
  ) throws -> Self? {
    try updateChangesAndFetch(db, onConflict: resolution, as: Self.self, modify: modify)
  }
}
