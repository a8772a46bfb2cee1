public import DatabaseTypes
public import SQLiteDatabase
public import SQLiteQueries

extension DatabaseReader {
  /// Writes the rows of a query as CSV or JSON, for other programs.
  ///
  /// ```swift
  /// let cities = City.where { $0.inhabitants > 1_000_000 }.order(by: \.name)
  /// try database.dump(cities, format: .csv) { bytes in try file.write(contentsOf: bytes) }
  /// // name,inhabitants
  /// // Lagos,15900000
  /// ```
  ///
  /// Typed statements, SQL text and requests for records are queries. What is written are the
  /// columns of the statement with their stored values, whatever type rows are decoded as: a date
  /// is the text or the number in the database. Text that is not valid UTF-8 is written as a blob.
  ///
  /// The rows are a snapshot, and one of them is in memory at a time. The call blocks until all are
  /// written.
  ///
  /// - Parameters:
  ///   - query: The query. If it is known to have no rows, such as `City.none`, it is not run, and
  ///     there is no header.
  ///   - format: The format.
  ///   - progress: Called as rows are written. If it throws, the dump ends.
  ///   - write: Receives the text in pieces, in UTF-8.
  /// - Throws: ``DatabaseError``, with `.misuse` for a request that prefetches associations, whose
  ///   rows have no place in a table; errors of `progress` and `write`.
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
  /// See the synchronous form for details. Cancelling the task ends the dump.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - format: The format.
  ///   - progress: Called as rows are written, on another thread. If it throws, the dump ends.
  ///   - write: Receives the text in pieces, in UTF-8, on another thread.
  /// - Throws: ``DatabaseError``, `CancellationError`, errors of `progress` and `write`.
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
  /// ```swift
  /// for try await bytes in database.dumpPieces(of: City.all, format: .jsonLines) {
  ///   try await socket.send(bytes)
  /// }
  /// ```
  ///
  /// A piece is written when the one before it has been taken, so memory does not grow if the
  /// consumer is slow. All rows are of one snapshot. The iteration holds a connection until it ends
  /// or its task is cancelled. If another access waits for that connection, the remaining pieces
  /// are written into memory: a ``DatabaseQueue`` has only this one, a ``DatabasePool`` others.
  ///
  /// Iterating throws the same errors as ``dump(_:format:progress:to:)``.
  ///
  /// - Parameters:
  ///   - query: The query, which each iteration runs again.
  ///   - format: The format.
  ///   - progress: Called as rows are written, on another thread. If it throws, the sequence ends.
  public func dumpPieces(
    of query: some RowQuery,
    format: RowDumpFormat,
    progress: @escaping @Sendable (RowDumpProgress) throws -> Void = { _ in }
  ) -> DatabaseRows<[UInt8]> {
    DatabaseRows(self, limit: 1) { db, add in
      try db.dump(query, format: format, progress: progress) { piece in
        guard try add(piece) else { throw CancellationError() }
      }
    }
  }

  /// Writes the rows of a table or a view as CSV or JSON, for other programs.
  ///
  /// ```swift
  /// try database.dump("cities", format: .jsonLines) { bytes in try file.write(contentsOf: bytes) }
  /// // {"name":"Oslo","inhabitants":700000}
  /// ```
  ///
  /// ``DatabaseWriter/importRows(from:into:_:progress:)`` reads both formats back. Computed columns
  /// of a table are left out, since they cannot be written. Rows are in the order of their numbers.
  /// They are a snapshot, and one of them is in memory at a time. The call blocks until all are
  /// written.
  ///
  /// - Parameters:
  ///   - table: The table or view.
  ///   - format: The format.
  ///   - progress: Called as rows are written. If it throws, the dump ends. With it, the rows are
  ///     counted first.
  ///   - write: Receives the text in pieces, in UTF-8.
  /// - Throws: ``DatabaseError``, with `.notFound` for a table that does not exist; errors of
  ///   `progress` and `write`.
  public func dump(
    _ table: TableName,
    format: RowDumpFormat,
    progress: ((DumpProgress) throws -> Void)? = nil,
    to write: ([UInt8]) throws -> Void
  ) throws {
    try read { db in try db.dump(table, format: format, progress: progress, to: write) }
  }

  /// Writes the rows of a table or a view as CSV or JSON, for other programs.
  ///
  /// See the synchronous form for details. Cancelling the task ends the dump.
  ///
  /// - Parameters:
  ///   - table: The table or view.
  ///   - format: The format.
  ///   - progress: Called as rows are written, on another thread. If it throws, the dump ends. With
  ///     it, the rows are counted first.
  ///   - write: Receives the text in pieces, in UTF-8, on another thread.
  /// - Throws: ``DatabaseError``, `CancellationError`, errors of `progress` and `write`.
  public func dump(
    _ table: TableName,
    format: RowDumpFormat,
    progress: (@Sendable (DumpProgress) throws -> Void)? = nil,
    to write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    try await read { db in try db.dump(table, format: format, progress: progress, to: write) }
  }
}

extension Database {
  /// Writes the rows of a query as CSV or JSON, for other programs.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - format: The format.
  ///   - progress: Called as rows are written. If it throws, the dump ends.
  ///   - write: Receives the text in pieces, in UTF-8.
  /// - Throws: ``DatabaseError``, with `.misuse` for a request that prefetches associations; errors
  ///   of `progress` and `write`.
  public func dump(
    _ query: some RowQuery,
    format: RowDumpFormat,
    progress: (RowDumpProgress) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws {
    let written = try query._description.write(self)
    guard written.prefetching == nil else {
      throw DatabaseError(
        code: .misuse,
        message:
          "Rows of associations that are fetched separately have no place beside columns. Leave out "
          + "`including(all:)`, or join their table with `including(required:)`."
      )
    }
    let statement = try statement(binding: written.query)
    try withoutActuallyEscaping(write) { write in
      let columns = statement?.columnNames ?? []
      var dump = try RowDump(format, columns: columns, to: DumpOutput(write))
      var meter = RowDumpMeter()
      try dump.run(statement) { try meter.didWriteRow(progress) }
      try meter.end(progress)
    }
  }

  /// Writes the rows of a table or a view as CSV or JSON, for other programs.
  ///
  /// - Parameters:
  ///   - table: The table or view.
  ///   - format: The format.
  ///   - progress: Called as rows are written. If it throws, the dump ends. With it, the rows are
  ///     counted first.
  ///   - write: Receives the text in pieces, in UTF-8.
  /// - Throws: ``DatabaseError``, with `.notFound` for a table that does not exist; errors of
  ///   `progress` and `write`.
  public func dump(
    _ table: TableName,
    format: RowDumpFormat,
    progress: ((DumpProgress) throws -> Void)? = nil,
    to write: ([UInt8]) throws -> Void
  ) throws {
    let table = try DumpedTable(table, of: self)
    let total = try progress == nil ? 0 : table.count(self)
    var completed = 0
    try withoutActuallyEscaping(write) { write in
      var dump = try RowDump(format, columns: table.columns, to: DumpOutput(write))
      try dump.run(makeStatement(sql: table.select)) {
        completed += 1
        guard let progress, completed.isMultiple(of: 1000) || completed == total else { return }
        try progress(
          DumpProgress(
            table: table.name.name,
            completedRowCount: completed,
            totalRowCount: total
          )
        )
      }
    }
  }
}
