/// What a database's connections do, and what they have done.
///
/// ```swift
/// let statistics = database.statistics
/// print("\(statistics.inUseCount) of \(statistics.openCount) in use, \(statistics.waitingCount) wait")
/// ```
public struct PostgresStatistics: Sendable, Hashable {
  /// Numbers that only grow.
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

  /// The connections that are open.
  public let openCount: Int
  /// Those of them that nobody uses.
  public let idleCount: Int
  /// Those of them that somebody uses.
  public let inUseCount: Int
  /// The connections that are being opened.
  public let openingCount: Int
  /// How many wait for a connection.
  public let waitingCount: Int
  let counters: Counters

  /// How many connections were opened.
  public var openedCount: Int { counters.opened }
  /// How many times a connection could not be opened.
  public var failedOpeningCount: Int { counters.failed }
  /// How many connections were lost, or could not be used any more.
  public var lostCount: Int { counters.lost }
  /// How many connections were closed since they were old, or not needed.
  public var retiredCount: Int { counters.retired }
  /// How many times somebody got a connection.
  public var servedCount: Int { counters.served }
  /// How many times somebody had to wait for one.
  public var waitedCount: Int { counters.waited }
  /// How many times somebody waited in vain.
  public var timedOutCount: Int { counters.timedOut }
  /// How many times somebody was refused at once.
  public var refusedCount: Int { counters.refused }
}
