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

  /// How many changes of the schema its prepared statements know; see ``ConnectionPool/refresh(_:)``.
  private var knownStaleCount = 0

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

  /// How long the server has to say that a connection is well.
  private static let checkLimit = Duration.seconds(10)

  /// Asks the server whether the connection is well; one that does not answer soon is not.
  func isWell() -> Bool {
    guard connection.isStillOpen() else { return false }
    do {
      try connection.answering(within: Self.checkLimit) {
        try connection.execute(script: "SELECT 1")
      }
    } catch { return false }
    return isReusable()
  }

  /// Forgets the prepared statements where an access on another connection has noticed that the schema changed.
  func catchUp(with staleCount: Int) {
    guard knownStaleCount != staleCount else { return }
    knownStaleCount = staleCount
    connection.forgetStatements()
  }

  /// Whether a statement of the access that ends was older than the schema.
  func hasNoticedStaleStatement() -> Bool {
    defer { connection.staleStatementCount = 0 }
    return connection.staleStatementCount > 0
  }
}
