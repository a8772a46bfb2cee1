public import DatabaseTypes
public import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
import SQLiteQueries
public import TypedSQL

extension QueryInterfaceRequest {
  /// Deletes the rows.
  ///
  /// ```swift
  /// try Item.filter(Column("quantity") == 0).deleteAll(db)
  /// // DELETE FROM "item" WHERE (("item"."quantity") = (0))
  /// ```
  ///
  /// Callbacks of records are not called.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func deleteAll(_ db: some SQLConnection) throws -> Int {
    try run(.delete, db)
  }

  /// Updates the rows.
  ///
  /// ```swift
  /// try Item.filter(Column("quantity") == nil).updateAll(db, Column("quantity").set(to: 1))
  /// // UPDATE "item" SET "quantity" = 1 WHERE (("item"."quantity") IS (NULL))
  /// ```
  ///
  /// Callbacks of records are not called.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if a row violates a constraint.
  ///   - assignments: The columns and their values.
  /// - Returns: The number of updated rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int { try updateAll(db, onConflict: resolution, assignments) }

  /// Updates the rows.
  @discardableResult
  public func updateAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int {
    try run(.update(assignments, resolution), db)
  }

  private func run(_ change: RequestBatch.Change, _ db: any SQLConnection) throws -> Int {
    let source = try db.recordTarget
    let query = try RequestBatch(_clauses, source).query(change)
    return query.isEmpty ? 0 : try source.changedRowCount(of: query)
  }

  fileprivate func returned(_ change: RequestBatch.Change, _ db: Database) throws -> _WrittenRequest
  {
    _WrittenRequest(text: try RequestBatch(_clauses, db).query(change, isReturning: true))
  }

  /// Runs a change, and decodes the rows that it returns.
  fileprivate func elements<Element>(
    returnedBy change: RequestBatch.Change,
    _ db: any SQLConnection,
    _ decoding: RequestDecoding<Element>
  ) throws -> [Element] {
    if let db = db as? Database { return try returned(change, db).fetchAll(db, decoding) }
    let source = try db.recordTarget
    let query = try RequestBatch(_clauses, source).query(change, isReturning: true)
    return try _WrittenRequest(text: query).fetchAll(source, decoding)
  }
}

extension QueryInterfaceRequest {
  /// Returns a statement that deletes the rows and returns them; `nil` if there is nothing to
  /// delete.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - selection: The columns and expressions to return.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  public func deleteAndFetchStatement(
    _ db: Database,
    selection: [any SQLSelectable]
  ) throws -> PreparedStatement? {
    try db.statement(binding: select(selection).returned(.delete, db).query)
  }

  /// Returns a statement that updates the rows and returns them; `nil` if there is nothing to
  /// update.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: The conflict resolution if a row violates a constraint.
  ///   - assignments: The columns and their values.
  ///   - selection: The columns and expressions to return from the updated rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  public func updateAndFetchStatement(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment],
    selection: [any SQLSelectable]
  ) throws -> PreparedStatement? {
    try db.statement(
      binding: select(selection).returned(.update(assignments, resolution), db).query
    )
  }

  /// Deletes the rows, and returns their primary keys.
  ///
  /// - Returns: The primary keys, which must have one column.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func deleteAndFetchKeys<Key: DatabaseValueConvertible>(
    _ db: some SQLConnection,
    as type: Key.Type = Key.self
  ) throws -> [Key] {
    try selectPrimaryKey(as: type).elements(returnedBy: .delete, db, .values())
  }
}

extension QueryInterfaceRequest where RowDecoder: FetchableRecord {
  /// Returns a cursor that deletes the rows when the first one is fetched.
  ///
  /// - Returns: A cursor over records of the deleted rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``; the cursor throws ``DecodingFailure``.
  public func deleteAndFetchCursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try returned(.delete, db).fetchCursor(db, .records())
  }

  /// Returns a cursor that updates the rows when the first one is fetched.
  ///
  /// - Returns: A cursor over records of the updated rows.
  /// - Throws: ``DatabaseError`` or ``RequestError``; the cursor throws ``DecodingFailure``.
  public func updateAndFetchCursor(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> DatabaseCursor<RowDecoder> {
    try returned(.update(assignments, resolution), db).fetchCursor(db, .records())
  }

  /// Deletes the rows, and returns records of them.
  ///
  /// - Returns: Records of the deleted rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func deleteAndFetchAll(_ db: some SQLConnection) throws -> [RowDecoder] {
    try elements(returnedBy: .delete, db, .records())
  }

  /// Updates the rows, and returns records of them.
  ///
  /// - Returns: Records of the updated rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: resolution, assignments)
  }

  /// Updates the rows, and returns records of them.
  ///
  /// - Returns: Records of the updated rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] {
    try elements(returnedBy: .update(assignments, resolution), db, .records())
  }
}

extension QueryInterfaceRequest where RowDecoder: DatabaseValueConvertible {
  /// Deletes the rows, and returns their values.
  ///
  /// - Returns: The values of the deleted rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public func deleteAndFetchAll(_ db: some SQLConnection) throws -> [RowDecoder] {
    try elements(returnedBy: .delete, db, .values())
  }

  /// Updates the rows, and returns their values.
  ///
  /// - Returns: The values of the updated rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  @_disfavoredOverload  // As above.
  public func updateAndFetchAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: resolution, assignments)
  }

  /// Updates the rows, and returns their values.
  ///
  /// - Returns: The values of the updated rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  @_disfavoredOverload  // As above.
  public func updateAndFetchAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] {
    try elements(returnedBy: .update(assignments, resolution), db, .values())
  }
}

extension QueryInterfaceRequest where RowDecoder == Row {
  /// Deletes the rows, and returns them.
  ///
  /// - Returns: The deleted rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func deleteAndFetchAll(_ db: some SQLConnection) throws -> [Row] {
    try elements(returnedBy: .delete, db, .rows())
  }

  /// Updates the rows, and returns them.
  ///
  /// - Returns: The updated rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [Row] {
    try updateAndFetchAll(db, onConflict: resolution, assignments)
  }

  /// Updates the rows, and returns them.
  ///
  /// - Returns: The updated rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [Row] {
    try elements(returnedBy: .update(assignments, resolution), db, .rows())
  }
}

extension QueryInterfaceRequest where RowDecoder: Hashable & FetchableRecord {
  /// Deletes the rows, and returns the set of their records.
  ///
  /// - Returns: The set of the records of the deleted rows.
  public func deleteAndFetchSet(_ db: some SQLConnection) throws -> Set<RowDecoder> {
    Set(try deleteAndFetchAll(db))
  }

  /// Updates the rows, and returns the set of their records.
  ///
  /// - Returns: The set of the records of the updated rows.
  public func updateAndFetchSet(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Set<RowDecoder> {
    Set(try updateAndFetchAll(db, onConflict: resolution, assignments))
  }
}

extension QueryInterfaceRequest
where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible & Hashable {
  /// Deletes the rows, and returns their identifiers.
  ///
  /// - Returns: The identifiers of the deleted rows.
  public func deleteAndFetchIDs(_ db: some SQLConnection) throws -> Set<RowDecoder.ID> {
    Set(try deleteAndFetchKeys(db, as: RowDecoder.ID.self))
  }

  /// Deletes the rows, and returns their identifiers; another spelling of `deleteAndFetchIDs(_:)`.
  public func deleteAndFetchIds(_ db: some SQLConnection) throws -> Set<RowDecoder.ID> {
    try deleteAndFetchIDs(db)
  }
}

extension TableRecord {
  /// Updates all rows.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public static func updateAll(
    _ db: some SQLConnection,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }
}
