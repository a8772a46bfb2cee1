import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Tests that no duration traps where it is converted, added to a time, or printed.
@Suite(.timeLimit(.hang)) struct ExtremeDurationTests {
  static let durations: [Duration] = [
    Duration.seconds(Int64.min) * 10, .seconds(Int64.min), .seconds(-1), .nanoseconds(-1), .zero,
    .nanoseconds(1), .milliseconds(1), .seconds(1e10), .seconds(Int64.max),
    Duration.seconds(Int64.max) * 10,
  ]

  @Test(arguments: durations)
  func `every duration is converted within limits, and in order`(duration: Duration) {
    let clamped = duration.clamped
    _ = (ContinuousClock.now + clamped, SuspendingClock.now + clamped)
    #expect((duration < .zero) == (clamped < .zero))
    #expect(clamped.clamped == clamped)
    #expect((0...Int(Int32.max)).contains(duration.wholeMilliseconds))
    #expect((duration > .zero) == (duration.wholeMilliseconds > 0))
    #expect(duration.microseconds == clamped.microseconds)
  }

  @Test func `ordinary durations are not changed, and milliseconds are rounded up`() {
    #expect(Duration.seconds(3_600).clamped == .seconds(3_600))
    #expect(Duration.milliseconds(1_500).wholeMilliseconds == 1_500)
    #expect(Duration.microseconds(1_500).wholeMilliseconds == 2)
    #expect(Duration.milliseconds(1_500).microseconds == 1_500_000)
  }

  @Test(arguments: [
    0, -1, 0.001_5, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, 1e300, 9e12, 0x1p63,
  ])
  func `the duration of a traced statement is printed whatever it is`(seconds: Double) throws {
    let lines = Log<String>()
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.trace(options: .profile) { event in
        guard case .profile(let statement, _) = event else { return }
        let made = Database.TraceEvent.profile(statement: statement, duration: seconds)
        lines.append("\(made)")
      }
    }
    let database = try DatabaseQueue(configuration: configuration)
    _ = try database.read { try Int.fetchOne($0, sql: "SELECT 7") }
    #expect(lines.all.contains { $0.hasSuffix(" ms SELECT 7") })
    if seconds == 0.001_5 { #expect(lines.all.contains("1.500 ms SELECT 7")) }
  }
}
