import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Testing

@Suite struct DateTextTests {
  @Test func `dates survive a round trip to the millisecond`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let milliseconds = Double(
        Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      )
      let date = Date(timeIntervalSince1970: milliseconds / 1000)
      let back = try Date(databaseValue: date.databaseValue)
      #expect((back.timeIntervalSince1970 * 1000).rounded() == milliseconds)
    }
  }

  @Test func `the text agrees with the system's calendar, and sorts by time`() throws {
    var random = SeededGenerator(seed: 2)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
    // Before 1582 the system uses a different calendar.
    let dates = (0..<1000).map { _ in
      Date(
        timeIntervalSince1970: Double(
          Int.random(in: -11_676_096_000...253_402_300_799, using: &random)
        )
      )
    }.sorted()
    let texts = try dates.map { try String(databaseValue: $0.databaseValue) }
    for (date, text) in zip(dates, texts) {
      #expect(text.prefix(19).replacing(" ", with: "T") + "Z" == date.formatted(style))
    }
    #expect(texts == texts.sorted())
  }

  @Test(arguments: [
    ("0000-01-01 00:00:00.000", -62_167_219_200.0),
    ("0000-02-29 00:00:00.000", -62_162_121_600.0),
    ("1969-12-31 23:59:59.999", -0.001),
    ("2000-02-29 12:00:00.500", 951_825_600.5),
    ("2026-11-21 08:30:00.000", 1_795_249_800.0),
    ("9999-12-31 23:59:59.999", 253_402_300_799.999),
  ])
  func `a date is stored as text in UTC`(text: String, seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.databaseValue == .text(text))
    let back = try Date(databaseValue: .text(text))
    #expect(abs(back.timeIntervalSince1970 - seconds) < 0.0001)
  }

  @Test(arguments: [
    "2026-11-21T08:30:00Z", "2026-11-21 08:30:00", "2026-11-21 08:30", "2026-11-21T08:30",
    "2026-11-21T08:30:00.000Z", "2026-11-21T08:30:00.0", "2026-11-21T08:30Z",
    "2026-11-21T09:30:00+01:00", "2026-11-21T09:30:00+0100", "2026-11-21T09:30:00+01",
    "2026-11-21 09:30:00 +01:00", "2026-11-21T03:00:00-05:30", "2026-11-22T08:29:00.000+23:59",
    "2026-11-21T08:30:00.000000000000000000000",
  ])
  func `variants of ISO 8601 are accepted`(text: String) throws {
    let date = try Date(databaseValue: .text(text))
    #expect(date == Date(timeIntervalSince1970: 1_795_249_800))
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-13-01", "2024-00-01",
    "2024-01-00", "2024-01-32", "2024-1-1", "24-01-01", "12345678-01-01", "-001-01-01", "2024-01",
    "2024-01-01 24:00:00", "2024-01-01 12:60:00", "2024-01-01 12:00:60", "2024-01-01 12",
    "2024-01-01T", "2024-01-01 12:00:00.", "2024-01-01 12:00:00 UTC", "2024-01-01 12:00:00+24:00",
    "2024-01-01 12:00:00+1", "2024-01-01 12:00:00+01:60", "2024-01-01 12:00:00Z ",
    "2024-01-01x", " 2024-01-01", "2024-01-01\u{0}", "2024−01−01", "٢٠٢٤-01-01", "", "now",
    "12:00:00",
  ])
  func `text that is not a valid date is refused`(text: String) {
    #expect(throws: ConversionFailure.self) { try Date(databaseValue: .text(text)) }
  }

  @Test(arguments: [-62_167_219_200.001, 253_402_300_800.0, 1e300, -1e300])
  func `years before 0 and after 9999 are refused`(seconds: Double) {
    #expect(throws: ConversionFailure.self) {
      try Date(timeIntervalSince1970: seconds).checkedDatabaseValue
    }
  }
}

/// Texts with microseconds, and of distant years.
@Suite struct ExactDateTextTests {
  @Test(arguments: [
    ("2026-11-21 08:30:00.123456", "2026-11-21 08:30:00.123456"),
    ("2026-11-21 08:30:00.123", "2026-11-21 08:30:00.123"),
    ("12026-11-21", "12026-11-21 00:00:00.000"),
    ("294276-12-31 23:59:59", "294276-12-31 23:59:59.000"),
    ("4713-01-02 00:00:01 BC", "4713-01-02 00:00:01.000 BC"),
    ("0001-12-31 BC", "0001-12-31 00:00:00.000 BC"),
    ("infinity", "4001-01-01 00:00:00.000"), ("-infinity", "0001-12-30 00:00:00.000 BC"),
  ])
  func `a date is written as it was read`(text: String, written: String) throws {
    let date = try Date(databaseValue: .text(text))
    #expect(DateText.exactText(for: date) == written)
    #expect(try Date(databaseValue: .text(written)) == date)
  }

  @Test(arguments: [1_000, 1_000_000] as [Double])
  func `whole milliseconds and microseconds are parsed as the nearest date`(unit: Double) throws {
    var random = SeededGenerator(seed: 5)
    for limit in [10.0, 100_000, 5_000_000_000] {
      for _ in 0..<1_000 {
        let number = Double.random(in: -limit * unit...limit * unit, using: &random).rounded()
        let date = Date(timeIntervalSinceReferenceDate: number / unit)
        let text = try #require(DateText.exactText(for: date))
        #expect(try Date(databaseValue: .text(text)) == date, "\(text)")
      }
    }
  }

  @Test func `a number that is no date has no text`() {
    for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(DateText.exactText(for: Date(timeIntervalSince1970: seconds)) == nil)
    }
  }

  @Test func `both forms of a date are those that are written alone`() throws {
    var random = SeededGenerator(seed: 6)
    for unit in [1, 1_000, 1_000_000, 10_000_000] as [Double] {
      for _ in 0..<1_000 {
        let number = Double.random(in: -62_135_596_800...253_402_300_799, using: &random) * unit
        let date = Date(timeIntervalSince1970: number.rounded() / unit)
        let (text, precise) = try #require(DateText.texts(for: date))
        #expect(text == DateText.text(for: date))
        #expect(precise ?? text == DateText.preciseText(for: date))
        #expect(precise != text)
        if precise == nil { #expect(DateText.exactText(for: date) == text) }
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -62_167_219_201, 253_402_300_800])
  func `a date outside the years 0 to 9999 has neither form`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(DateText.texts(for: date) == nil)
    #expect(DateText.preciseText(for: date) == nil)
  }
}
