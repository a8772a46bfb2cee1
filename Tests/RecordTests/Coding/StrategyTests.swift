import Foundation
import LiveSQL
import Testing

/// The strategies by which records store values, which are read back unchanged.
@Suite struct StrategyTests {
  static let date = Date(timeIntervalSince1970: 1_795_249_800)
  static let uuid = UUID(
    uuid: (
      0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F
    )
  )

  /// Returns the stored value of a record's only column, and the record that is decoded from it.
  private func roundTrip<Record: FetchableRecord & PersistableRecord>(
    _ record: Record
  ) throws -> (stored: DatabaseValue?, record: Record?) {
    let queue = try makeQueue("CREATE TABLE box (value)")
    return try queue.write { db throws in
      try record.insert(db)
      let stored = try Row.fetchOne(db, sql: "SELECT value FROM box")?.values.first
      // Twice: the first record is encoded in another way than the next ones.
      try record.insert(db)
      return (stored, try Record.fetchAll(db).last)
    }
  }

  // MARK: Dates

  struct Plain: Dated { var value: Date }
  struct Reference: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.timeIntervalSinceReferenceDate
    static let decoding = DatabaseDateDecodingStrategy.timeIntervalSinceReferenceDate
  }
  struct Since1970: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.timeIntervalSince1970
    static let decoding = DatabaseDateDecodingStrategy.timeIntervalSince1970
  }
  struct Seconds: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.secondsSince1970
  }
  struct Milliseconds: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.millisecondsSince1970
    static let decoding = DatabaseDateDecodingStrategy.millisecondsSince1970
  }
  struct ISO: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.iso8601
    static let decoding = DatabaseDateDecodingStrategy.iso8601
  }
  struct Custom: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.custom {
      "at \(Int($0.timeIntervalSince1970))"
    }
    static let decoding = DatabaseDateDecodingStrategy.custom { value in
      guard case .text(let text) = value, let number = Double(text.dropFirst(3)) else { return nil }
      return Date(timeIntervalSince1970: number)
    }
  }
  struct Formatted: Dated {
    var value: Date
    static let encoding = DatabaseDateEncodingStrategy.formatted(formatter())
    static let decoding = DatabaseDateDecodingStrategy.formatted(formatter())

    private static func formatter() -> DateFormatter {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "dd.MM.yyyy HH:mm:ss"
      return formatter
    }
  }

  @Test func `dates are stored by their strategy and read back`() throws {
    try check(Plain(value: Self.date), "2026-11-21 08:30:00.000")
    try check(Reference(value: Self.date), .real(1_795_249_800 - 978_307_200))
    try check(Since1970(value: Self.date), .real(1_795_249_800))
    try check(Seconds(value: Self.date), .integer(1_795_249_800))
    try check(Milliseconds(value: Self.date), .integer(1_795_249_800_000))
    try check(ISO(value: Self.date), "2026-11-21T08:30:00Z")
    try check(Custom(value: Self.date), "at 1795249800")
    try check(Formatted(value: Self.date), "21.11.2026 08:30:00")
  }

  private func check<Record: Box & Equatable>(
    _ record: Record,
    _ stored: DatabaseValue
  ) throws {
    let result = try roundTrip(record)
    #expect(result.stored == stored)
    #expect(result.record == record)
    #expect(try Record(row: Row(["value": stored])) == record)
    #expect(try record.databaseDictionary == ["value": stored])
  }

  // MARK: UUIDs and data

  struct Unsaid: Box, Equatable { var value: UUID }
  struct Bytes: Box, Equatable {
    var value: UUID
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .bytes
    }
  }
  struct Upper: Box, Equatable {
    var value: UUID
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .uppercaseString
    }
  }
  struct Lower: Box, Equatable {
    var value: UUID?
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .lowercaseString
    }
  }

  @Test func `UUIDs are stored by their strategy and read back`() throws {
    try check(Unsaid(value: Self.uuid), "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    try check(Bytes(value: Self.uuid), .blob(withUnsafeBytes(of: Self.uuid.uuid) { [UInt8]($0) }))
    try check(Upper(value: Self.uuid), "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    try check(Lower(value: Self.uuid), "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    try check(Lower(value: nil), .null)
  }

  struct Raw: Box, Equatable { var value: Data }
  struct Text: Box, Equatable {
    var value: Data
    static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy {
      .text
    }
  }
  struct Reversed: Box, Equatable {
    var value: Data
    static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy {
      .custom { Data($0.reversed()) }
    }
    static func databaseDataDecodingStrategy(for column: String) -> DatabaseDataDecodingStrategy {
      .custom { value in
        guard case .blob(let bytes) = value else { return nil }
        return Data(bytes.reversed())
      }
    }
  }

  @Test func `data values are stored by their strategy and read back`() throws {
    try check(Raw(value: Data()), .blob([]))
    try check(Raw(value: Data([1, 0, 2])), .blob([1, 0, 2]))
    try check(Text(value: Data("a".utf8)), "a")
    try check(Reversed(value: Data([1, 2])), .blob([2, 1]))
    let record = Text(value: Data([0xFF]))
    #expect(throws: RecordError.self) { try record.databaseDictionary }
  }

  // MARK: Other values

  enum Color: String, Codable { case red, blue }
  enum Level: Int, Codable, DatabaseValueConvertible { case low, high }
  struct Colored: Box, Equatable { var value: Color }
  struct MaybeColored: Box, Equatable { var value: Color? }
  struct Leveled: Box, Equatable { var value: Level }
  struct Point: Codable, Equatable {
    var x: Double
    var when: Date?
  }
  struct Pointed: Box, Equatable { var value: Point }
  struct Listed: Box, Equatable { var value: [String] }
  struct MaybePointed: Box, Equatable { var value: Point? }
  struct Linked: Box, Equatable { var value: URL }
  struct Wrapped: Codable, Equatable {
    var name: String
    init(name: String) { self.name = name }
    init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
  struct Wrapping: Box, Equatable { var value: Wrapped }

  @Test func `enumerations are stored by their raw values`() throws {
    try check(Colored(value: .blue), "blue")
    try check(MaybeColored(value: .red), "red")
    try check(MaybeColored(value: nil), .null)
    try check(Leveled(value: .high), 1)
    let error = #expect(throws: DecodingFailure.self) { try Colored(row: Row(["value": "secret"])) }
    #expect(error?.column == "value")
    #expect(!"\(String(describing: error))".contains("secret"))
  }

  @Test func `values with keys or elements are stored as JSON`() throws {
    try check(Pointed(value: Point(x: 1.5, when: Self.date)), #"{"when":1795249800000,"x":1.5}"#)
    try check(MaybePointed(value: Point(x: 1)), #"{"x":1}"#)
    try check(MaybePointed(value: nil), .null)
    try check(Listed(value: ["a", "b"]), #"["a","b"]"#)
    let error = #expect(throws: DecodingFailure.self) { try Pointed(row: Row(["value": "{}"])) }
    #expect(error?.column == "value")
  }

  @Test func `values that convert themselves or wrap one value are stored as one value`() throws {
    let url = try #require(URL(string: "https://example.com/a"))
    try check(Linked(value: url), "https://example.com/a")
    try check(Wrapping(value: Wrapped(name: "n")), "n")
  }

  struct Real: Box, Equatable { var value: Double }
  struct Unsigned: Box, Equatable { var value: UInt64 }

  @Test func `an error names the column of a value that cannot be stored`() throws {
    let error = #expect(throws: RecordError.self) {
      try Unsigned(value: .max).databaseDictionary
    }
    guard case .cannotBeStored(let column, _, _) = error else {
      Issue.record("Unexpected error: \(String(describing: error))")
      return
    }
    #expect(column == "value")
  }

  // MARK: Names of columns

  struct Snake: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "box"
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
      .convertToSnakeCase
    }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
      .convertFromSnakeCase
    }
    var playerName: String
    var score: Int?
  }

  @Test func `names are converted to snake case and back`() throws {
    let queue = try makeQueue("CREATE TABLE box (player_name TEXT, score INTEGER)")
    try queue.write { db throws in
      let record = Snake(playerName: "a", score: nil)
      try record.insert(db)
      try record.insert(db)
      #expect(try Snake.fetchAll(db) == [record, record])
    }
    let error = #expect(throws: DecodingFailure.self) { try Snake(row: Row(["score": 1])) }
    #expect(error?.column == "player_name")
  }

  struct Words: Encodable, EncodableRecord {
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
      .convertToSnakeCase
    }
    var playerID = 1
    var myURLProperty = 2
    var id = 3
    var a1B = 4
    var _hidden = 5
  }

  @Test func `coding keys become column names in snake case`() throws {
    #expect(
      try PersistenceContainer(of: Words()).columns
        == ["player_id", "my_url_property", "id", "a1_b", "_hidden"]
    )
  }

  struct Prefixed: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "box"
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
      .custom { "c_" + $0.stringValue }
    }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
      .custom { Key(stringValue: String($0.dropFirst(2))) }
    }
    var name: String
  }
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func `names are converted by a closure`() throws {
    let queue = try makeQueue("CREATE TABLE box (c_name TEXT)")
    try queue.write { db throws in
      try Prefixed(name: "a").insert(db)
      #expect(try Prefixed.fetchAll(db) == [Prefixed(name: "a")])
    }
  }
}

/// A record with one column.
protocol Box: Codable, FetchableRecord, PersistableRecord, Sendable {}

extension Box {
  static var databaseTableName: String { "box" }
}

/// A record with a date.
protocol Dated: Box, Equatable {
  static var encoding: DatabaseDateEncodingStrategy { get }
  static var decoding: DatabaseDateDecodingStrategy { get }
}

extension Dated {
  static var encoding: DatabaseDateEncodingStrategy { .deferredToDate }
  static var decoding: DatabaseDateDecodingStrategy { .deferredToDate }
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
    encoding
  }
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    decoding
  }
}
