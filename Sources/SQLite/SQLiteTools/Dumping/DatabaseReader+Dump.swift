public import SQLiteDatabase

extension DatabaseReader {
  /// Writes the database as an SQL script that recreates it exactly.
  ///
  /// ```swift
  /// try database.dumpSQL { bytes in try file.write(contentsOf: bytes) }
  /// // PRAGMA foreign_keys=OFF;
  /// // BEGIN TRANSACTION;
  /// // CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
  /// // INSERT INTO "items" VALUES
  /// // (1,'one');
  /// // COMMIT;
  /// ```
  ///
  /// The script is a snapshot, whatever is written meanwhile. Tables come first, each with its
  /// rows, then indexes, views and triggers, so that no trigger runs while rows are inserted. The
  /// script preserves row numbers with gaps, numbers to the last bit, infinities, blobs, text with
  /// NUL characters or bytes that are not valid UTF-8, the last numbers of `AUTOINCREMENT`,
  /// `user_version`, `application_id`, the encoding and the statistics of `ANALYZE`. A virtual
  /// table is recreated by its entry in the schema and the tables that hold its data, as the
  /// program `sqlite3` does it; reading such a script requires permission to write the schema,
  /// which ``DatabaseWriter/importSQL(from:progress:)`` grants. Temporary tables and the samples of
  /// `sqlite_stat4` are left out.
  ///
  /// A row may break a CHECK constraint of its table, if it was written while these were ignored.
  /// So a script with rows of a table that has such constraints inserts them under
  /// `PRAGMA ignore_check_constraints`, and says so in a comment.
  ///
  /// It needs memory for one row at a time. A read transaction is open until it ends.
  ///
  /// - Parameters:
  ///   - options: The content of the dump.
  ///   - progress: Called as rows are written. If it throws, the dump ends.
  ///   - write: Receives the script in pieces, in UTF-8.
  /// - Throws: ``DatabaseError``, with `.notFound` for a table that does not exist; errors of
  ///   `progress` and `write`.
  ///
  /// https://www.sqlite.org/cli.html#converting_an_entire_database_to_a_text_file
  public func dumpSQL(
    _ options: SQLDumpOptions = SQLDumpOptions(),
    progress: (DumpProgress) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws {
    try read { db in try db.dumpSQL(options, progress: progress, to: write) }
  }

  /// Writes the database as an SQL script that recreates it exactly.
  ///
  /// See the synchronous form for details. Cancelling the task ends the dump.
  ///
  /// - Parameters:
  ///   - options: The content of the dump.
  ///   - progress: Called as rows are written, on another thread. If it throws, the dump ends.
  ///   - write: Receives the script in pieces, in UTF-8, on another thread.
  /// - Throws: ``DatabaseError``, `CancellationError`, errors of `progress` and `write`.
  public func dumpSQL(
    _ options: SQLDumpOptions = SQLDumpOptions(),
    progress: @escaping @Sendable (DumpProgress) throws -> Void = { _ in },
    to write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    try await read { db in try db.dumpSQL(options, progress: progress, to: write) }
  }
}

extension Database {
  /// Writes the database as an SQL script that recreates it exactly.
  ///
  /// See ``DatabaseReader/dumpSQL(_:progress:to:)`` for details. Outside of a transaction each
  /// table has its own snapshot.
  ///
  /// - Parameters:
  ///   - options: The content of the dump.
  ///   - progress: Called as rows are written. If it throws, the dump ends.
  ///   - write: Receives the script in pieces, in UTF-8.
  /// - Throws: ``DatabaseError``, errors of `progress` and `write`.
  public func dumpSQL(
    _ options: SQLDumpOptions = SQLDumpOptions(),
    progress: (DumpProgress) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws {
    let content = try DumpContent(self, options)
    try withoutActuallyEscaping(write) { write in
      try withoutActuallyEscaping(progress) { progress in
        var dump = try SQLDump(self, content, progress: progress, output: DumpOutput(write))
        try dump.run()
      }
    }
  }
}
