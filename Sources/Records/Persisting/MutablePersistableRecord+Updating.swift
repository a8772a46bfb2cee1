public import DynamicColumns
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
  ///   ``DatabaseError``, or an error of a callback.
  public func update(_ db: Database, onConflict resolution: ConflictResolution? = nil) throws {
    try update(db, resolution, columns: nil)
  }

  /// Updates some columns of the row with the record's key.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` for a column that the record does not encode; ``DatabaseError``, or an error
  ///   of a callback.
  public func update(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    columns: some Collection<String>
  ) throws {
    try update(db, resolution, columns: columns.sorted())
  }

  /// Updates some columns of the row with the record's key.
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` for a column that the record does not encode; ``DatabaseError``, or an error
  ///   of a callback.
  public func update(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    columns: some Collection<some ColumnExpression>
  ) throws {
    try update(db, resolution, columns: columns.map(\.name).sorted())
  }

  /// Updates some columns of the row with the record's key.
  ///
  /// ```swift
  /// try item.update(db) { [$0.name, $0.quantity] }
  /// ```
  ///
  /// - Throws: ``RecordError/recordNotFound(databaseTableName:key:)`` if there is no such row;
  ///   ``RecordError`` for a column that the record does not encode; ``DatabaseError``, or an error
  ///   of a callback or of the closure.
  public func update(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    columns: (DatabaseComponents) throws -> [Column]
  ) throws {
    try update(db, onConflict: resolution, columns: columns(Self.databaseComponents))
  }

  private func update(
    _ db: Database,
    _ resolution: ConflictResolution?,
    columns: [String]?
  ) throws {
    if columns == nil, let plan = Self.planOfPlainUpdate(db),
      try plan.updateDirectly(self, db, or: resolution ?? Self.updateResolution) == .updated
    {
      return
    }
    try performUpdate(db, columns: columns) { plan, container in
      try plan.update(container, db, or: resolution ?? Self.updateResolution, columns: columns)
    }
  }
}

extension MutablePersistableRecord {
  /// Updates the columns that differ from those of another record.
  ///
  /// - Returns: Whether any column differs; if not, no statement is run.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  @discardableResult
  public func updateChanges(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    from record: some EncodableRecord
  ) throws -> Bool {
    if type(of: record) == Self.self, let record = record as? Self,
      let before = try recordedValues(of: record, db)
    {
      return try updateChanges(db, resolution, from: before) {
        try PersistenceContainer(of: record)
      }
    }
    return try updateChanges(db, resolution, from: PersistenceContainer(of: record))
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
  @discardableResult
  public mutating func updateChanges(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    modify: (inout Self) throws -> Void
  ) throws -> Bool {
    guard let before = try recordedValues(of: self, db) else {
      let before = try PersistenceContainer(of: self)
      try modify(&self)
      return try updateChanges(db, resolution, from: before)
    }
    try modify(&self)
    return try updateChanges(db, resolution, from: before) { before.container(of: Self.self) }
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
    _ db: Database,
    _ resolution: ConflictResolution?,
    from before: PersistenceContainer
  ) throws -> Bool {
    let columns = try PersistenceContainer(of: self).changes(from: before).keys
    if columns.isEmpty { return false }
    try update(db, onConflict: resolution, columns: columns)
    return true
  }
}

extension MutablePersistableRecord {
  /// Updates the row with the record's key, or some of its columns, and returns a record of the
  /// row.
  ///
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public func updateAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    columns: [String]? = nil,
    as type: Record.Type
  ) throws -> Record {
    try performUpdate(db, resolution, columns: columns, fetching: .record(type))
  }

  /// Modifies the record, updates the columns that changed, and returns a record of the row.
  ///
  /// - Returns: The record of the row; `nil` if nothing changed.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public mutating func updateChangesAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    as type: Record.Type,
    modify: (inout Self) throws -> Void
  ) throws -> Record? {
    let before = try PersistenceContainer(of: self)
    try modify(&self)
    let columns = try PersistenceContainer(of: self).changes(from: before).keys
    if columns.isEmpty { return nil }
    return try updateAndFetch(db, onConflict: resolution, columns: Array(columns), as: type)
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Updates the row with the record's key, or some of its columns, and returns a record of the
  /// row.
  ///
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public func updateAndFetch(
    _ db: Database,
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
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    modify: (inout Self) throws -> Void
  ) throws -> Self? {
    try updateChangesAndFetch(db, onConflict: resolution, as: Self.self, modify: modify)
  }
}
