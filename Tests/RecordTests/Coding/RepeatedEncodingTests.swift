import Foundation
import LiveSQL
import Testing

/// Records of one type that are inserted one after the other: the order of keys that the first ones
/// taught must not break the next ones.
@Suite struct RepeatedEncodingTests {
  /// A record that encodes itself by a closure.
  struct Free: Encodable, PersistableRecord {
    static let databaseTableName = "thing"

    enum CodingKeys: CodingKey { case id, a, b }
    typealias Keys = KeyedEncodingContainer<CodingKeys>

    let write: (inout Keys) throws -> Void

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try write(&container)
    }
  }

  struct Stop: Error {}

  static let schema = "CREATE TABLE thing (id INTEGER PRIMARY KEY, a DEFAULT 'none', b)"

  private func rows(_ body: (Database) throws -> Void) throws -> [String] {
    let queue = try makeQueue(Self.schema)
    return try queue.write { db throws in
      try body(db)
      return try String.fetchAll(
        db,
        sql:
          "SELECT id || ' ' || coalesce(a, '-') || ' ' || coalesce(b, '-') FROM thing ORDER BY id"
      )
    }
  }

  private func write(_ id: Int, _ keys: [Free.CodingKeys]) -> Free {
    Free { container in
      try container.encode(id, forKey: .id)
      for key in keys { try container.encode("\(key.stringValue)\(id)", forKey: key) }
    }
  }

  @Test func `keys may come in another order`() throws {
    let rows = try rows { db in
      for id in 1...6 { try write(id, id % 2 == 0 ? [.a, .b] : [.b, .a]).insert(db) }
    }
    #expect(rows == (1...6).map { "\($0) a\($0) b\($0)" })
  }

  /// A record whose columns store dates in different ways.
  struct Moments: Encodable, PersistableRecord {
    static let databaseTableName = "thing"

    let id: Int
    let keys: [Free.CodingKeys]

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
      column == "a" ? .secondsSince1970 : .millisecondsSince1970
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Free.CodingKeys.self)
      try container.encode(id, forKey: .id)
      for key in keys { try container.encode(Date(timeIntervalSince1970: 1), forKey: key) }
    }
  }

  @Test func `keys in another order are stored by the strategies of their columns`() throws {
    let rows = try rows { db in
      for id in 1...6 {
        let keys: [Free.CodingKeys] = id % 2 == 0 ? [.a, .b] : [.b, .a]
        try Moments(id: id, keys: keys).insert(db)
      }
    }
    #expect(rows == (1...6).map { "\($0) 1 1000" })
  }

  @Test func `keys may be left out`() throws {
    let rows = try rows { db in
      for id in 1...3 { try write(id, [.a, .b]).insert(db) }
      try write(4, [.a]).insert(db)
      try write(5, [.b]).insert(db)
      try write(6, []).insert(db)
      try write(7, [.a, .b]).insert(db)
    }
    #expect(rows.suffix(5) == ["3 a3 b3", "4 a4 -", "5 none b5", "6 none -", "7 a7 b7"])
  }

  @Test func `the last value counts if a key is encoded twice`() throws {
    let rows = try rows { db in
      for id in 1...3 { try write(id, [.a, .b]).insert(db) }
      for id in 4...6 {
        try Free { container in
          try container.encode(id, forKey: .id)
          try container.encode("first", forKey: .a)
          try container.encode("b", forKey: .b)
          try container.encodeNil(forKey: .a)
        }.insert(db)
      }
      try write(7, [.a, .a, .b, .b]).insert(db)
    }
    #expect(rows.suffix(4) == ["4 - b", "5 - b", "6 - b", "7 a7 b7"])
  }

  @Test func `a column can have values of several types`() throws {
    let types = try makeQueue(Self.schema).write { db throws in
      for id in 1...8 {
        try Free { container in
          try container.encode(id, forKey: .id)
          switch id % 4 {
          case 0: try container.encode(0.5, forKey: .a)
          case 1: try container.encode(Data([1]), forKey: .a)
          case 2: try container.encodeIfPresent(nil as String?, forKey: .a)
          default: try container.encode(String(repeating: "long ", count: 9), forKey: .a)
          }
          try container.encode([id], forKey: .b)
        }.insert(db)
      }
      return try String.fetchAll(db, sql: "SELECT typeof(a) || b FROM thing ORDER BY id")
    }
    #expect(
      types == [
        "blob[1]", "null[2]", "text[3]", "real[4]", "blob[5]", "null[6]", "text[7]", "real[8]",
      ]
    )
  }

  @Test func `a record that throws halfway does not affect the next one`() throws {
    let rows = try rows { db in
      for id in 1...3 { try write(id, [.a, .b]).insert(db) }
      for id in 4...5 {
        #expect(throws: Stop.self) {
          try Free { container in
            try container.encode(id, forKey: .id)
            try container.encode("lost", forKey: .a)
            throw Stop()
          }.insert(db)
        }
        #expect(throws: RecordError.self) {
          try Free { container in
            try container.encode(id, forKey: .id)
            try container.encode(UInt64.max, forKey: .a)
          }.insert(db)
        }
        #expect(throws: RecordError.self) { try Free { _ in }.insert(db) }
        try write(id, [.a, .b]).insert(db)
      }
    }
    #expect(rows == (1...5).map { "\($0) a\($0) b\($0)" })
  }

  @Test func `a record can insert others while it is encoded`() throws {
    let rows = try rows { db in
      for id in 1...4 {
        try Free { container in
          try container.encode(id, forKey: .id)
          try container.encode("a", forKey: .a)
          try write(10 + id, [.a, .b]).insert(db)
          try write(20 + id, [.b]).insert(db)
          try container.encode("b", forKey: .b)
        }.insert(db)
      }
    }
    #expect(rows[0..<4] == ["1 a b", "2 a b", "3 a b", "4 a b"])
    #expect(rows[4..<8] == ArraySlice((11...14).map { "\($0) a\($0) b\($0)" }))
    #expect(rows[8..<12] == ArraySlice((21...24).map { "\($0) none b\($0)" }))
  }

  @Test func `a row that violates a constraint does not affect the next one`() throws {
    var configuration = Configuration()
    configuration.showsArgumentsInErrors = true
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { db throws in
      try db.execute(sql: Self.schema)
      for id in 1...3 { try write(id, [.a, .b]).insert(db) }
      let error = #expect(throws: DatabaseError.self) { try write(3, [.a, .b]).insert(db) }
      #expect(error?.arguments?.values == [3, "a3", "b3"])
      try write(3, [.a, .b]).insert(db, onConflict: .ignore)
      try write(3, [.a]).insert(db, onConflict: .replace)
      try write(4, [.a, .b]).insert(db)
      #expect(
        try String.fetchAll(db, sql: "SELECT id || a || coalesce(b, '-') FROM thing")
          == ["1a1b1", "2a2b2", "3a3-", "4a4b4"]
      )
    }
  }
}

extension RepeatedEncodingTests {
  /// A coding key that is stored as text, not as a byte.
  struct NameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }

  struct Named: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    let values: [(String, Int)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NameKey.self)
      for (name, value) in values { try container.encode(value, forKey: NameKey(name)) }
    }
  }

  @Test func `keys can be any text`() throws {
    let rows = try rows { db in
      for id in 1...3 { try Named(values: [("id", id), ("a", 7), ("b", 8)]).insert(db) }
      try Named(values: [("b", 5), ("ID", 4), ("B", 6)]).insert(db)
    }
    #expect(rows == ["1 7 8", "2 7 8", "3 7 8", "4 none 6"])
  }

  /// A record with keys of two types whose cases have the same byte.
  struct Split: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    enum Keys: CodingKey { case id, a }
    enum OtherKeys: CodingKey { case b, a }
    let id: Int
    let isSwapped: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(id, forKey: .id)
      var other = container.superEncoder().container(keyedBy: OtherKeys.self)
      if isSwapped {
        try other.encode("b", forKey: .b)
        try container.encode("a", forKey: .a)
      } else {
        try container.encode("a", forKey: .a)
        try other.encode("b", forKey: .b)
      }
    }
  }

  @Test func `a record can have keys of several types`() throws {
    let rows = try rows { db in
      for id in 1...6 { try Split(id: id, isSwapped: id > 3).insert(db) }
    }
    #expect(rows == (1...6).map { "\($0) a b" })
  }

  class Base: Encodable, PersistableRecord {
    class var databaseTableName: String { "thing" }
    let id: Int
    init(id: Int) { self.id = id }
  }

  final class Derived: Base {
    private enum CodingKeys: CodingKey { case a, b }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("a", forKey: .a)
      try container.encode("b", forKey: .b)
    }
  }

  @Test func `objects of a class and of its superclass can alternate`() throws {
    let rows = try rows { db in
      for id in 1...6 {
        let record = id % 2 == 0 ? Base(id: id) : Derived(id: id)
        try record.insert(db)
      }
      try Derived(id: 7).insert(db)
      try Derived(id: 8).insert(db)
    }
    #expect(
      rows == ["1 a b", "2 none -", "3 a b", "4 none -", "5 a b", "6 none -", "7 a b", "8 a b"]
    )
  }

  /// A record that is encoded as the one it wraps.
  struct Wrapper: Encodable, PersistableRecord {
    static let databaseTableName = "thing"
    let wrapped: Split

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrapped)
    }
  }

  @Test func `a record and one that wraps it can alternate`() throws {
    let rows = try rows { db in
      for id in 1...6 {
        let record = Split(id: id, isSwapped: false)
        if id % 2 == 0 { try record.insert(db) } else { try Wrapper(wrapped: record).insert(db) }
      }
    }
    #expect(rows == (1...6).map { "\($0) a b" })
  }

  struct Computed: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "computed"
    let id: Int
    let double: Int
    let name: String?
  }

  @Test func `columns that the database computes are not written`() throws {
    let queue = try makeQueue(
      "CREATE TABLE computed (id INTEGER PRIMARY KEY, double AS (2 * id), name TEXT)"
    )
    let records = try queue.write { db throws in
      for id in 1...4 { try Computed(id: id, double: 0, name: "n\(id)").insert(db) }
      return try Computed.fetchAll(db)
    }
    #expect(records == (1...4).map { Computed(id: $0, double: 2 * $0, name: "n\($0)") })
  }

  @Test func `a schema change between two records is noticed`() throws {
    let queue = try makeQueue("CREATE TABLE computed (id INTEGER PRIMARY KEY, double, name)")
    try queue.write { db throws in
      for id in 1...3 { try Computed(id: id, double: 1, name: nil).insert(db) }
      try db.execute(sql: "DROP TABLE computed")
      #expect(throws: (any Error).self) { try Computed(id: 4, double: 1, name: nil).insert(db) }
      try db.execute(sql: "CREATE TABLE computed (id, double AS (id + 1), name)")
      for id in 5...7 { try Computed(id: id, double: 1, name: nil).insert(db) }
      #expect(try Int.fetchAll(db, sql: "SELECT double FROM computed") == [6, 7, 8])
    }
  }

  @Test func `a nested container in a record is refused, although the other keys are columns`()
    throws
  {
    let queue = try makeQueue(Self.schema)
    let nested: [(inout Free.Keys) -> Void] = [
      { _ = $0.nestedUnkeyedContainer(forKey: .a) },
      { _ = $0.nestedContainer(keyedBy: Free.CodingKeys.self, forKey: .a) },
    ]
    for nest in nested {
      // The first record teaches the order of keys, and the second one is written by it.
      for id in 1...2 {
        let record = Free { container in
          try container.encode(id, forKey: .id)
          nest(&container)
        }
        #expect(throws: RecordError.self) { try queue.write { try record.insert($0) } }
      }
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing") } == 0)
  }

  @Table("thing")
  struct Both: Codable, Equatable, FetchableRecord, PersistableRecord {
    let id: Int
    var a: String?
    var b: Double
  }

  @Test func `tables that are records are inserted and read back`() throws {
    let records = (1...5).map { Both(id: $0, a: $0 % 2 == 0 ? nil : "a\($0)", b: 0.5) }
    let queue = try makeQueue(Self.schema)
    try queue.write { db throws in
      for record in records { try record.insert(db) }
      #expect(try Both.fetchAll(db) == records)
      #expect(throws: DatabaseError.self) { try records[2].insert(db) }
      #expect(throws: RecordError.self) { try Both(id: 6, b: .nan).insert(db) }
      try Both(id: 6, b: 1).insert(db)
      #expect(try Both.fetchCount(db) == 6)
    }
  }

  @Table("thing")
  struct Tagged: Codable, Equatable, FetchableRecord, PersistableRecord {
    enum Tag: String, Codable, QueryBindable { case new, old }

    let id: Int
    var a: Tag?
    var b: Tag?
  }

  @Test func `optional custom values are read in any position`() throws {
    let records = [Tagged(id: 1, a: .new, b: nil), Tagged(id: 2, a: nil, b: .old), Tagged(id: 3)]
    let queue = try makeQueue(Self.schema)
    try queue.write { db throws in
      for record in records { try record.insert(db) }
      #expect(try Tagged.fetchAll(db, sql: "SELECT * FROM thing ORDER BY id") == records)
      #expect(try Tagged.filter(Column("b") == nil).fetchCount(db) == 2)
    }
  }
}
