public import DatabaseTypes
public import DynamicColumns
public import Records
public import SQLQueries
import SQLiteDatabase

// Requests that write and return what they wrote, on a connection of either database.

extension QueryInterfaceRequest {
  /// Deletes the rows, and returns their primary keys.
  ///
  /// - Returns: The primary keys, which must have one column.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func deleteAndFetchKeys<Key: DatabaseValueConvertible>(
    _ db: any SQLConnection,
    as type: Key.Type = Key.self
  ) throws -> [Key] {
    if let db = db as? Database { return try deleteAndFetchKeys(db, as: type) }
    return try selectPrimaryKey(as: type).deletedElements(PostgresRecordSource.writing(db))
  }
}

extension QueryInterfaceRequest
where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible & Hashable {
  /// Deletes the rows, and returns their identities.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func deleteAndFetchIDs(_ db: any SQLConnection) throws -> Set<RowDecoder.ID> {
    Set(try deleteAndFetchKeys(db, as: RowDecoder.ID.self))
  }
}

extension QueryInterfaceRequest where RowDecoder: FetchableRecord {
  /// Updates the rows, and returns them.
  ///
  /// - Returns: The updated rows.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func updateAndFetchAll(
    _ db: any SQLConnection,
    _ assignments: [ColumnAssignment]
  ) throws -> [RowDecoder] {
    if let db = db as? Database { return try updateAndFetchAll(db, onConflict: nil, assignments) }
    return try updatedElements(PostgresRecordSource.writing(db), nil, assignments)
  }
}

extension QueryInterfaceRequest where RowDecoder: Hashable & FetchableRecord {
  /// Deletes the rows, and returns the set of their records.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func deleteAndFetchSet(_ db: any SQLConnection) throws -> Set<RowDecoder> {
    Set(try deleteAndFetchAll(db))
  }

  /// Updates the rows, and returns the set of their records.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func updateAndFetchSet(
    _ db: any SQLConnection,
    _ assignments: ColumnAssignment...
  ) throws -> Set<RowDecoder> { Set(try updateAndFetchAll(db, assignments)) }
}

extension QueryInterfaceRequest where RowDecoder: DatabaseValueConvertible {
  /// Deletes the rows, and returns their values.
  ///
  /// - Returns: The values of the deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  @_disfavoredOverload  // A type that is also a record is decoded from whole rows.
  public func deleteAndFetchAll(_ db: any SQLConnection) throws -> [RowDecoder] {
    if let db = db as? Database { return try deleteAndFetchAll(db) }
    return try deletedElements(PostgresRecordSource.writing(db))
  }

  /// Updates the rows, and returns their values.
  ///
  /// - Returns: The values of the updated rows.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  @_disfavoredOverload  // As above.
  public func updateAndFetchAll(
    _ db: any SQLConnection,
    _ assignments: ColumnAssignment...
  ) throws -> [RowDecoder] {
    if let db = db as? Database { return try updateAndFetchAll(db, onConflict: nil, assignments) }
    return try updatedElements(PostgresRecordSource.writing(db), nil, assignments)
  }
}

extension QueryInterfaceRequest where RowDecoder == Row {
  /// Deletes the rows, and returns them.
  ///
  /// - Returns: The deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func deleteAndFetchAll(_ db: any SQLConnection) throws -> [Row] {
    if let db = db as? Database { return try deleteAndFetchAll(db) }
    return try deletedElements(PostgresRecordSource.writing(db))
  }

  /// Updates the rows, and returns them.
  ///
  /// - Returns: The updated rows.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func updateAndFetchAll(
    _ db: any SQLConnection,
    _ assignments: ColumnAssignment...
  ) throws -> [Row] {
    if let db = db as? Database { return try updateAndFetchAll(db, onConflict: nil, assignments) }
    return try updatedElements(PostgresRecordSource.writing(db), nil, assignments)
  }
}
