public import DatabaseTypes
public import DynamicColumns
public import Records
public import SQLQueries
import SQLiteDatabase
public import TypedSQL

// Records are written and a selection of their rows is fetched on a connection of either database.
// SQLite's own calls pass a compiled statement to a closure; these return the row.

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
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row { try insertReturning(db, resolution, selection) }

  /// Updates the record's row, or inserts the record if there is no such row, and returns a
  /// selection of the row.
  ///
  /// - Throws: The errors of ``insertAndFetch(_:onConflict:selection:)``.
  public mutating func saveAndFetch(
    _ db: any SQLConnection,
    selection: [any SQLSelectable]
  ) throws -> Row { try saveReturning(db, selection) }

  /// Updates the row of the record, and returns a selection of it.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - columns: The columns to write; by default all.
  ///   - selection: The columns and expressions to return.
  /// - Throws: The errors of ``update(_:)``.
  public func updateAndFetch(
    _ db: any SQLConnection,
    columns: [String]? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    if let db = db as? Database {
      let row = try updateAndFetch(db, columns: columns, selection: selection) { statement in
        try Row.fetchOne(statement)
      }
      return try Self.written(row)
    }
    let returned = try Self.returnedSelection(selection, PostgresRecordSource.writing(db))
    return try updateOnOtherDatabase(db, columns: columns, returning: returned)
  }

  /// Modifies the record, updates the columns that changed, and returns a selection of the row.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - selection: The columns and expressions to return.
  ///   - modify: Modifies the record.
  /// - Returns: The row; `nil` if nothing changed.
  /// - Throws: The errors of ``update(_:)``, or any error that the closure throws.
  public mutating func updateChangesAndFetch(
    _ db: any SQLConnection,
    selection: [any SQLSelectable],
    modify: (inout Self) throws -> Void
  ) throws -> Row? {
    let columns = try changedColumns(db, modify: modify)
    if columns.isEmpty { return nil }
    return try updateAndFetch(db, columns: columns, selection: selection)
  }

  /// Modifies the record, updates the columns that changed, and returns a record of the row.
  ///
  /// - Returns: The row as a record of a type; `nil` if nothing changed.
  /// - Throws: The errors of ``update(_:)``, `DecodingFailure`, or any error that the closure
  ///   throws.
  public mutating func updateChangesAndFetch<Record: FetchableRecord & TableRecord>(
    _ db: any SQLConnection,
    as type: Record.Type,
    modify: (inout Self) throws -> Void
  ) throws -> Record? {
    let columns = try changedColumns(db, modify: modify)
    if columns.isEmpty { return nil }
    return try updateAndFetch(db, columns: columns, as: type)
  }
}

extension MutablePersistableRecord where Self: FetchableRecord {
  /// Modifies the record, updates the columns that changed, and returns a record of the row.
  ///
  /// - Returns: The row as stored in the database; `nil` if nothing changed.
  /// - Throws: The errors of ``MutablePersistableRecord/update(_:)``, `DecodingFailure`, or any
  ///   error that the closure throws.
  public mutating func updateChangesAndFetch(
    _ db: any SQLConnection,
    modify: (inout Self) throws -> Void
  ) throws -> Self? { try updateChangesAndFetch(db, as: Self.self, modify: modify) }
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
    _ db: any SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    selection: [any SQLSelectable]
  ) throws -> Row {
    var record = self
    return try record.insertReturning(db, resolution, selection)
  }

  /// Updates the record's row, or inserts the record if there is no such row, and returns a
  /// selection of the row.
  ///
  /// - Throws: The errors of ``insertAndFetch(_:onConflict:selection:)``.
  public func saveAndFetch(
    _ db: any SQLConnection,
    selection: [any SQLSelectable]
  ) throws -> Row {
    var record = self
    return try record.saveReturning(db, selection)
  }
}

extension MutablePersistableRecord {
  fileprivate mutating func insertReturning(
    _ db: any SQLConnection,
    _ resolution: ConflictResolution?,
    _ selection: [any SQLSelectable]
  ) throws -> Row {
    if let db = db as? Database {
      let row = try insertAndFetch(db, onConflict: resolution, selection: selection) { statement in
        try Row.fetchOne(statement)
      }
      return try Self.written(row)
    }
    let returned = try Self.returnedSelection(selection, PostgresRecordSource.writing(db))
    return try Self.written(insertOnOtherDatabase(db, resolution, returning: returned))
  }

  fileprivate mutating func saveReturning(
    _ db: any SQLConnection,
    _ selection: [any SQLSelectable]
  ) throws -> Row {
    if let db = db as? Database {
      let row = try saveAndFetch(db, selection: selection) { statement in
        try Row.fetchOne(statement)
      }
      return try Self.written(row)
    }
    let returned = try Self.returnedSelection(selection, PostgresRecordSource.writing(db))
    return try Self.written(saveOnOtherDatabase(db, returning: returned))
  }

  /// Modifies the record, and returns the columns that changed.
  private mutating func changedColumns(
    _ db: any SQLConnection,
    modify: (inout Self) throws -> Void
  ) throws -> [String] {
    if db is Database { return try databaseChanges(modify: modify).keys.sorted() }
    return try StoredForm.use(.complete) { try databaseChanges(modify: modify) }.keys.sorted()
  }

  private static func written(_ row: Row?) throws -> Row {
    guard let row else { throw RecordError.notInserted(databaseTableName: databaseTableName) }
    return row
  }
}
