import DatabaseTypes
import LiveEngine
import PostgreSQL

// The begin and the end of snapshots, and the tables that they lock.

extension PostgresSnapshotReader {
  /// Begins a snapshot without regard to the change source.
  ///
  /// A table that somebody has locked stops a statement only briefly, since live queries of other
  /// tables are read on the same connection.
  func begin(within limit: Duration) throws {
    try beginning {
      try connection.answering(within: limit) {
        try connection.execute(
          script: """
            BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL lock_timeout = '10ms'; \
            SAVEPOINT \(PostgresConnection.quoted(Self.savepoint))
            """
        )
      }
    }
  }

  /// Begins a snapshot of a change source, in which the tables of a region cannot be emptied.
  ///
  /// - Throws: ``PostgresError`` if somebody has locked one of them, or any other error.
  func begin<Changes: PostgresChangeSource>(
    _ changes: Changes,
    reading region: Region,
    within limit: Duration
  ) throws -> Changes.Moment {
    try beginning {
      try changes.beginMoment(
        on: connection,
        reading: freeTables(of: region, within: limit),
        savepoint: Self.savepoint,
        within: limit
      )
    }
  }

  /// Calls a closure that begins a transaction, which may be ended without waiting if only queries
  /// run in it.
  private func beginning<Moment>(_ body: () throws -> Moment) throws -> Moment {
    isCatalogCurrent = false
    let moment = try body()
    connection.allowCommitWithoutWaiting()
    return moment
  }

  /// Ends the snapshot, whatever its outcome.
  ///
  /// If only queries have run, nobody waits for the answer, so that results are seen a round trip
  /// sooner. A commit may fail if it involves other servers, such as those of postgres_fdw, which
  /// are unavailable. If the transaction cannot be ended, the connection is closed, and the next
  /// read opens another.
  func end() {
    explanations = [:]
    if connection.commitWithoutWaiting() { return }
    for statement in ["COMMIT", "ROLLBACK"] where connection.transactionStatus != .idle {
      try? connection.answering(within: .seconds(30)) { try connection.execute(script: statement) }
    }
    if connection.transactionStatus != .idle { connection.close() }
  }

  /// Returns the tables in a region whose changes are reported.
  func tables(of region: Region) throws -> [PostgresReportedTables.Table] {
    if region.isEmpty { return [] }
    let reported = try tables
    let found =
      region.isFullDatabase
      ? reported.all : region.tables.keys.flatMap { reported.tables[$0] ?? [] }
    return found.filter(\.isReadable).sorted { $0.oid < $1.oid }
  }

  /// Returns those of the tables that nobody else has locked for long.
  private func freeTables(of region: Region, within limit: Duration) throws -> [PostgresTable] {
    try locked.takeBack(on: connection, within: limit)
    return try tables(of: region).filter { !locked.contains($0.name) }.map(\.exactName)
  }
}
