import DatabaseTypes
import Foundation
import Testing

@Suite struct ConversionTableTests {
  @Test(arguments: Table.readings)
  func `a stored value converts as in the table`(reading: Reading) {
    #expect(reading.mistakes().isEmpty)
  }

  @Test(arguments: Table.writings)
  func `a Swift value is stored as in the table, and converts back`(writing: Writing) throws {
    #expect(try writing.stored() == writing.expected)
    #expect(try writing.readsBack())
  }

  @Test(arguments: Table.unstorable)
  func `a value that a database cannot hold is refused`(value: Unstorable) {
    #expect(throws: ConversionFailure.self) { try value.value.checkedDatabaseValue }
  }

  @Test func `integers beyond the bounds of their type are refused`() {
    checkBounds(Int.self)
    checkBounds(Int8.self)
    checkBounds(Int16.self)
    checkBounds(Int32.self)
    checkBounds(Int64.self)
    checkBounds(UInt8.self)
    checkBounds(UInt16.self)
    checkBounds(UInt32.self)
    checkBounds(UInt.self)
    checkBounds(UInt64.self)
  }

  private func checkBounds<Value>(_ type: Value.Type)
  where Value: FixedWidthInteger & DatabaseValueConvertible & Sendable {
    let least = Int64(clamping: Value.min)
    let greatest = Int64(clamping: Value.max)
    #expect(Reading(.integer(least), reads: Value(least)).mistakes() == [])
    #expect(Reading(.integer(greatest), reads: Value(greatest)).mistakes() == [])
    if least > .min { #expect(Reading(.integer(least - 1), isNo: type).mistakes() == []) }
    if greatest < .max { #expect(Reading(.integer(greatest + 1), isNo: type).mistakes() == []) }
    #expect(Reading(.real(100), reads: Value(100)).mistakes() == [])
    for real in [0.5, -0.5, 1e20, -1e20, .infinity, -.infinity, .nan] {
      #expect(Reading(.real(real), isNo: type).mistakes() == [])
    }
  }
}

/// A Swift value and the value that is stored for it.
struct Writing: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: DatabaseValue
  let stored: @Sendable () throws -> DatabaseValue
  let readsBack: @Sendable () throws -> Bool

  init<Value: DatabaseValueConvertible & Equatable & Sendable>(
    _ value: Value,
    is expected: DatabaseValue
  ) {
    testDescription = "\(Value.self) \(value) is \(expected.sqlLiteral)"
    self.expected = expected
    stored = { try value.checkedDatabaseValue }
    readsBack = { try Value(databaseValue: try value.checkedDatabaseValue) == value }
  }
}

/// A Swift value that a database cannot hold.
///
/// It has a name because Foundation traps when it describes some of these values.
struct Unstorable: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let value: any DatabaseValueConvertible & Sendable

  init(_ name: String, _ value: any DatabaseValueConvertible & Sendable) {
    testDescription = name
    self.value = value
  }
}

enum Priority: Int, DatabaseValueConvertible { case low = 1, high }
enum Color: String, Codable, DatabaseValueConvertible { case red, green }
struct Tag: RawRepresentable, Hashable, DatabaseValueConvertible { var rawValue: String }
struct Address: Codable, Hashable, DatabaseValueConvertible {
  var street: String
  var numbers: [Int] = []
}

let uuidText = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
let uuidBytes: [UInt8] = [
  0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F,
]
