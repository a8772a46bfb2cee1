import DatabaseTypes
public import PostgreSQL
public import PostgreSQLDatabase
import PostgreSQLQueries
import PostgreSQLTools
public import SQLiteQueries
public import SQLiteTools
import TypedSQL

extension PostgresConnection {
  /// Writes the rows of a query as CSV or JSON, for other programs.
  ///
  /// Numbers, bytes and JSON are not changed. Other values are written as the server prints them.
  /// One row at a time is in memory; the call blocks until all are written.
  ///
  /// - Parameters:
  ///   - query: A typed statement, or a request for records.
  ///   - format: The format.
  ///   - progress: Called as rows are written. If it throws, the dump ends.
  ///   - write: Receives the text in pieces, in UTF-8.
  /// - Throws: `PostgresError`; `PostgresRequestError` for a query of SQLite's, and for one that
  ///   prefetches associations; errors of `progress` and `write`.
  public func dump(
    _ query: some RowQuery,
    format: RowDumpFormat,
    progress: (RowDumpProgress) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws {
    let fragment = try dumped(query)
    var meter = RowDumpMeter()
    try withoutActuallyEscaping(write) { write in
      guard var rows = try stream(of: fragment) else {
        var dump = try RowDump(format, columns: [], areJSON: [], to: write)
        dump.begin()
        return try dump.end()
      }
      let columns = rows.columns
      var dump = try RowDump(format, columns: columns.names, areJSON: columns.areJSON, to: write)
      dump.begin()
      while let result = try rows.next() {
        for values in try result.values() { try dump.write(values.map(\.shownValue)) }
        try meter.didWriteRow(progress)
      }
      try dump.end()
    }
    try meter.end(progress)
  }

  /// Returns the statement of a query for this database.
  private func dumped<Query: RowQuery>(_ query: Query) throws -> QueryFragment {
    let description = query._description
    guard let write = description.writeForOtherDatabase else {
      guard description.rowShape != nil, let statement = description.statement else {
        throw PostgresRequestError.unwritten(Query.Element.self)
      }
      return statement
    }
    let written = try write(PostgresRecordSource(self))
    guard written.prefetching == nil else {
      throw PostgresRequestError(
        "Rows of associations that are fetched separately have no place beside columns. Leave out "
          + "`including(all:)`, or join their table with `including(required:)`."
      )
    }
    return written.query
  }
}

extension PostgresDatabase {
  /// Writes the rows of a query as CSV or JSON, for other programs.
  ///
  /// See the form of a connection for details. The rows are a snapshot.
  ///
  /// - Parameters:
  ///   - query: A typed statement, or a request for records.
  ///   - format: The format.
  ///   - progress: Called as rows are written. If it throws, the dump ends.
  ///   - write: Receives the text in pieces, in UTF-8.
  /// - Throws: `PostgresError`, `PostgresRequestError`, errors of `progress` and `write`.
  public func dump(
    _ query: some RowQuery,
    format: RowDumpFormat,
    progress: (RowDumpProgress) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws {
    try read { db in try db.dump(query, format: format, progress: progress, to: write) }
  }

  /// Writes the rows of a query as CSV or JSON, for other programs.
  ///
  /// See the form of a connection for details. The rows are a snapshot. Cancelling the task ends
  /// the dump.
  ///
  /// - Parameters:
  ///   - query: A typed statement, or a request for records.
  ///   - format: The format.
  ///   - progress: Called as rows are written, on another thread. If it throws, the dump ends.
  ///   - write: Receives the text in pieces, in UTF-8, on another thread.
  /// - Throws: `PostgresError`, `PostgresRequestError`, `CancellationError`, errors of `progress`
  ///   and `write`.
  public func dump(
    _ query: some RowQuery,
    format: RowDumpFormat,
    progress: @escaping @Sendable (RowDumpProgress) throws -> Void = { _ in },
    to write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    try await read { db in try db.dump(query, format: format, progress: progress, to: write) }
  }

  /// Returns the rows of a query as CSV or JSON, in pieces of about 64 KB.
  ///
  /// A piece is written when the one before it has been taken, so memory does not grow if the
  /// consumer is slow. All rows are of one snapshot. The iteration holds a connection until it ends
  /// or its task is cancelled.
  ///
  /// - Parameters:
  ///   - query: A typed statement, or a request for records.
  ///   - format: The format.
  ///   - progress: Called as rows are written, on another thread. If it throws, the sequence ends.
  public func dumpPieces(
    of query: some RowQuery,
    format: RowDumpFormat,
    progress: @escaping @Sendable (RowDumpProgress) throws -> Void = { _ in }
  ) -> PostgresDumpPieces {
    PostgresDumpPieces { write in
      try await self.dump(query, format: format, progress: progress, to: write)
    }
  }
}
