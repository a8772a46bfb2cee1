import DatabaseTypes
import Foundation
import Testing

/// Values that no database can store.
@Suite struct UnstorableValueTests {
  enum Level: UInt64, DatabaseValueConvertible {
    case low = 1
    case highest = 18_446_744_073_709_551_615
  }
  struct Size: Codable, DatabaseValueConvertible { var width = 1.0 }
  struct Cents: Codable, DatabaseValueConvertible {
    var cents: UInt64
    var databaseValue: DatabaseValue { cents.databaseValue }
  }

  @Test func `reading the stored value needs no try`() throws {
    func stored(_ value: some DatabaseValueConvertible) -> DatabaseValue { value.databaseValue }
    #expect(stored(UInt(7)) == 7)
    #expect(stored(Level.low) == 1)
    #expect(stored(Level?.none) == .null)
    #expect(stored(Size()) == #"{"width":1}"#)
    #expect(stored(Decimal(string: "1.5") ?? 0) == "1.5")
    #expect(stored(NSDate(timeIntervalSince1970: 0)) == "1970-01-01 00:00:00.000")
    #expect(stored(NSNumber(value: 7)) == 7)
  }

  @Test func `an unstorable value has no other value in its place`() {
    let values: [any DatabaseValueConvertible] = [
      UInt64.max, UInt.max, Level.highest, Level?.some(.highest), Size(width: .infinity),
      Cents(cents: .max), Decimal.nan, Date(timeIntervalSince1970: 1e300),
      NSNumber(value: UInt64.max), NSDate(timeIntervalSince1970: 1e300),
      DatabaseDateComponents(DateComponents(month: 13), format: .YMD), DatabaseValue.unstorable,
    ]
    for value in values {
      #expect(value.databaseValue.isUnstorable)
      #expect(throws: ConversionFailure.self) { try value.checkedDatabaseValue }
    }
  }

  @Test func `the reason is the raw value's, and the encoder's`() {
    let level = #expect(throws: ConversionFailure.self) { try Level.highest.checkedDatabaseValue }
    #expect(level?.reason == "it is above Int64.max")
    let size = #expect(throws: ConversionFailure.self) {
      try Size(width: .infinity).checkedDatabaseValue
    }
    #expect(size?.reason == "it cannot be encoded as JSON")
  }

  @Test func `a type's own stored value comes before its JSON`() throws {
    #expect(try Cents(cents: 5).checkedDatabaseValue == 5)
  }

  @Test func `a number that is not one is not mistaken for it`() {
    #expect(!Double.nan.databaseValue.isUnstorable)
    #expect(!DatabaseValue.real(.signalingNaN).isUnstorable)
  }
}
