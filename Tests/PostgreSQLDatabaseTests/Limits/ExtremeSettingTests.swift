import LiveSQLTestSupport
import PostgreSQL
import Testing

@testable import PostgreSQLDatabase

/// Tests that a pool's limits can be added to a time whatever the configuration says.
@Suite(.timeLimit(.hang)) struct ExtremeSettingTests {
  static let durations: [Duration] = [
    Duration.seconds(Int64.min) * 10, .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1),
    .seconds(1e10), .seconds(Int64.max), Duration.seconds(Int64.max) * 10,
  ]

  @Test(arguments: durations)
  func `every duration becomes a limit of a pool`(duration: Duration) {
    var configuration = PostgresDatabaseConfiguration(PostgresConfiguration())
    configuration.waitLimit = duration
    configuration.idleTimeout = duration
    configuration.healthCheckInterval = duration
    configuration.reconnectDelay = duration...duration
    let (limits, now) = (configuration.limits, ContinuousClock.now)
    for limit in [limits.waitTime, limits.idleTime, limits.checkInterval] {
      #expect(limit.map { (now + $0 < now) == (duration < .zero) } == true)
    }
    var state = PoolState<PoolStateTests.Item, Int>(limits)
    _ = state.wait(1, id: 1, isFirst: false, at: now)
    for _ in 1...30 {
      _ = state.openingFailed(PoolStateTests.Failure(), chance: 1, at: now)
      _ = state.wait(2, id: 2, isFirst: false, at: now)
    }
    _ = state.opened(PoolStateTests.Item(1), at: now)
    _ = state.maintain(at: now)
    _ = state.timerFired(at: now)
  }

  @Test(arguments: [Int.min, -1, 0, 1, 10, .max])
  func `every number becomes a number of connections`(count: Int) {
    var configuration = PostgresDatabaseConfiguration(PostgresConfiguration())
    configuration.maximumConnectionCount = count
    configuration.minimumConnectionCount = count
    configuration.maximumWaitingCount = count
    let limits = configuration.limits
    #expect((1...10_000).contains(limits.maximum))
    #expect((0...limits.maximum).contains(limits.minimum))
    #expect(limits.waiting == max(count, 0))
  }
}
