public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

// Writing a record and fetching a selection of its row: the values of defaults and triggers, or the
// row as another type. On SQLite, a closure may run the statement.

extension MutablePersistableRecord {
  /// Inserts the record, and fetches a selection of the row.
  ///
  /// ```swift
  /// let id = try item.insertAndFetch(db, selection: [Column("id")]) { try Int64.fetchOne($0) }
  /// // INSERT INTO "item" ("name") VALUES (?) RETURNING "id"
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy.
  ///   - selection: The columns and expressions to return.
  ///   - fetch: Runs the statement, exactly once: `try Int.fetchOne(statement)`.
  /// - Throws: An error of `fetch`; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func insertAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(fetch) {
      try performInsert(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }

  /// Inserts the record or, if its key is in use, updates the row, and fetches a selection of the
  /// row.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy.
  ///   - selection: The columns and expressions to return.
  ///   - fetch: Runs the statement, exactly once: `try Int.fetchOne(statement)`.
  /// - Throws: An error of `fetch`; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func saveAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(fetch) {
      try performSave(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }

  /// Updates the row with the record's key, or some of its columns, and fetches a selection of the
  /// row.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy.
  ///   - columns: The columns to update; all columns unless given.
  ///   - selection: The columns and expressions to return.
  ///   - fetch: Runs the statement, exactly once: `try Int.fetchOne(statement)`.
  /// - Throws: An error of `fetch`; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func updateAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    columns: [String]? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(fetch) {
      try performUpdate(
        db,
        resolution,
        columns: columns,
        fetching: .values(selection, of: Self.self, $0)
      )
    }
  }

  /// Modifies the record, updates the columns that changed, and fetches a selection of the row.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy.
  ///   - selection: The columns and expressions to return.
  ///   - fetch: Runs the statement, exactly once: `try Int.fetchOne(statement)`.
  ///   - modify: Modifies the record.
  /// - Returns: The result of `fetch`; `nil` if nothing changed.
  /// - Throws: An error of `fetch`; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public mutating func updateChangesAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value,
    modify: (inout Self) throws -> Void
  ) throws -> Value? {
    let columns = try changedColumns(db, modify)
    if columns.isEmpty { return nil }
    return try updateAndFetch(
      db,
      onConflict: resolution,
      columns: columns,
      selection: selection,
      fetch: fetch
    )
  }
}

extension PersistableRecord {
  /// Inserts the record, and fetches a selection of the row.
  ///
  /// ```swift
  /// let id = try item.insertAndFetch(db, selection: [Column("id")]) { try Int64.fetchOne($0) }
  /// // INSERT INTO "item" ("name") VALUES (?) RETURNING "id"
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy.
  ///   - selection: The columns and expressions to return.
  ///   - fetch: Runs the statement, exactly once: `try Int.fetchOne(statement)`.
  /// - Throws: An error of `fetch`; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func insertAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    var record = self
    return try withoutActuallyEscaping(fetch) {
      try record.performInsert(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }

  /// Inserts the record or, if its key is in use, updates the row, and fetches a selection of the
  /// row.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if the row violates a constraint, instead of the
  ///     record's policy.
  ///   - selection: The columns and expressions to return.
  ///   - fetch: Runs the statement, exactly once: `try Int.fetchOne(statement)`.
  /// - Throws: An error of `fetch`; ``DatabaseError``, ``RecordError``, or an error of a callback.
  public func saveAndFetch<Value>(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    fetch: (_ statement: PreparedStatement) throws -> Value
  ) throws -> Value {
    var record = self
    return try withoutActuallyEscaping(fetch) {
      try record.performSave(db, resolution, fetching: .values(selection, of: Self.self, $0))
    }
  }
}
