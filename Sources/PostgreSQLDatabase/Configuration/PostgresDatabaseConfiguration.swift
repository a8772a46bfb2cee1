public import PostgreSQL

/// How a database is connected to, and by how many connections.
///
/// ```swift
/// var configuration = PostgresDatabaseConfiguration("postgres://shop@db.example.org/shop")
/// configuration.maximumConnectionCount = 20
/// configuration.waitLimit = .seconds(5)
/// let database = PostgresDatabase(configuration)
/// ```
///
/// Numbers that contradict each other are put right: there is at least one connection, and the minimum is no more than
/// the maximum.
public struct PostgresDatabaseConfiguration: Sendable {
  /// Where the server is, and how to connect to it.
  public var connection: PostgresConfiguration
  /// How many connections are kept open while nobody uses them.
  ///
  /// Default: none.
  public var minimumConnectionCount = 0
  /// How many connections there are at most.
  ///
  /// Default: 10.
  ///
  /// The server has a limit for all its clients, `max_connections`, and works best with a few for each of its processors.
  public var maximumConnectionCount = 10
  /// How long an access waits for a connection; `nil` for as long as it takes.
  ///
  /// Default: 30 seconds.
  public var waitLimit: Duration? = .seconds(30)
  /// How many accesses may wait; further ones fail at once.
  ///
  /// Default: any number.
  public var maximumWaitingCount: Int?
  /// How long a connection above the minimum stays open unused; `nil` for ever.
  ///
  /// Default: 10 minutes.
  public var idleTimeout: Duration? = .seconds(600)
  /// How long a connection is used at most, give or take a tenth; `nil` for ever.
  ///
  /// Default: an hour.
  ///
  /// A server that was replaced behind its name, and memory of the session that has grown, are left behind by it.
  public var maximumLifetime: Duration? = .seconds(3_600)
  /// How often the server is asked on a connection that nobody uses; `nil` for never.
  ///
  /// Default: 30 seconds.
  public var healthCheckInterval: Duration? = .seconds(30)
  /// How long to wait before connecting again after a failure: the first time, and at most.
  ///
  /// Default: 50 ms to 5 s.
  ///
  /// It doubles with each failure. Accesses wait meanwhile, each for its ``waitLimit``.
  public var reconnectDelay: ClosedRange<Duration> = .milliseconds(50) ... .seconds(5)
  /// Whether accesses wait for a server to which there was no connection yet, too.
  ///
  /// Otherwise the first of them fail at once, since most likely the address or the password is wrong.
  ///
  /// Default: `false`.
  public var waitsForFirstConnection = false
  /// How much a read sees of what others do meanwhile.
  ///
  /// Default: nothing, so that all it reads is of one moment.
  public var readIsolation = PostgresIsolation.repeatableRead
  /// How much a write sees of what others do meanwhile.
  ///
  /// Default: what is committed before each statement.
  public var writeIsolation = PostgresIsolation.readCommitted
  /// What is done with each new connection before an access gets it, such as `SET search_path`.
  public var onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  /// What is set for what belongs to the database object.
  package var settings = PostgresSettings()

  /// Makes a configuration.
  public init(_ connection: PostgresConfiguration) { self.connection = connection }

  /// Makes a configuration.
  ///
  /// - Parameter url: A URL, `postgres://…`, or keywords and values, `host=… dbname=…`.
  public init(_ url: String) { connection = PostgresConfiguration(url) }
}

extension PostgresDatabaseConfiguration {
  /// The numbers, put right.
  var limits: PoolLimits {
    let maximum = max(1, maximumConnectionCount)
    return PoolLimits(
      minimum: min(max(0, minimumConnectionCount), maximum),
      maximum: maximum,
      waiting: maximumWaitingCount.map { max(0, $0) },
      waitTime: waitLimit,
      idleTime: idleTimeout,
      checkInterval: healthCheckInterval,
      retryDelay: max(
        .milliseconds(1),
        reconnectDelay.lowerBound
      )...max(.milliseconds(1), reconnectDelay.upperBound),
      waitsForFirst: waitsForFirstConnection
    )
  }
}
