import DatabaseQueries
public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
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
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func deleteAll(_ db: Database) throws -> Int {
    try run(RequestBatch(_clauses, db).query(.delete), db)
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
  ///   - resolution: What to do where a row breaks a constraint.
  ///   - assignments: The columns and their values.
  /// - Returns: How many rows there were.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int { try updateAll(db, onConflict: resolution, assignments) }

  /// Updates the rows.
  @discardableResult
  public func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> Int {
    try run(RequestBatch(_clauses, db).query(.update(assignments, resolution)), db)
  }

  private func run(_ query: QueryFragment, _ db: Database) throws -> Int {
    if query.isEmpty { return 0 }
    try db.execute(query)
    return db.changesCount
  }

  fileprivate func returned(_ change: RequestBatch.Change, _ db: Database) throws -> _WrittenRequest
  {
    _WrittenRequest(text: try RequestBatch(_clauses, db).query(change, isReturning: true))
  }
}

extension QueryInterfaceRequest {
  /// The statement that deletes the rows and gives what they were; `nil` where there is nothing to delete.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - selection: What it gives of each row.
  /// - Throws: ``DatabaseError`` or ``RequestError``.
  public func deleteAndFetchStatement(
    _ db: Database,
    selection: [any SQLSelectable]
  ) throws -> PreparedStatement? {
    try db.statement(binding: select(selection).returned(.delete, db).query)
  }

  /// The statement that updates the rows and gives what they are then; `nil` where there is nothing to update.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - resolution: What to do where a row breaks a constraint.
  ///   - assignments: The columns and their values.
  ///   - selection: What it gives of each row.
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

  /// Deletes the rows.
  ///
  /// - Returns: Their primary keys, of one column.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func deleteAndFetchKeys<Key: DatabaseValueConvertible>(
    _ db: Database,
    as type: Key.Type = Key.self
  ) throws -> [Key] {
    try selectPrimaryKey(as: type).returned(.delete, db).fetchAll(db, .values())
  }
}

extension QueryInterfaceRequest where RowDecoder: FetchableRecord {
  /// Deletes the rows when the first of them is fetched.
  ///
  /// - Returns: What they were, one by one.
  /// - Throws: ``DatabaseError`` or ``RequestError``; the cursor throws ``DecodingFailure``.
  public func deleteAndFetchCursor(_ db: Database) throws -> DatabaseCursor<RowDecoder> {
    try returned(.delete, db).fetchCursor(db, .records())
  }

  /// Updates the rows when the first of them is fetched.
  ///
  /// - Returns: What they are then, one by one.
  /// - Throws: ``DatabaseError`` or ``RequestError``; the cursor throws ``DecodingFailure``.
  public func updateAndFetchCursor(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> DatabaseCursor<RowDecoder> {
    try returned(.update(assignments, resolution), db).fetchCursor(db, .records())
  }

  /// Deletes the rows.
  ///
  /// - Returns: What they were.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func deleteAndFetchAll(_ db: Database) throws -> [RowDecoder] {
    try returned(.delete, db).fetchAll(db, .records())
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: resolution, assignments)
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] {
    try returned(.update(assignments, resolution), db).fetchAll(db, .records())
  }
}

extension QueryInterfaceRequest where RowDecoder: DatabaseValueConvertible {
  /// Deletes the rows.
  ///
  /// - Returns: What they were.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public func deleteAndFetchAll(_ db: Database) throws -> [RowDecoder] {
    try returned(.delete, db).fetchAll(db, .values())
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  @_disfavoredOverload  // As above.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [RowDecoder] {
    try updateAndFetchAll(db, onConflict: resolution, assignments)
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  @_disfavoredOverload  // As above.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] {
    try returned(.update(assignments, resolution), db).fetchAll(db, .values())
  }
}

extension QueryInterfaceRequest where RowDecoder == Row {
  /// Deletes the rows.
  ///
  /// - Returns: What they were.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func deleteAndFetchAll(_ db: Database) throws -> [Row] {
    try returned(.delete, db).fetchAll(db, .rows())
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> [Row] {
    try updateAndFetchAll(db, onConflict: resolution, assignments)
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now.
  /// - Throws: ``DatabaseError``, ``DecodingFailure`` or ``RequestError``.
  public func updateAndFetchAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: [ColumnAssignment]
  ) throws -> [Row] {
    try returned(.update(assignments, resolution), db).fetchAll(db, .rows())
  }
}

extension QueryInterfaceRequest where RowDecoder: Hashable & FetchableRecord {
  /// Deletes the rows.
  ///
  /// - Returns: What they were, each once.
  public func deleteAndFetchSet(_ db: Database) throws -> Set<RowDecoder> {
    Set(try deleteAndFetchAll(db))
  }

  /// Updates the rows.
  ///
  /// - Returns: What they are now, each once.
  public func updateAndFetchSet(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Set<RowDecoder> {
    Set(try updateAndFetchAll(db, onConflict: resolution, assignments))
  }
}

extension QueryInterfaceRequest
where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible & Hashable {
  /// Deletes the rows.
  ///
  /// - Returns: Their identities.
  public func deleteAndFetchIDs(_ db: Database) throws -> Set<RowDecoder.ID> {
    Set(try deleteAndFetchKeys(db, as: RowDecoder.ID.self))
  }

  /// The same under its other spelling.
  public func deleteAndFetchIds(_ db: Database) throws -> Set<RowDecoder.ID> {
    try deleteAndFetchIDs(db)
  }
}

extension TableRecord {
  /// Updates all rows.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public static func updateAll(
    _ db: Database,
    onConflict resolution: ConflictResolution? = nil,
    _ assignments: ColumnAssignment...
  ) throws -> Int { try all().updateAll(db, onConflict: resolution, assignments) }
}
