import DatabaseTypes
import Foundation
import Testing

/// Foundation's classes as values.
@Suite struct FoundationClassTests {
  @Test func `numbers keep their class`() throws {
    #expect(NSNumber(value: 1).databaseValue == 1)
    #expect(NSNumber(value: -200 as Int16).databaseValue == -200)
    #expect(NSNumber(value: true).databaseValue == 1)
    #expect(NSNumber(value: 1.0).databaseValue == 1.0)
    #expect(NSNumber(value: 0.5 as Float).databaseValue == 0.5)
    #expect(NSNumber(value: UInt64(Int64.max)).databaseValue == .integer(.max))
    #expect(throws: ConversionFailure.self) { try NSNumber(value: UInt64.max).checkedDatabaseValue }
    #expect(NSNumber.fromDatabaseValue(7) == 7)
    #expect(try NSNumber(databaseValue: 2.5) == 2.5)
    #expect(NSNumber.fromDatabaseValue("7") == nil)
    #expect(CGFloat(1.5).databaseValue == 1.5)
    #expect(try CGFloat(databaseValue: 3) == 3)
    #expect(throws: ConversionFailure.self) { try CGFloat(databaseValue: "3") }
  }

  @Test(
    arguments: [
      ("5", 5), ("-1.5", -1.5), ("0.1", 0.1), ("9223372036854775807", .integer(.max)),
      ("1e20", 1e20),
    ] as [(String, DatabaseValue)]
  )
  func `a decimal number is a number with the same digits`(
    text: String,
    stored: DatabaseValue
  ) throws {
    let number = NSDecimalNumber(string: text)
    #expect(number.databaseValue == stored)
    #expect(NSDecimalNumber.fromDatabaseValue(stored) == number)
  }

  @Test(arguments: ["0.1234567890123456789", "12345678901234567890.1", "NaN"])
  func `a decimal number that would be rounded is refused`(text: String) {
    let number = NSDecimalNumber(string: text)
    #expect(throws: ConversionFailure.self) { try number.checkedDatabaseValue }
    #expect(number.databaseValue.isUnstorable)
  }

  @Test func `dates, identifiers and null are stored as Swift's types`() throws {
    let date = Date(timeIntervalSince1970: 1_000)
    let stored = NSDate(timeIntervalSince1970: 1_000).databaseValue
    #expect(stored == date.databaseValue)
    #expect(try NSDate(databaseValue: stored).timeIntervalSince1970 == 1_000)
    #expect(NSDate.fromDatabaseValue("yesterday") == nil)
    let uuid = UUID()
    let identifier = try #require(NSUUID(uuidString: uuid.uuidString))
    #expect(identifier.databaseValue == uuid.databaseValue)
    #expect(NSUUID.fromDatabaseValue(uuid.databaseValue) == identifier)
    #expect(NSUUID.fromDatabaseValue(.blob([1])) == nil)
    #expect(NSNull().databaseValue == .null)
    #expect(NSNull.fromDatabaseValue(nil) != nil && NSNull.fromDatabaseValue(0) == nil)
  }
}
