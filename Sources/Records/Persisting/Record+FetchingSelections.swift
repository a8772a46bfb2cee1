public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

// Records that are written and tell something of their row: what a default or a trigger made, or the row as another type.

extension MutablePersistableRecord {
  /// Inserts the record, and fetches something of the row.
  ///
  /// ```swift
  /// let id = try item.insertAndFetch(db, selection: [Column("id")]) { try Int64.fetchOne($0) }
  /// // INSERT INTO "item" ("name") VALUES (?) RETURNING "id"
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  ///   - selection: What is returned of the row.
  ///   - fetch: Runs the statement, once: `try Int.fetchOne(statement)`.
  /// - Throws: What `fetch` throws; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func insertAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(fetch) {
      try insertStep(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }

  /// Inserts the record or, where its key is in use, updates the row, and fetches something of it.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  ///   - selection: What is returned of the row.
  ///   - fetch: Runs the statement, once: `try Int.fetchOne(statement)`.
  /// - Throws: What `fetch` throws; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func saveAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(fetch) {
      try saveStep(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }

  /// Updates the row with the record's key, or some columns of it, and fetches something of it.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  ///   - columns: The columns to update; all unless given.
  ///   - selection: What is returned of the row.
  ///   - fetch: Runs the statement, once: `try Int.fetchOne(statement)`.
  /// - Throws: What `fetch` throws; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func updateAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    columns: [String]? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(fetch) {
      try updateStep(
        db,
        resolution,
        columns: columns,
        fetching: .values(selection, of: Self.self, $0)
      )
    }
  }

  /// Changes the record, updates the columns that it changed, and fetches something of the row.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  ///   - selection: What is returned of the row.
  ///   - fetch: Runs the statement, once: `try Int.fetchOne(statement)`.
  ///   - modify: Changes the record.
  /// - Returns: What `fetch` returns; `nil` where nothing changed.
  /// - Throws: What `fetch` throws; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func updateChangesAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value,
    modify: (inout Self) throws -> Void
  ) throws -> Value? {
    let before = try PersistenceContainer(of: self)
    try modify(&self)
    let columns = try PersistenceContainer(of: self).changes(from: before).keys
    if columns.isEmpty { return nil }
    return try updateAndFetch(
      db,
      onConflict: resolution,
      columns: Array(columns),
      selection: selection,
      fetch: fetch
    )
  }
}

extension PersistableRecord {
  /// Inserts the record, and fetches something of the row.
  ///
  /// ```swift
  /// let id = try item.insertAndFetch(db, selection: [Column("id")]) { try Int64.fetchOne($0) }
  /// // INSERT INTO "item" ("name") VALUES (?) RETURNING "id"
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  ///   - selection: What is returned of the row.
  ///   - fetch: Runs the statement, once: `try Int.fetchOne(statement)`.
  /// - Throws: What `fetch` throws; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func insertAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    var record = self
    return try withoutActuallyEscaping(fetch) {
      try record.insertStep(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }

  /// Inserts the record or, where its key is in use, updates the row, and fetches something of it.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where the row breaks a constraint, in place of the record's policy.
  ///   - selection: What is returned of the row.
  ///   - fetch: Runs the statement, once: `try Int.fetchOne(statement)`.
  /// - Throws: What `fetch` throws; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func saveAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    var record = self
    return try withoutActuallyEscaping(fetch) {
      try record.saveStep(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }
}
