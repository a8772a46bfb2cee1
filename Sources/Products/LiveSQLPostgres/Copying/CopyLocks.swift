import PostgreSQL
import PostgreSQLDatabase

/// The locks of a copy into existing tables, which keep others from writing there until it ends.
///
/// While triggers are off, the server checks no foreign keys, and a copy compares the rows before
/// and after in its own snapshot. Neither would notice a row that another transaction writes or
/// deletes meanwhile. So the tables of the copy are locked in `SHARE ROW EXCLUSIVE` mode, which
/// also keeps out a second copy, and those to which their foreign keys refer in `SHARE` mode.
/// Readers go on.
struct CopyLocks {
  /// The names of the tables, which need not exist yet.
  let names: [String]
  let schema: String
  let options: DatabaseCopyOptions
  let server: PostgresConnection

  /// The limit for each lock, if the server has none by `lock_timeout`.
  private static let seconds = 10

  /// A lock of one table, without those that inherit from it.
  private struct Lock: Equatable {
    let oid: UInt32
    /// The qualified name in SQL.
    let table: String
    /// Whether rows are copied into the table.
    let isWritten: Bool

    var mode: String { isWritten ? "SHARE ROW EXCLUSIVE" : "SHARE" }
  }

  /// Runs a closure in a transaction that has the locks, and whose snapshot is taken after them.
  ///
  /// It blocks until other transactions have released the tables, for a limited time.
  ///
  /// - Parameter body: A closure that receives whether triggers are to be turned off, which the
  ///   role may.
  /// - Throws: ``DatabaseCopyError`` if a table cannot be locked, or any error of the closure.
  func inTransaction<Result>(_ body: (_ turnsTriggersOff: Bool) throws -> Result) throws -> Result {
    let isUnchecked = try !options.firesTriggers && CopyTriggers.mayTurnOff(server)
    let locks = try wantedLocks(withReferenced: isUnchecked)
    let hasLimit = try isLimited()
    return try server.inTransaction(isolation: .repeatableRead) {
      // LOCK and SET take no snapshot, so the snapshot has what others committed before the locks.
      if !hasLimit { try server.execute(script: "SET LOCAL lock_timeout = '\(Self.seconds)s'") }
      for lock in locks { try take(lock) }
      if !hasLimit { try server.execute(script: "SET LOCAL lock_timeout = 0") }
      guard try wantedLocks(withReferenced: isUnchecked) == locks else {
        throw DatabaseCopyError(
          .unsuitableTable,
          "Tables were created, dropped or changed while the copy was about to lock them. \(outcome)"
        )
      }
      return try body(isUnchecked)
    }
  }

  /// What a failure leaves, and what to do then.
  private var outcome: CopyMessage {
    options.continues
      ? "Tables that were copied before are kept; \(CopyChoice.again)."
      : "Nothing was copied; \(CopyChoice.again)."
  }

  private func isLimited() throws -> Bool {
    try server.execute(
      "SELECT setting <> '0' FROM pg_catalog.pg_settings WHERE name = 'lock_timeout'"
    ).first { row in try row.decode(Bool.self, at: 0) } ?? false
  }

  private func take(_ lock: Lock) throws {
    do throws(PostgresError) {
      try server.execute(script: "LOCK TABLE ONLY \(lock.table) IN \(lock.mode) MODE")
    } catch {
      guard let reason = reason(of: error, lock) else { throw error }
      throw DatabaseCopyError(
        .tableIsLocked,
        "The table \(lock.table) cannot be locked in \(lock.mode) mode: \(reason) \(outcome)"
      )
    }
  }

  /// Returns the reason why a lock was not obtained, and a remedy.
  private func reason(of error: PostgresError, _ lock: Lock) -> String? {
    switch error.code {
    case .lockNotAvailable, .deadlockDetected:
      "another transaction writes there, or another copy is at work. Wait until it ends; to see who: "
        + "SELECT pid, query FROM pg_stat_activity WHERE pid IN "
        + "(SELECT pid FROM pg_locks WHERE relation = '\(lock.table)'::regclass)."
    case .insufficientPrivilege:
      "the role lacks the right. Copy as the owner of the table or as a superuser, or let the owner run "
        + "GRANT UPDATE ON \(lock.table) TO the role."
    default: nil
    }
  }

  /// Returns the locks by OID, in the same order in all copies, so that two of them do not wait for
  /// each other.
  private func wantedLocks(withReferenced hasReferenced: Bool) throws -> [Lock] {
    try server.execute(
      """
      WITH written AS (
        SELECT t.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          CROSS JOIN LATERAL (SELECT c.oid UNION
            SELECT p.relid::oid FROM pg_catalog.pg_partition_tree(c.oid) p) t (oid)
        WHERE n.nspname = $1 AND c.relname = ANY ($2::text[]) AND c.relkind IN ('r', 'p')
      ), referenced AS (
        SELECT t.oid FROM pg_catalog.pg_constraint k
          CROSS JOIN LATERAL (SELECT k.confrelid UNION
            SELECT p.relid::oid FROM pg_catalog.pg_partition_tree(k.confrelid) p) t (oid)
        WHERE $3 AND k.contype = 'f' AND k.conrelid IN (SELECT w.oid FROM written w)
      )
      SELECT c.oid, pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname),
        c.oid IN (SELECT w.oid FROM written w)
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.oid IN (SELECT w.oid FROM written w UNION SELECT r.oid FROM referenced r)
        AND c.relkind IN ('r', 'p')
      ORDER BY c.oid
      """,
      [.text(schema), .array(PostgresArray(names.map { .text($0) })), .bool(hasReferenced)]
    ).map { row in
      Lock(
        oid: try row.decode(UInt32.self, at: 0),
        table: try row.decode(String.self, at: 1),
        isWritten: try row.decode(Bool.self, at: 2)
      )
    }
  }
}

extension CopyToServer {
  /// Returns the locks for a copy into tables, or into all of them.
  func copyLocks(of copied: [CopiedTable]? = nil, in schema: String) -> CopyLocks {
    CopyLocks(
      names: (copied ?? tables).map(\.name),
      schema: schema,
      options: options,
      server: server
    )
  }
}
