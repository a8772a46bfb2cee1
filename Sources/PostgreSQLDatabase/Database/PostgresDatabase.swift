import PostgreSQL

/// A PostgreSQL database, and a pool of connections to it.
///
/// ```swift
/// let database = PostgresDatabase("postgres:///shop")
/// let count = try await database.read { db in
///   try db.execute("SELECT count(*) FROM items").first { row in try row.decode(Int.self, at: 0) }
/// }
/// ```
///
/// Accesses get a connection in the order in which they ask. A synchronous access blocks the caller's thread while it waits
/// and works; an asynchronous one suspends the task, works on a thread of the connection's own, and is cancelled with the
/// task, also what the server is doing for it.
///
/// Connections are opened when they are needed. One that the server has closed meanwhile is replaced before an access
/// begins; one that is lost within an access makes it throw, since nobody but the caller can say whether it may run again.
/// Within one access another one to the same object throws, rather than wait for a connection that the first has.
///
/// Both forms have one name: in a function that is `async` Swift chooses the asynchronous one, which needs `await`.
public final class PostgresDatabase: Sendable {
  let pool: ConnectionPool
  let attachments = PostgresAttachments()

  /// Makes a database; it connects when it is used.
  public init(_ configuration: PostgresDatabaseConfiguration) {
    pool = ConnectionPool(configuration)
  }

  /// Makes a database; it connects when it is used.
  ///
  /// - Parameter url: A URL, `postgres://…`, or keywords and values, `host=… dbname=…`.
  public convenience init(_ url: String) { self.init(PostgresDatabaseConfiguration(url)) }

  deinit {
    attachments.close()
    pool.close()
  }

  /// The configuration.
  public var configuration: PostgresDatabaseConfiguration { pool.configuration }

  /// What the connections do, and what they have done; asks nothing of the server.
  public var statistics: PostgresStatistics { pool.statistics }

  /// Ends its live queries, refuses later accesses and those that wait, and waits until the others have ended.
  ///
  /// Within an access it does not wait: the connection is closed when that has ended. Closing again does nothing.
  public func close() {
    attachments.close()
    pool.close()
    // Nobody refuses who waits here.
    if !CurrentAccess.isWithin(pool) { try? pool.waitUntilDrained() }
  }

  /// Ends its live queries, refuses later accesses and those that wait, and waits until the others have ended.
  ///
  /// Within an access it does not wait: the connection is closed when that has ended. Closing again does nothing.
  public func close() async {
    attachments.close()
    pool.close()
    if !CurrentAccess.isWithin(pool) { try? await pool.waitUntilDrained() }
  }
}
