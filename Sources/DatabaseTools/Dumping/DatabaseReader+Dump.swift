public import SQLiteDatabase

extension DatabaseReader {
  /// Writes the database as an SQL script that makes it again, exactly.
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
  /// All of it is of one moment, whatever is written meanwhile. Tables come first, each with its rows; then indexes, views
  /// and triggers, so that no trigger runs while rows come back. Kept are row numbers with gaps, numbers to the last bit,
  /// infinities, blobs, text with NUL characters or bytes that are no UTF-8, `AUTOINCREMENT`'s last numbers,
  /// `user_version`, `application_id`, the encoding and what `ANALYZE` found. A virtual table is made by its entry in the
  /// schema and the tables that keep its data, as the program `sqlite3` does it; what reads such a script needs the right
  /// to write the schema, which ``DatabaseWriter/importSQL(from:progress:)`` gives it. Left out are temporary tables and
  /// the samples of `sqlite_stat4`.
  ///
  /// Memory for one row at a time is needed. A read is open as long as it takes.
  ///
  /// - Parameters:
  ///   - options: What to write.
  ///   - progress: Called as rows are written. An error that it throws ends the dump.
  ///   - write: Takes the script piece by piece, in UTF-8.
  /// - Throws: ``DatabaseError``, with `.notFound` for a table that does not exist; what `progress` and `write` throw.
  ///
  /// https://www.sqlite.org/cli.html#converting_an_entire_database_to_a_text_file
  public func dumpSQL(
    _ options: SQLDumpOptions = SQLDumpOptions(),
    progress: (DumpProgress) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws {
    try read { db in try db.dumpSQL(options, progress: progress, to: write) }
  }

  /// Writes the database as an SQL script that makes it again, exactly.
  ///
  /// The synchronous form tells more. Cancelling the task ends the dump.
  ///
  /// - Parameters:
  ///   - options: What to write.
  ///   - progress: Called as rows are written, on another thread. An error that it throws ends the dump.
  ///   - write: Takes the script piece by piece, in UTF-8, on another thread.
  /// - Throws: ``DatabaseError``, `CancellationError`, what `progress` and `write` throw.
  public func dumpSQL(
    _ options: SQLDumpOptions = SQLDumpOptions(),
    progress: @escaping @Sendable (DumpProgress) throws -> Void = { _ in },
    to write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    try await read { db in try db.dumpSQL(options, progress: progress, to: write) }
  }
}

extension Database {
  /// Writes the database as an SQL script that makes it again, exactly.
  ///
  /// ``DatabaseReader/dumpSQL(_:progress:to:)`` tells more. Outside of a transaction each table is of its own moment.
  ///
  /// - Parameters:
  ///   - options: What to write.
  ///   - progress: Called as rows are written. An error that it throws ends the dump.
  ///   - write: Takes the script piece by piece, in UTF-8.
  /// - Throws: ``DatabaseError``, what `progress` and `write` throw.
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
