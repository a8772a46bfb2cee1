/// Statistics of a database's pool of connections.
///
/// ```swift
/// let statistics = database.statistics
/// print("\(statistics.inUseCount) of \(statistics.openCount) connections in use")
/// print("\(statistics.waitingCount) accesses waiting")
/// ```
public struct PostgresStatistics: Sendable, Hashable {
  /// Counters that only increase.
  struct Counters: Sendable, Hashable {
    var opened = 0
    var failed = 0
    var lost = 0
    var retired = 0
    var served = 0
    var waited = 0
    var timedOut = 0
    var refused = 0
  }

  /// The number of open connections.
  public let openCount: Int
  /// The number of open connections that are not in use.
  public let idleCount: Int
  /// The number of open connections that are in use.
  public let inUseCount: Int
  /// The number of connections that are being opened.
  public let openingCount: Int
  /// The number of accesses that are waiting for a connection.
  public let waitingCount: Int
  let counters: Counters

  /// The number of connections that were opened.
  public var openedCount: Int { counters.opened }
  /// The number of failed attempts to open a connection.
  public var failedOpeningCount: Int { counters.failed }
  /// The number of connections that were lost, or became unusable.
  public var lostCount: Int { counters.lost }
  /// The number of connections that were closed because they were old or not needed.
  public var retiredCount: Int { counters.retired }
  /// The number of times that an access got a connection.
  public var servedCount: Int { counters.served }
  /// The number of times that an access had to wait for a connection.
  public var waitedCount: Int { counters.waited }
  /// The number of times that an access waited in vain.
  public var timedOutCount: Int { counters.timedOut }
  /// The number of times that an access was refused immediately.
  public var refusedCount: Int { counters.refused }
}
