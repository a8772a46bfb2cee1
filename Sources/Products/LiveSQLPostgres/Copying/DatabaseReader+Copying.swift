import PostgreSQL
public import PostgreSQLDatabase
public import SQLiteDatabase

extension DatabaseReader {
  /// Copies the tables into a PostgreSQL database, with their keys, indexes, checks and rows.
  ///
  /// ```swift
  /// let file = try DatabasePool(path: "shop.db")
  /// let server = PostgresDatabase("postgres:///shop")
  /// let summary = try await file.copy(to: server) { progress in
  ///   print("\(progress.completedRowCount) of \(progress.totalRowCount) rows")
  /// }
  /// for table in summary.tables { print(table.name, table.rowCount, table.checksum) }
  /// ```
  ///
  /// The copy is a snapshot of the database, and one transaction on the server, so that nothing is
  /// left after a failure; with ``DatabaseCopyOptions/continues``, each table is a transaction. A
  /// column gets the type that it is declared with if all of its values fit; what differs from the
  /// original is in the ``DatabaseCopySummary/notes``. At the end the rows are read back, and
  /// compared by their number and checksum.
  ///
  /// Tables that exist already are used as they are. They are locked against other writers until
  /// the end, and must be empty, unless ``DatabaseCopyOptions/appends`` is set. Others are created
  /// in the current schema.
  ///
  /// All rows are read twice. A `DatabaseQueue` has no other access meanwhile; a `DatabasePool`
  /// leases one of its readers to the copy. Cancelling the task ends the copy.
  ///
  /// - Parameters:
  ///   - server: The database to copy to.
  ///   - options: What is left out or converted, and how existing tables are used.
  ///   - progress: Called after each 256 rows and after the last one, on another thread. If it
  ///     throws, the copy ends.
  /// - Returns: The tables with their numbers of rows and checksums, and notes.
  /// - Throws: ``DatabaseCopyError`` if a table or a value cannot be copied; `DatabaseError`,
  ///   `PostgresError` or `PostgresDatabaseError`; `CancellationError`; an error of `progress`.
  @discardableResult
  public func copy(
    to server: PostgresDatabase,
    _ options: DatabaseCopyOptions = DatabaseCopyOptions(),
    progress: (@Sendable (DatabaseCopyProgress) throws -> Void)? = nil
  ) async throws -> DatabaseCopySummary {
    let interruption = Interruption()
    let work: @Sendable (PostgresConnection) throws -> DatabaseCopySummary = { [self] server in
      try read { db in
        let file = try FileTables(of: db, options, check: interruption.check)
        var copy = CopyToServer(
          tables: file.tables,
          options: options,
          interruption: interruption,
          progress: progress,
          db: db,
          server: server
        )
        let tables = try options.continues ? copy.runContinuing() : copy.run()
        return DatabaseCopySummary(tables: tables, messages: file.notes + copy.notes)
      }
    }
    return try await withTaskCancellationHandler {
      // It begins its transactions itself: locks come before the snapshot.
      try await server.withConnection(work)
    } onCancel: {
      interruption.set()
    }
  }

  /// Returns the SQL that a copy into an empty PostgreSQL database would run, without running it.
  ///
  /// It reads all rows, since the values of a column determine its type. Cancelling the task ends
  /// it.
  ///
  /// - Parameter options: What is left out or converted.
  /// - Returns: The statements, and notes about what would not be as in the original.
  /// - Throws: ``DatabaseCopyError`` if a table or a value cannot be copied; `DatabaseError`, or
  ///   `CancellationError`.
  public func planCopy(_ options: DatabaseCopyOptions = DatabaseCopyOptions()) async throws
    -> DatabaseCopyPlan
  {
    try await read { db in
      let file = try FileTables(of: db, options) { try Task.checkCancellation() }
      // The schema for tables by default.
      return DatabaseCopyPlan(statements: file.statements(in: "public"), messages: file.notes)
    }
  }
}
