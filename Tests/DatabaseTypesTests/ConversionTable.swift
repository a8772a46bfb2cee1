import DatabaseTypes
import Foundation

/// The conversion table, line by line, in the form that the tests need.
enum Table {
  static let readings: [Reading] =
    booleans + integers + numbers + texts + bytes + dates + identifiers + decimals + ownTypes
    + optionals

  private static let booleans = [
    Reading(.null, isNo: Bool.self),
    Reading(0, reads: false),
    Reading(1, reads: true),
    Reading(-7, reads: true),
    Reading(0.0, reads: false),
    Reading(0.5, reads: true),
    Reading("1", isNo: Bool.self),
    Reading("true", isNo: Bool.self),
    Reading(.blob([1]), isNo: Bool.self),
  ]

  private static let integers = [
    Reading(.null, isNo: Int.self),
    Reading(42, reads: 42),
    Reading(42.0, reads: 42),
    Reading(-0.0, reads: 0),
    Reading(42.5, isNo: Int.self),
    Reading("42", isNo: Int.self),
    Reading("", isNo: Int.self),
    Reading(.blob([4]), isNo: Int.self),
    Reading(9_007_199_254_740_992.0, reads: 9_007_199_254_740_992),
    Reading(.real(9_223_372_036_854_775_808), isNo: Int64.self),
    Reading(.real(-9_223_372_036_854_775_808), reads: Int64.min),
    Reading(255, reads: UInt8(255)),
    Reading(-1, isNo: UInt64.self),
  ]

  private static let numbers = [
    Reading(.null, isNo: Double.self),
    Reading(2, reads: 2.0),
    Reading(2.5, reads: 2.5),
    Reading(.real(.infinity), reads: Double.infinity),
    Reading("2.5", isNo: Double.self),
    Reading(.blob([]), isNo: Double.self),
    Reading(.null, isNo: Float.self),
    Reading(2, reads: Float(2)),
    Reading(0.1, reads: Float(0.1)),
    Reading("2.5", isNo: Float.self),
    Reading(.blob([]), isNo: Float.self),
  ]

  private static let texts = [
    Reading(.null, isNo: String.self),
    Reading(1, isNo: String.self),
    Reading(1.5, isNo: String.self),
    Reading("", reads: ""),
    Reading("a\u{0}b\u{0}", reads: "a\u{0}b\u{0}"),
    Reading("naïve 🏳️‍🌈", reads: "naïve 🏳️‍🌈"),
    Reading(.blob(Array("a".utf8)), isNo: String.self),
    Reading(.null, isNo: URL.self),
    Reading(1, isNo: URL.self),
    Reading(1.5, isNo: URL.self),
    Reading("https://swift.org/a?b=c", reads: url("https://swift.org/a?b=c")),
    Reading("", isNo: URL.self),
    Reading(.blob(Array("https://swift.org".utf8)), isNo: URL.self),
  ]

  private static let bytes = [
    Reading(.null, isNo: [UInt8].self),
    Reading(1, isNo: [UInt8].self),
    Reading(1.5, isNo: [UInt8].self),
    Reading(.blob([]), reads: [UInt8]()),
    Reading(.blob([0, 255, 0]), reads: [UInt8]([0, 255, 0])),
    Reading("a\u{0}", reads: [UInt8]([97, 0])),
    Reading(.null, isNo: Data.self),
    Reading(1, isNo: Data.self),
    Reading(1.5, isNo: Data.self),
    Reading(.blob([]), reads: Data()),
    Reading(.blob([0, 255, 0]), reads: Data([0, 255, 0])),
    Reading("a\u{0}", reads: Data([97, 0])),
  ]

  private static let dates = [
    Reading(.null, isNo: Date.self),
    Reading(0, reads: Date(timeIntervalSince1970: 0)),
    Reading(-1.5, reads: Date(timeIntervalSince1970: -1.5)),
    Reading("1970-01-02", reads: Date(timeIntervalSince1970: 86_400)),
    Reading("today", isNo: Date.self),
    Reading(.blob(Array("1970-01-02".utf8)), isNo: Date.self),
  ]

  private static let identifiers = [
    Reading(.null, isNo: UUID.self),
    Reading(1, isNo: UUID.self),
    Reading(1.5, isNo: UUID.self),
    Reading(.blob(uuidBytes), reads: uuid),
    Reading(.text(uuidText), reads: uuid),
    Reading(.text(uuidText.lowercased()), reads: uuid),
    Reading(.text(String(uuidText.dropLast())), isNo: UUID.self),
    Reading(.text(uuidText + " "), isNo: UUID.self),
    Reading(.blob(uuidBytes.dropLast()), isNo: UUID.self),
    Reading(.blob(uuidBytes + [0]), isNo: UUID.self),
    Reading(.blob([]), isNo: UUID.self),
    Reading(.blob(Array(uuidText.utf8)), isNo: UUID.self),
  ]

  private static let decimals = [
    Reading(.null, isNo: Decimal.self),
    Reading(.integer(.max), reads: decimal("9223372036854775807")),
    Reading(.integer(.min), reads: decimal("-9223372036854775808")),
    Reading(0.1, reads: decimal("0.1")),
    Reading(3.14, reads: decimal("3.14")),
    Reading(1e20, reads: decimal("100000000000000000000")),
    Reading(-2.5e-7, reads: decimal("-0.00000025")),
    Reading(.real(.infinity), isNo: Decimal.self),
    Reading(.real(.nan), isNo: Decimal.self),
    Reading(1e300, isNo: Decimal.self),
    Reading("12.50", reads: decimal("12.5")),
    Reading("-.5", reads: decimal("-0.5")),
    Reading("+1e3", reads: decimal("1000")),
    Reading("1e-400", isNo: Decimal.self),
    Reading("1e400", isNo: Decimal.self),
    Reading("12.5 EUR", isNo: Decimal.self),
    Reading("NaN", isNo: Decimal.self),
    Reading("", isNo: Decimal.self),
    Reading("1,5", isNo: Decimal.self),
    Reading(.blob(Array("1".utf8)), isNo: Decimal.self),
  ]

  private static let ownTypes = [
    Reading(.null, isNo: Priority.self),
    Reading(2, reads: Priority.high),
    Reading(2.0, reads: Priority.high),
    Reading(3, isNo: Priority.self),
    Reading("2", isNo: Priority.self),
    Reading(.blob([2]), isNo: Priority.self),
    Reading("red", reads: Color.red),
    Reading("\"red\"", isNo: Color.self),
    Reading("blue", isNo: Color.self),
    Reading(1, isNo: Color.self),
    Reading("any", reads: Tag(rawValue: "any")),
    Reading(#"{"street":"a","numbers":[1]}"#, reads: Address(street: "a", numbers: [1])),
    Reading(
      .blob(Array(#"{"street":"b","numbers":[]}"#.utf8)),
      reads: Address(street: "b")
    ),
    Reading(#"{"street":1,"numbers":[]}"#, isNo: Address.self),
    Reading("{", isNo: Address.self),
    Reading("", isNo: Address.self),
    Reading(1, isNo: Address.self),
    Reading(1.5, isNo: Address.self),
    Reading(.null, isNo: Address.self),
  ]

  private static let optionals = [
    Reading(.null, reads: Int?.none),
    Reading(1, reads: Int?.some(1)),
    Reading("1", isNo: Int?.self),
    Reading(.null, reads: String?.none),
    Reading("", reads: String?.some("")),
    Reading(.null, reads: [UInt8]?.none),
    Reading(.blob([]), reads: [UInt8]?.some([])),
    Reading(.null, reads: Priority?.none),
    Reading(1, reads: Priority?.some(.low)),
    Reading(3, isNo: Priority?.self),
    Reading(.null, reads: Address?.none),
    Reading(.null, reads: DatabaseValue.null),
    Reading(.blob([1]), reads: DatabaseValue.blob([1])),
  ]

  static let writings = [
    Writing(true, is: 1),
    Writing(false, is: 0),
    Writing(Int.max, is: .integer(.max)),
    Writing(Int.min, is: .integer(.min)),
    Writing(Int8.min, is: -128),
    Writing(Int16.min, is: -32_768),
    Writing(Int32.min, is: -2_147_483_648),
    Writing(Int64.min, is: .integer(.min)),
    Writing(UInt(7), is: 7),
    Writing(UInt8.max, is: 255),
    Writing(UInt16.max, is: 65_535),
    Writing(UInt32.max, is: 4_294_967_295),
    Writing(UInt64(Int64.max), is: .integer(.max)),
    Writing(1.5, is: 1.5),
    Writing(Double.greatestFiniteMagnitude, is: .real(.greatestFiniteMagnitude)),
    Writing(Float(1.5), is: 1.5),
    Writing(Float.greatestFiniteMagnitude, is: .real(Double(Float.greatestFiniteMagnitude))),
    Writing("a\u{0}b", is: .text("a\u{0}b")),
    Writing("", is: ""),
    Writing([UInt8](), is: .blob([])),
    Writing([UInt8]([0, 1]), is: .blob([0, 1])),
    Writing(Data(), is: .blob([])),
    Writing(Data([0, 1, 2]).dropFirst(), is: .blob([1, 2])),
    Writing(Date(timeIntervalSince1970: 0.25), is: "1970-01-01 00:00:00.250"),
    Writing(uuid, is: .text(uuidText.lowercased())),
    Writing(url("https://swift.org/a b"), is: "https://swift.org/a%20b"),
    Writing(decimal("12.50"), is: "12.5"),
    Writing(
      decimal("-0.00000000000000000000000000000000000001"),
      is: "-0.00000000000000000000000000000000000001"
    ),
    Writing(Priority.high, is: 2),
    Writing(Color.green, is: "green"),
    Writing(Tag(rawValue: "x"), is: "x"),
    Writing(Address(street: "a", numbers: [1, 2]), is: #"{"numbers":[1,2],"street":"a"}"#),
    Writing(Int?.none, is: .null),
    Writing(Int?.some(1), is: 1),
    Writing(Priority?.none, is: .null),
    Writing(Color?.some(.red), is: "red"),
    Writing(DatabaseValue.text("x"), is: "x"),
  ]

  static let unstorable = [
    Unstorable("UInt64.max", UInt64.max),
    Unstorable("Int64.max + 1", UInt64(Int64.max) + 1),
    Unstorable("UInt.max", UInt.max),
    Unstorable("an optional UInt64.max", UInt64?.some(.max)),
    Unstorable("a distant date", Date.distantFuture.addingTimeInterval(1e12)),
    Unstorable("a date that is not a number", Date(timeIntervalSince1970: .nan)),
    Unstorable("an infinite date", Date(timeIntervalSince1970: .infinity)),
    Unstorable("a decimal that is not a number", Decimal.nan),
    Unstorable("JSON that is not a number", Ratio(value: .nan)),
  ]
}

/// A type with values that JSON cannot represent.
struct Ratio: Codable, DatabaseValueConvertible { var value: Double }

private let uuid = UUID(uuidString: uuidText) ?? UUID()

private func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
