/// Statistics of a database's pool of connections.
///
/// ```swift
/// let statistics = database.statistics
/// print("\(statistics.inUseCount) of \(statistics.openCount) connections in use")
/// print("\(statistics.waitingCount) accesses waiting")
/// ```
public struct PostgresStatistics: Sendable, Hashable {
  /// Counters that only increase while the database is open.
  ///
  /// Their difference says what happened in between:
  ///
  /// ```swift
  /// let before = database.statistics.counters
  /// try await Task.sleep(for: .seconds(60))
  /// let minute = database.statistics.counters - before
  /// print("\(minute.served) accesses, of which \(minute.waited) waited")
  /// ```
  public struct Counters: Sendable, Hashable {
    /// The number of connections that were opened.
    public internal(set) var opened = 0
    /// The number of failed attempts to open a connection.
    public internal(set) var failed = 0
    /// The number of connections that were lost, or became unusable.
    public internal(set) var lost = 0
    /// The number of connections that were closed because they were old or not needed.
    public internal(set) var retired = 0
    /// The number of times that an access got a connection.
    public internal(set) var served = 0
    /// The number of times that an access had to wait for a connection.
    public internal(set) var waited = 0
    /// The number of times that an access waited in vain.
    public internal(set) var timedOut = 0
    /// The number of times that an access was refused immediately.
    public internal(set) var refused = 0

    /// Returns what was counted after earlier counters of the same database.
    public static func - (later: Counters, earlier: Counters) -> Counters {
      Counters(
        opened: later.opened - earlier.opened,
        failed: later.failed - earlier.failed,
        lost: later.lost - earlier.lost,
        retired: later.retired - earlier.retired,
        served: later.served - earlier.served,
        waited: later.waited - earlier.waited,
        timedOut: later.timedOut - earlier.timedOut,
        refused: later.refused - earlier.refused
      )
    }
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
  /// The counts of events since the database was opened.
  public let counters: Counters

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
