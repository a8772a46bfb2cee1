public import DatabaseTypes
public import PostgreSQL

/// The options for connecting to a database, and for the pool of connections.
///
/// ```swift
/// var configuration = PostgresDatabaseConfiguration("postgres://shop@db.example.org/shop")
/// configuration.maximumConnectionCount = 20
/// configuration.waitLimit = .seconds(5)
/// let database = PostgresDatabase(configuration)
/// ```
///
/// Contradicting numbers are corrected: there is at least one connection, and the minimum is at
/// most the maximum.
public struct PostgresDatabaseConfiguration: Sendable {
  /// The address of the server, and the options for connecting to it.
  public var connection: PostgresConfiguration
  /// The number of connections that stay open while unused.
  ///
  /// Default: none.
  public var minimumConnectionCount = 0
  /// The maximum number of connections.
  ///
  /// Default: 10.
  ///
  /// The server limits the connections of all its clients, by `max_connections`, and works best
  /// with a few for each of its processors.
  public var maximumConnectionCount = 10
  /// The maximum time that an access waits for a connection; `nil` for no limit.
  ///
  /// Default: 30 seconds.
  public var waitLimit: Duration? = .seconds(30)
  /// The maximum number of waiting accesses; further ones fail immediately.
  ///
  /// Default: no limit.
  public var maximumWaitingCount: Int?
  /// The time after which an unused connection above the minimum is closed; `nil` for never.
  ///
  /// Default: 10 minutes.
  public var idleTimeout: Duration? = .seconds(600)
  /// The maximum lifetime of a connection, varied by up to a tenth; `nil` for no limit.
  ///
  /// Default: one hour.
  ///
  /// Replacing connections picks up a server that has moved behind its host name, and frees memory
  /// that a session has accumulated.
  public var maximumLifetime: Duration? = .seconds(3_600)
  /// The interval of health checks on unused connections; `nil` for no checks.
  ///
  /// Default: 30 seconds.
  public var healthCheckInterval: Duration? = .seconds(30)
  /// The delay before connecting again after a failure: at first, and at most.
  ///
  /// Default: 50 ms to 5 s.
  ///
  /// It doubles with each failure. Meanwhile accesses wait, each for at most ``waitLimit``.
  public var reconnectDelay: ClosedRange<Duration> = .milliseconds(50) ... .seconds(5)
  /// Whether accesses also wait for a server that has never been reached.
  ///
  /// Otherwise the first accesses fail immediately, since most likely the address or the password
  /// is wrong.
  ///
  /// Default: `false`.
  public var waitsForFirstConnection = false
  /// The isolation level of reads.
  ///
  /// Default: repeatable read, so that a whole read sees one snapshot.
  public var readIsolation = PostgresIsolation.repeatableRead
  /// The isolation level of writes.
  ///
  /// Default: read committed, so that each statement sees what was committed before it.
  public var writeIsolation = PostgresIsolation.readCommitted
  /// A closure that prepares each new connection before its first use, for example by
  /// `SET search_path`.
  public var onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  /// A receiver of the server's notices and warnings, and of messages about live queries.
  ///
  /// It receives the notices only if ``connection`` has no `onNotice` closure of its own.
  ///
  /// Default: `nil`, so that they are discarded.
  public var logger: DatabaseLogger?
  /// The settings of objects that are attached to the database.
  package var settings = PostgresSettings()

  /// Creates a configuration.
  public init(_ connection: PostgresConfiguration) { self.connection = connection }

  /// Creates a configuration.
  ///
  /// - Parameter url: A URL, `postgres://…`, or keywords and values, `host=… dbname=…`.
  public init(_ url: String) { connection = PostgresConfiguration(url) }
}

extension PostgresDatabaseConfiguration {
  /// The configuration of a connection, whose notices go to the logger.
  package var loggingConnection: PostgresConfiguration {
    guard let logger, connection.onNotice == nil else { return connection }
    var configuration = connection
    configuration.onNotice = { notice in
      let isProblem = ["WARNING", "ERROR", "FATAL", "PANIC"].contains(notice.severity)
      logger.log(isProblem ? .warning : .debug, notice.description)
    }
    return configuration
  }

  /// The limits of the pool, with contradictions corrected.
  var limits: PoolLimits {
    // No server has as many, and an access makes at most as many attempts.
    let maximum = min(max(1, maximumConnectionCount), 10_000)
    let (first, longest) = (reconnectDelay.lowerBound.clamped, reconnectDelay.upperBound.clamped)
    return PoolLimits(
      minimum: min(max(0, minimumConnectionCount), maximum),
      maximum: maximum,
      waiting: maximumWaitingCount.map { max(0, $0) },
      waitTime: waitLimit?.clamped,
      idleTime: idleTimeout?.clamped,
      checkInterval: healthCheckInterval?.clamped,
      retryDelay: max(.milliseconds(1), first)...max(.milliseconds(1), longest),
      waitsForFirst: waitsForFirstConnection
    )
  }
}
