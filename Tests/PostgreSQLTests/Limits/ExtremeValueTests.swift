import Foundation
import Testing

@testable import PostgreSQL

/// Tests that no number of a server or a caller traps where it is shown or converted.
struct ExtremeValueTests {
  static let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

  @Test(arguments: numbers)
  func `every number of microseconds is a time, a timestamp and an interval`(number: Int64) {
    let timestamp = PostgresTimestamp(microseconds: number)
    #expect(!timestamp.description.isEmpty)
    #expect(timestamp.isFinite == (number != .min && number != .max))
    #expect((timestamp.date < Date(timeIntervalSince1970: 0)) == (number < -1))
    #expect((timestamp.secondsSince1970 < 0) == (number < -1))
    #expect(PostgresTime(microseconds: number).description.contains(":"))
    let interval = PostgresInterval(months: .min, days: .max, microseconds: number)
    #expect(interval.description.hasPrefix("-2147483648 mons 2147483647 days "))
  }

  @Test(arguments: [Int32.min, .min + 1, -1, 0, 1, .max - 1, .max])
  func `every number of days is a date`(number: Int32) {
    let date = PostgresDate(days: number)
    #expect(!date.description.isEmpty)
    #expect((date.date < Date(timeIntervalSince1970: 0)) == (number < -1))
    #expect((date.secondsSince1970 < 0) == (number < -1))
  }

  @Test(arguments: [Int.min, -1, 0, 13, .max], [Int.min, -1, 0, 32, .max])
  func `a date that does not exist is none`(month: Int, day: Int) {
    for year in [Int.min, -10_000_000, 0, 2026, 10_000_000, .max] {
      #expect(PostgresDate(year: year, month: month, day: day) == nil)
      #expect(PostgresDate(year: year, month: 2, day: 30) == nil)
    }
  }

  @Test(arguments: [UInt64.min, 1, 24, 40, 8_192 + 24, .max - 1, .max], [0, 1, 8_192, UInt64.max])
  func `every position has one before a page's header`(position: UInt64, segmentSize: UInt64) {
    let position = PostgresLSN(rawValue: position)
    #expect(position.beforePageHeader(segmentSize: segmentSize) <= position)
  }

  @Test(arguments: ["1e999999", "-1e-999999", "1e131073", "1e-16384", "1e9999999"])
  func `a number beyond the limits of the server is none`(text: String) {
    #expect(PostgresNumeric(text) == nil)
  }

  @Test(arguments: ["1e131071", "1e-16383", "-9223372036854775808"])
  func `a number at the limits of the server is shown, and read again`(text: String) throws {
    let number = try #require(PostgresNumeric(text))
    #expect(PostgresNumeric(number.description) == number)
    #expect(PostgresNumeric(orderedBytes: number.orderedBytes)?.orderedBytes == number.orderedBytes)
  }
}
