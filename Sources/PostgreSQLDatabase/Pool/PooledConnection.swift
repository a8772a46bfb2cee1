import PostgreSQL

/// A connection that one access at a time uses.
///
/// `@unchecked Sendable`: 1. whoever uses `connection` has been lent it by a ``ConnectionPool``, which lends it to one at a
/// time, and whose mutex orders one after the other; 2. everything else is a constant.
final class PooledConnection: PoolItem, @unchecked Sendable {
  let connection: PostgresConnection
  /// Where what blocks is done.
  let thread: ConnectionThread
  let expires: ContinuousClock.Instant?

  init(
    _ connection: PostgresConnection,
    on thread: ConnectionThread,
    expires: ContinuousClock.Instant?
  ) {
    self.connection = connection
    self.thread = thread
    self.expires = expires
  }

  /// Whether the connection can be lent to somebody else: it is open, and in no transaction.
  ///
  /// What was left open is rolled back.
  func isReusable() -> Bool {
    if connection.transactionStatus != .idle { connection.rollBackIfOpen() }
    return connection.transactionStatus == .idle
  }

  /// Asks the server whether the connection is well.
  func isWell() -> Bool {
    guard connection.isStillOpen() else { return false }
    do { try connection.execute(script: "SELECT 1") } catch { return false }
    return isReusable()
  }
}
