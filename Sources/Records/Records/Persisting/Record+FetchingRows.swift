public import DatabaseTypes
public import DynamicColumns
public import SQLQueries
public import TypedSQL

// Writing a record, and returning a selection of its row: the values of defaults and triggers.

extension MutablePersistableRecord {
  /// Inserts the record, and returns a selection of the row.
  ///
  /// ```swift
  /// let row = try item.insertAndFetch(db, selection: [Column("id")])
  /// let id: Int64 = try row["id"]
  /// ```
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///   - selection: The columns and expressions to return.
  /// - Throws: `RecordError.notInserted` if a conflict prevented the insertion; `DatabaseError` or
  ///   `PostgresError`, `PostgresRequestError`, or an error of a callback.
  public mutating func insertAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    try performInsert(db.recordTarget, resolution, fetching: .row(selection, of: Self.self))
  }

  /// Updates the record's row, or inserts the record if there is no such row, and returns a
  /// selection of the row.
  ///
  /// - Throws: The errors of ``insertAndFetch(_:onConflict:selection:)``.
  public mutating func saveAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    try performSave(db.recordTarget, resolution, fetching: .row(selection, of: Self.self))
  }

  /// Updates the row of the record, and returns a selection of it.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///   - columns: The columns to write; by default all.
  ///   - selection: The columns and expressions to return.
  /// - Throws: The errors of ``update(_:onConflict:)``.
  public func updateAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    columns: [String]? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    try performUpdate(
      db.recordTarget,
      resolution,
      columns: columns,
      fetching: .row(selection, of: Self.self)
    )
  }

  /// Modifies the record, updates the columns that changed, and returns a selection of the row.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///   - selection: The columns and expressions to return.
  ///   - modify: Modifies the record.
  /// - Returns: The row; `nil` if nothing changed.
  /// - Throws: The errors of ``update(_:onConflict:)``, or any error that the closure throws.
  public mutating func updateChangesAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable],
    modify: (inout Self) throws -> Void
  ) throws -> Row? {
    let columns = try changedColumns(db.recordTarget, modify)
    if columns.isEmpty { return nil }
    return try updateAndFetch(
      db,
      onConflict: resolution,
      columns: columns,
      selection: selection
    )
  }
}

extension PersistableRecord {
  /// Inserts the record, and returns a selection of the row.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///   - selection: The columns and expressions to return.
  /// - Throws: `RecordError.notInserted` if a conflict prevented the insertion; `DatabaseError` or
  ///   `PostgresError`, `PostgresRequestError`, or an error of a callback.
  public func insertAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    var record = self
    return try record.performInsert(
      db.recordTarget,
      resolution,
      fetching: .row(selection, of: Self.self)
    )
  }

  /// Updates the record's row, or inserts the record if there is no such row, and returns a
  /// selection of the row.
  ///
  /// - Throws: The errors of ``insertAndFetch(_:onConflict:selection:)``.
  public func saveAndFetch(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    var record = self
    return try record.performSave(
      db.recordTarget,
      resolution,
      fetching: .row(selection, of: Self.self)
    )
  }
}
