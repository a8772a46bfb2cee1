import DatabaseTypes
import LiveEngine
import PostgreSQL

/// The tables that somebody else has locked, for example by `ALTER TABLE` or `VACUUM FULL`.
///
/// They are left out of snapshots, and live queries that read them wait, while others are read.
struct LockedTables {
  private struct Lock {
    let name: PostgresTable
    /// The time after which live queries of the table have an error.
    let deadline: ContinuousClock.Instant
  }

  private var locks: [TableName: Lock] = [:]
  /// The time before which the tables are not tried again.
  private var nextLook = ContinuousClock.now

  /// The interval between two attempts to lock the tables.
  private static let interval = Duration.milliseconds(10)

  /// Returns whether a table is left out.
  func contains(_ table: TableName) -> Bool { locks[table] != nil }

  /// Returns why queries that read a region cannot be read.
  func obstacle(to region: Region) -> LiveObstacle? {
    if locks.isEmpty { return nil }
    let found = locks.filter { region.isFullDatabase || region.tables.keys.contains($0.key) }
    guard let first = found.min(by: { $0.value.deadline < $1.value.deadline }) else { return nil }
    return first.value.deadline > .now ? .waits : .fails(PostgresError.isLocked(first.value.name))
  }

  /// Tries tables, and leaves out those that are locked.
  ///
  /// - Parameter limit: The time within which the server must answer, and for which live queries
  ///   wait for a table.
  /// - Returns: The names of those that were not left out before.
  mutating func leaveOut(
    _ tables: [PostgresReportedTables.Table],
    on connection: PostgresConnection,
    within limit: Duration
  ) throws -> [PostgresTable] {
    var new: [PostgresTable] = []
    for table in tables where !contains(table.name) {
      if try connection.canLock(table.exactName, within: limit) { continue }
      locks[table.name] = Lock(name: table.exactName, deadline: .now + limit.clamped)
      new.append(table.exactName)
    }
    return new
  }

  /// Tries the left out tables again, from time to time, and takes back those that are free.
  mutating func takeBack(on connection: PostgresConnection, within limit: Duration) throws {
    guard !locks.isEmpty, nextLook <= .now else { return }
    for (table, lock) in locks {
      if try connection.canLock(lock.name, within: limit) { locks[table] = nil }
    }
    nextLook = .now + Self.interval
  }
}

extension PostgresConnection {
  /// Returns whether a table can be locked at once against being emptied.
  ///
  /// Another error than that of a lock is left to the next use of the table.
  fileprivate func canLock(_ table: PostgresTable, within limit: Duration) throws -> Bool {
    let lock = "LOCK TABLE \(table.quotedName) IN ACCESS SHARE MODE NOWAIT"
    do throws(PostgresError) {
      try answering(within: limit) { () throws(PostgresError) in
        try execute(script: "BEGIN READ ONLY; \(lock); COMMIT")
      }
      return true
    } catch {
      if transactionStatus != .idle {
        try answering(within: limit) { try execute(script: "ROLLBACK") }
      }
      return error.code != .lockNotAvailable
    }
  }
}

extension PostgresError {
  /// Returns the error for a live query that has waited too long for a table.
  fileprivate static func isLocked(_ table: PostgresTable) -> PostgresError {
    PostgresError(
      code: .lockNotAvailable,
      message:
        "A live query cannot read the table \(table.quotedName), since somebody else has locked it.",
      hint: "To see who: SELECT pid, query FROM pg_stat_activity WHERE pid IN "
        + "(SELECT pid FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted)"
    )
  }
}
