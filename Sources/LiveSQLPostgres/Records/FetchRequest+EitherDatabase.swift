import DatabaseQueries
import DatabaseTypes
public import DynamicColumns
import PostgreSQL
import PostgreSQLLive
import PostgreSQLQueries
public import Records
import SQLiteDatabase
import TypedSQL

// Requests for records run on a connection of either database with the same calls as on SQLite's.

extension FetchRequest {
  /// Fetches all records or values.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, `RequestError` or
  ///   `AssociationError`.
  public func fetchAll(_ db: any SQLConnection) throws -> [RowDecoder] {
    if let db = db as? Database { return try _reader(db, isForFirst: false).readAll() }
    return try elements(PostgresRecordSource.of(db), isForFirst: false)
  }

  /// Fetches the first record or value, or `nil`.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, `RequestError` or
  ///   `AssociationError`.
  public func fetchOne(_ db: any SQLConnection) throws -> RowDecoder? {
    if let db = db as? Database { return try _reader(db, isForFirst: true).readFirst() }
    return try elements(PostgresRecordSource.of(db), isForFirst: true).first
  }

  /// Fetches all distinct records or values.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `DecodingFailure`, `RequestError` or
  ///   `AssociationError`.
  public func fetchSet(_ db: any SQLConnection) throws -> Set<RowDecoder>
  where RowDecoder: Hashable { Set(try fetchAll(db)) }

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
      let cursor = try _reader(db, isForFirst: false).cursor()
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

  /// Fetches the number of rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `RequestError` or `AssociationError`.
  public func fetchCount(_ db: any SQLConnection) throws -> Int {
    if let db = db as? Database { return try fetchCount(db) }
    let source = try PostgresRecordSource.of(db)
    return try source.rows(of: countQuery(source)).first?.decode(Int.self, at: 0) ?? 0
  }

  /// Returns whether there are no rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, `RequestError` or `AssociationError`.
  public func isEmpty(_ db: any SQLConnection) throws -> Bool {
    if let db = db as? Database { return try isEmpty(db) }
    let source = try PostgresRecordSource.of(db)
    return try source.rows(of: existenceQuery(source)).first.map { row in
      try !row.decode(Bool.self, at: 0)
    } ?? true
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
