import DatabaseTypes
import Foundation
import PostgreSQL

// What the session has cached of the catalog, which may be older than its snapshot.

extension PostgresSnapshotReader {
  /// Waits until the session has received what it needs to plan by the catalog that its snapshot
  /// shows, before names are planned for the first time.
  ///
  /// A commit is visible a moment before it has sent its invalidations to other sessions. Until
  /// then, the server checks rights and plans by what it has cached, while the tables of the
  /// catalog already show the change: a plan would be older than the facts that are read for it,
  /// and the change would never be noticed. The transaction keeps the lock on its number until it
  /// has sent them: see `CommitTransaction` in PostgreSQL's `xact.c`.
  ///
  /// It takes one round trip for each snapshot in which names are new. It blocks the thread,
  /// usually for much less than the limit. If a transaction takes longer, the next comparison of
  /// the catalog restarts all live queries.
  ///
  /// - Parameter snapshot: Another snapshot than the current one, for tests.
  func catchUpWithCatalog(
    with snapshot: PostgresSnapshot? = nil,
    within limit: Duration = .seconds(1)
  ) {
    guard !isCatalogCurrent, changes is any CatalogDependent else { return }
    isCatalogCurrent = true
    let deadline = ContinuousClock.now + limit
    var pause = 0.001
    var hasWaited = false
    // If asking fails because the connection is lost, so does the read.
    while (try? recovering { try isEnding(aTransactionOf: snapshot) }) == true {
      guard ContinuousClock.now < deadline else { return catalog.markStale() }
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 0.02)
      hasWaited = true
    }
    // The first question has locked the view of the locks, so the later ones received nothing.
    guard hasWaited else { return }
    _ = try? recovering {
      try connection.execute(script: "SELECT FROM pg_catalog.pg_cursors LIMIT 0")
    }
  }

  /// Returns whether a transaction that a snapshot shows has not ended completely, and receives
  /// what was sent before, if it is the first question in this transaction.
  ///
  /// - Parameter snapshot: The snapshot; by default the current one.
  func isEnding(aTransactionOf snapshot: PostgresSnapshot?) throws -> Bool {
    var isEnding = false
    try connection.pipeline { pipeline in
      pipeline.declareReadOnly()
      let text = snapshot.map { PostgresValue.text($0.text) } ?? .null
      try pipeline.execute(Self.endingSQL, [text]) { result in
        isEnding = try result.first { row in try row.decode(Bool.self, at: 0) } ?? false
      }
      // A session receives invalidations when it locks a relation that it had not locked before in
      // the transaction: see `LockRelationOid` in PostgreSQL's `lmgr.c`.
      try pipeline.execute("SELECT FROM pg_catalog.pg_locks LIMIT 0")
    }
    return isEnding
  }

  /// The statement that looks for such a transaction.
  ///
  /// Locks have numbers without their epoch, so these are counted back from the end of the
  /// snapshot; a later number is very far back. Of a transaction and its subtransactions, the first
  /// number tells whether the snapshot shows it.
  private static let endingSQL = """
    WITH shown AS (
      SELECT snapshot, pg_catalog.pg_snapshot_xmax(snapshot)::text::bigint AS bound
      FROM (SELECT coalesce($1::text::pg_snapshot, pg_catalog.pg_current_snapshot()) AS snapshot) AS s
    ), running AS (
      SELECT max((bound - l.transactionid::text::bigint) & 4294967295) AS distance
      FROM shown CROSS JOIN pg_catalog.pg_lock_status() AS l
      WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
      GROUP BY l.virtualtransaction
    )
    SELECT EXISTS (
      SELECT FROM running CROSS JOIN shown WHERE distance BETWEEN 1 AND 2147483647
        AND pg_catalog.pg_visible_in_snapshot((bound - distance)::text::xid8, snapshot)
    )
    """
}
