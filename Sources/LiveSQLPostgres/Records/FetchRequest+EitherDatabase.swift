import DatabaseQueries
import DatabaseTypes
public import DynamicColumns
import PostgreSQL
import PostgreSQLLive
import PostgreSQLQueries
public import Records
public import SQLQueries
import SQLiteDatabase
import TypedSQL

// Requests for records run on a connection of either database with the same calls as on SQLite's.

extension FetchRequest {
  /// Calls a closure with each record or value, in order, so that only few are in memory at a time.
  ///
  /// It corresponds to a cursor on SQLite. Meanwhile the connection cannot be used for anything
  /// else.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`; `RequestError`, also if the
  ///   request prefetches rows with `including(all:)`; or any error that the closure throws, which
  ///   ends the iteration.
  public func fetchEach(
    _ db: any SQLConnection,
    _ body: (RowDecoder) throws -> Void
  ) throws {
    if let db = db as? Database {
      let cursor = try fetchCursor(db)
      while let element = try cursor.next() { try body(element) }
      return
    }
    if db is PostgresSnapshotReader { return try fetchAll(db).forEach(body) }
    let source = try PostgresRecordSource.of(db)
    let (query, decode) = try eachElement(source)
    if query.isEmpty { return }
    let layout = RowLayout(recordColumns: try source.connection.columns(of: query))
    try source.connection.forEachRow(of: query) { row throws in
      try body(decode(row.recordRow(layout)))
    }
  }
}

// MARK: - Batches

extension QueryInterfaceRequest {
  /// Deletes the rows.
  ///
  /// Callbacks of records are not called.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RequestError`.
  @discardableResult
  public func deleteAll(_ db: any SQLConnection) throws -> Int {
    if let db = db as? Database { return try deleteAll(db) }
    let source = try PostgresRecordSource.writing(db)
    return try source.connection.result(of: deletion(source)).affectedRowCount
  }

  /// Updates the rows.
  ///
  /// Callbacks of records are not called.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - assignments: The columns and their values.
  /// - Returns: The number of updated rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RequestError`.
  @discardableResult
  public func updateAll(_ db: any SQLConnection, _ assignments: ColumnAssignment...) throws -> Int {
    try updateAll(db, assignments)
  }

  /// Updates the rows.
  ///
  /// Callbacks of records are not called.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: `DatabaseError` or `PostgresError`, or `RequestError`.
  @discardableResult
  public func updateAll(_ db: any SQLConnection, _ assignments: [ColumnAssignment]) throws -> Int {
    if let db = db as? Database { return try updateAll(db, onConflict: nil, assignments) }
    let source = try PostgresRecordSource.writing(db)
    let query = try update(source, nil, assignments)
    return query.isEmpty ? 0 : try source.connection.result(of: query).affectedRowCount
  }
}

extension QueryInterfaceRequest where RowDecoder: FetchableRecord {
  /// Deletes the rows, and returns them.
  ///
  /// - Returns: The deleted rows.
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure` or `RequestError`.
  public func deleteAndFetchAll(_ db: any SQLConnection) throws -> [RowDecoder] {
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
  ) throws -> [RowDecoder] {
    if let db = db as? Database { return try updateAndFetchAll(db, onConflict: nil, assignments) }
    return try updatedElements(PostgresRecordSource.writing(db), nil, assignments)
  }
}
