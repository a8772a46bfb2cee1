import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Tests that a connection's timeouts accept every duration.
@Suite(.timeLimit(.hang)) struct ExtremeTimeoutTests {
  @Test(
    .requiresPostgresLibrary,
    arguments: [
      Duration.seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1e10),
      .seconds(Int64.max), Duration.seconds(Int64.max) * 10,
    ]
  )
  func `every connection timeout is a number that the library takes`(duration: Duration) throws {
    var configuration = PostgresConfiguration()
    configuration.connectTimeout = duration
    let keywords = try ConnectionKeywords(configuration).keywords
    let seconds = keywords.last { $0.name == "connect_timeout" }.flatMap { Int32($0.value) }
    #expect(seconds.map { $0 >= 2 } == true)
  }
}
