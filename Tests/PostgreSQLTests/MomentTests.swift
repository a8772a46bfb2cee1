import Foundation
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Conversions between dates and the server's timestamps.
@Suite struct MomentTests {
  /// Returns whole microseconds since 2001 for which a `Date` is exact enough.
  private func microseconds(_ random: inout SeededGenerator, step: Int64) -> Int64 {
    let limits: [Int64] = [
      1_000_000, 1 << 31, 1 << 45, 900_000_000_000_000, 8_500_000_000_000_000,
    ]
    let limit = limits.randomElement(using: &random) ?? 1
    return Int64.random(in: -limit...limit, using: &random) / step * step
  }

  @Test(arguments: [1, 1_000] as [Int64], 0..<10 as Range<UInt64>)
  func `whole milliseconds and microseconds are unchanged`(step: Int64, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let count = microseconds(&random, step: step)
      let date = Date(timeIntervalSinceReferenceDate: Double(count) / 1_000_000)
      let timestamp = PostgresTimestamp(date)
      #expect(timestamp.microseconds == count + 31_622_400_000_000)
      #expect(timestamp.date == date)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `other dates are rounded to the nearest microsecond, once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for range in [-1e10...1e10, -211_845_110_300...9_223_339_708_000] {
      for _ in 0..<1_000 {
        let date = Date(timeIntervalSinceReferenceDate: .random(in: range, using: &random))
        let once = PostgresTimestamp(date).date
        let distance = abs(once.timeIntervalSince(date))
        #expect(distance <= 0.000_000_5 + date.timeIntervalSinceReferenceDate.ulp)
        #expect(PostgresTimestamp(once).date == once)
      }
    }
  }

  @Test func `the first and the last dates of the server are kept`() throws {
    let first = PostgresTimestamp(microseconds: -211_813_488_000_000_000)
    #expect(first.description == "4714-11-24 00:00:00.000000 BC")
    #expect(PostgresTimestamp(first.date) == first)
    let last = PostgresTimestamp(microseconds: 9_223_371_331_199_999_999)
    #expect(PostgresTimestamp(last.date).description.hasPrefix("294276-12-31 23:59:59.99"))
    for days in [-2_451_545, 0, 2_145_031_948] as [Int32] {
      let day = PostgresDate(days: days)
      #expect(PostgresDate(containing: day.date) == day)
    }
    #expect(PostgresDate(containing: Date(timeIntervalSince1970: -1))?.description == "1969-12-31")
    #expect(PostgresDate(containing: PostgresDate(days: .max - 1).date) == nil)
    #expect(PostgresDate(containing: Date(timeIntervalSince1970: .nan)) == nil)
  }

  @Test func `infinities are the distant past and future, both ways`() {
    #expect(PostgresTimestamp.infinity.date == .distantFuture)
    #expect(PostgresTimestamp.negativeInfinity.date == .distantPast)
    #expect(PostgresTimestamp(.distantFuture) == .infinity)
    #expect(PostgresTimestamp(.distantPast) == .negativeInfinity)
    #expect(PostgresDate(containing: .distantFuture) == .infinity)
    #expect(PostgresDate(containing: .distantPast) == .negativeInfinity)
    let seconds = Int64(Date.distantFuture.timeIntervalSince1970)
    #expect(PostgresTimestamp.infinity.secondsSince1970 == seconds)
    #expect(PostgresDate.infinity.secondsSince1970 == seconds)
  }

  @Test func `finite moments of the infinities' dates are finite both ways`() {
    for (count, infinity) in [
      (63_145_526_400_000_000, Date.distantFuture), (-63_082_454_400_000_000, .distantPast),
    ] as [(Int64, Date)] {
      let moment = PostgresTimestamp(microseconds: count)
      #expect(moment.date != infinity)
      #expect(PostgresTimestamp(moment.date) == moment)
      for near in count - 20...count + 20 {
        #expect(PostgresTimestamp(PostgresTimestamp(microseconds: near).date).isFinite)
      }
      let day = PostgresDate(days: Int32(count / 86_400_000_000))
      #expect(day.date != infinity)
      #expect(PostgresDate(containing: day.date) == day)
    }
  }

  @Test func `a number without a date does not trap`() {
    for count: Int64 in [.min + 1, .max - 1] {
      #expect(PostgresTimestamp(microseconds: count).date.timeIntervalSince1970.isFinite)
    }
  }
}
