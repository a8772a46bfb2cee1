import PostgreSQL

/// A connection that is used by one access at a time.
///
/// `@unchecked Sendable`: 1. `connection` is used only by an access to which a ``ConnectionPool``
/// has lent it; the pool lends it to one at a time, and its mutex orders the accesses; 2.
/// everything else is constant, apart from `knownStaleCount`, which also belongs to the access.
final class PooledConnection: PoolItem, @unchecked Sendable {
  let connection: PostgresConnection
  /// The thread for blocking calls.
  let thread: ConnectionThread
  let expires: ContinuousClock.Instant?

  /// The number of schema changes that its prepared statements take into account.
  ///
  /// See ``ConnectionPool/refresh(_:)``.
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

  /// Returns whether the connection can be lent again: it is open, and in no transaction.
  ///
  /// An open transaction is rolled back.
  func isReusable() -> Bool {
    // The next access reads the answer to its COMMIT.
    if connection.isEnding { return connection.isOpen }
    if connection.transactionStatus != .idle { connection.rollBackIfOpen() }
    return connection.isOpen && connection.transactionStatus == .idle
  }

  /// The time within which the server must answer a health check.
  private static let checkLimit = Duration.seconds(10)

  /// Checks that the server answers on the connection within the limit.
  func isWell() -> Bool {
    guard connection.isStillOpen() else { return false }
    do {
      try connection.answering(within: Self.checkLimit) {
        try connection.execute(script: "SELECT 1")
      }
    } catch { return false }
    return isReusable()
  }

  /// Forgets the prepared statements if an access on another connection has noticed a schema
  /// change.
  func catchUp(with staleCount: Int) {
    guard knownStaleCount != staleCount else { return }
    knownStaleCount = staleCount
    connection.forgetStatements()
  }

  /// Returns whether a statement of the access that is ending was older than the schema.
  func hasNoticedStaleStatement() -> Bool {
    defer { connection.staleStatementCount = 0 }
    return connection.staleStatementCount > 0
  }
}
