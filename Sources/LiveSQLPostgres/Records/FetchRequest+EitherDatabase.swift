import DatabaseQueries
import DatabaseTypes
import DynamicColumns
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
