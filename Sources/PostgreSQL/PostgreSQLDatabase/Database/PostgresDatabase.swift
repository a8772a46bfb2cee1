import PostgreSQL

/// A PostgreSQL database, with a pool of connections to it.
///
/// ```swift
/// let database = PostgresDatabase("postgres:///shop")
/// let count = try await database.read { db in
///   try db.execute("SELECT count(*) FROM items").first { row in try row.decode(Int.self, at: 0) }
/// }
/// ```
///
/// Accesses get connections in the order in which they ask. A synchronous access blocks the
/// caller's thread while it waits and works. An asynchronous access suspends the task and works on
/// the connection's own thread; cancelling the task also cancels the running statement on the
/// server.
///
/// Connections are opened when they are needed. A connection that the server has closed is replaced
/// before an access begins. If a connection is lost during an access, the access throws, since only
/// the caller knows whether it may run again. A nested access to the same object throws, because it
/// might wait for the connection of the outer one.
///
/// Both forms have the same name: in an `async` function, Swift chooses the asynchronous one, which
/// needs `await`.
public final class PostgresDatabase: Sendable {
  let pool: ConnectionPool
  let attachments = PostgresAttachments()

  /// Creates a database, which connects on first use.
  public init(_ configuration: PostgresDatabaseConfiguration) {
    pool = ConnectionPool(configuration)
  }

  /// Creates a database, which connects on first use.
  ///
  /// - Parameter url: A URL, `postgres://…`, or keywords and values, `host=… dbname=…`.
  public convenience init(_ url: String) { self.init(PostgresDatabaseConfiguration(url)) }

  deinit {
    attachments.close()
    pool.close()
  }

  /// The configuration.
  public var configuration: PostgresDatabaseConfiguration { pool.configuration }

  /// The current and total numbers of the pool's connections; does not contact the server.
  public var statistics: PostgresStatistics { pool.statistics }

  /// Ends live queries, refuses waiting and later accesses, and waits until running ones have
  /// ended.
  ///
  /// Within an access it does not wait: the connection is closed when the access ends. Closing
  /// again has no effect.
  public func close() {
    attachments.close()
    pool.close()
    // Waiting here cannot be refused, so it does not throw.
    if !CurrentAccess.isWithin(pool) { try? pool.waitUntilDrained() }
  }

  /// Ends live queries, refuses waiting and later accesses, and waits until running ones have
  /// ended.
  ///
  /// Within an access it does not wait: the connection is closed when the access ends. Closing
  /// again has no effect.
  public func close() async {
    attachments.close()
    pool.close()
    if !CurrentAccess.isWithin(pool) { try? await pool.waitUntilDrained() }
  }
}
