import DatabaseTypes
import Foundation
import LiveSQL
import Testing

/// Rules of encoding: a record stores the same values however it is encoded, and coders get their
/// user info.
@Suite struct EncodingRuleTests {
  static let date = Date(timeIntervalSince1970: 1_795_249_800)

  struct Event: Codable, Hashable, FetchableRecord, PersistableRecord {
    var eventName: String
    var at: Date
    var key: UUID?
    static let databaseTableName = "event"
    static let databaseColumnEncodingStrategy = DatabaseColumnEncodingStrategy.convertToSnakeCase
    static let databaseColumnDecodingStrategy = DatabaseColumnDecodingStrategy.convertFromSnakeCase

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
      .secondsSince1970
    }

    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .lowercaseString
    }
  }

  static let event = Event(
    eventName: "start",
    at: date,
    key: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  )

  private func expectEncoded(_ container: PersistenceContainer) {
    #expect(container.columns == ["event_name", "at", "key"])
    #expect(container.databaseValue(forColumn: "at") == .integer(1_795_249_800))
    #expect(
      container.databaseValue(forColumn: "key") == .text("01020304-0506-0708-090a-0b0c0d0e0f10")
    )
  }

  @Test func `a record encodes itself into a new container by its strategies`() throws {
    var container = PersistenceContainer()
    try Self.event.encode(to: &container)
    expectEncoded(container)
  }

  @Test func `a record within another one is encoded by its own strategies`() throws {
    struct Wrapper: PersistableRecord {
      var event: Event
      static let databaseTableName = "event"

      func encode(to container: inout PersistenceContainer) throws {
        try event.encode(to: &container)
        container["seen"] = EncodingRuleTests.date
      }
    }
    var container = PersistenceContainer()
    try Wrapper(event: Self.event).encode(to: &container)
    #expect(container.columns == ["event_name", "at", "key", "seen"])
    #expect(container.databaseValue(forColumn: "at") == .integer(1_795_249_800))
    // The values that the outer record sets are stored by its strategies.
    #expect(container.databaseValue(forColumn: "seen")?.storageClass == .text)
    try makeQueue("CREATE TABLE event (event_name, at, key, seen)").write { db throws in
      try Wrapper(event: Self.event).insert(db)
      try Wrapper(event: Self.event).insert(db)
      let types = try String.fetchAll(db, sql: "SELECT typeof(at) || typeof(seen) FROM event")
      #expect(types == ["integertext", "integertext"])
    }
  }

  // MARK: Records in single-value containers

  /// A record that is encoded as the record it wraps.
  struct Boxed: Codable, Hashable, FetchableRecord, PersistableRecord {
    var event: Event
    static let databaseTableName = "event"

    init(event: Event) { self.event = event }

    init(from decoder: any Decoder) throws {
      event = try decoder.singleValueContainer().decode(Event.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(event)
    }
  }

  /// A record that encodes itself through one of the library's containers, and that is wrapped.
  struct Written: Codable, Hashable, FetchableRecord, EncodableRecord {
    var name: String

    init(name: String) { self.name = name }
    init(row: Row) throws { name = try row.decode(String.self, forColumn: "event_name") }

    func encode(to container: inout PersistenceContainer) { container["event_name"] = name }
  }

  struct Outer<Value: Codable & Hashable & Sendable>: Codable, Hashable, FetchableRecord,
    PersistableRecord
  {
    var value: Value
    static var databaseTableName: String { "event" }

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private func roundTrip<Record: FetchableRecord & PersistableRecord & Equatable>(_ record: Record)
    throws
  {
    try makeQueue("CREATE TABLE event (event_name, at, key)").write { db throws in
      for _ in 0..<3 { try record.insert(db) }
      #expect(try Record.fetchAll(db) == [record, record, record])
      #expect(try Record.fetchOne(db) == record)
      #expect(try Row.fetchOne(db, sql: "SELECT event_name FROM event")?.values == [.text("start")])
    }
  }

  @Test func `a record in a single-value container is stored as it would be without`() throws {
    try roundTrip(Boxed(event: Self.event))
    try roundTrip(Outer(Self.event))
    try roundTrip(Outer(Outer(Self.event)))
    try roundTrip(Outer(Written(name: "start")))
    try roundTrip(Outer(Boxed(event: Self.event)))
    try makeQueue("CREATE TABLE event (event_name, at, key)").write { db throws in
      try Boxed(event: Self.event).insert(db)
      try Outer(Self.event).insert(db)
      let stored = try Row.fetchAll(db, sql: "SELECT typeof(at), typeof(key) FROM event")
      #expect(
        stored.map(\.values) == [
          [.text("integer"), .text("text")], [.text("integer"), .text("text")],
        ]
      )
    }
  }

  /// A type that is decoded as the value it wraps, but is not a record.
  struct Holder<Value: Decodable & Sendable>: Decodable, Sendable {
    var value: Value

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
  }

  @Test func `a wrapped record is found among associated rows`() throws {
    struct Info: Decodable, FetchableRecord {
      var id: Int
      var b: Holder<Part>?
      var cs: Holder<[Holder<Part>]>
    }
    struct Part: FetchableRecord, Decodable, Sendable {
      var number: Int
      init(row: Row) throws { number = try row.decode(Int.self, forColumn: "id") }
    }
    let request = ThreeTables.A.including(optional: ThreeTables.A.b)
      .including(all: ThreeTables.A.cs.order(Column("id"))).order(Column("id"))
    let found = try ThreeTables.database().read { db throws in
      try request.asRequest(of: Info.self).fetchAll(db)
    }
    #expect(found.map { $0.b?.value.number } == [1, 2, 3, nil, 1])
    #expect(found.map { $0.cs.value.map(\.value.number) } == [[10, 11], [20], [], [], [10, 11]])
  }

  // MARK: Input of coders

  static let scale = CodingUserInfoKey(rawValue: "scale")

  struct Scaled: Codable, FetchableRecord, PersistableRecord {
    var value: Int
    static let databaseTableName = "scaled"
    static var databaseDecodingUserInfo: [CodingUserInfoKey: Any] {
      EncodingRuleTests.scale.map { [$0: 10] } ?? [:]
    }
    static var databaseEncodingUserInfo: [CodingUserInfoKey: Any] {
      EncodingRuleTests.scale.map { [$0: 10] } ?? [:]
    }

    enum CodingKeys: CodingKey { case value }

    init(value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
      let scale = EncodingRuleTests.scale.flatMap { decoder.userInfo[$0] as? Int } ?? 1
      value =
        try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value) / scale
    }

    func encode(to encoder: any Encoder) throws {
      let scale = EncodingRuleTests.scale.flatMap { encoder.userInfo[$0] as? Int } ?? 1
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value * scale, forKey: .value)
    }
  }

  struct SendableScaled: Codable, FetchableRecord, PersistableRecord {
    var value: Int
    static let databaseTableName = "scaled"
    static let databaseDecodingUserInfo: [CodingUserInfoKey: any Sendable] =
      EncodingRuleTests.scale.map { [$0: 10] } ?? [:]
    static let databaseEncodingUserInfo: [CodingUserInfoKey: any Sendable] =
      EncodingRuleTests.scale.map { [$0: 10] } ?? [:]

    init(value: Int) { self.value = value }

    init(from decoder: any Decoder) throws { value = try Scaled(from: decoder).value }

    func encode(to encoder: any Encoder) throws { try Scaled(value: value).encode(to: encoder) }
  }

  @Test func `the user info reaches coders, whichever type its property has`() throws {
    try makeQueue("CREATE TABLE scaled (value)").write { db throws in
      for _ in 0..<2 {
        try Scaled(value: 3).insert(db)
        try SendableScaled(value: 3).insert(db)
      }
      #expect(try Int.fetchAll(db, sql: "SELECT value FROM scaled") == [30, 30, 30, 30])
      #expect(try Scaled.fetchAll(db).map(\.value) == [3, 3, 3, 3])
      #expect(try SendableScaled.fetchAll(db).map(\.value) == [3, 3, 3, 3])
    }
  }
}
