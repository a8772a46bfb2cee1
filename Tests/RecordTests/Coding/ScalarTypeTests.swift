import LiveSQL
import Testing

/// Types for which containers have their own methods, stored and read back.
@Suite struct ScalarTypeTests {
  private struct Scalars: Codable, Equatable, FetchableRecord, PersistableRecord {
    var bool = true
    var int = -1
    var int8 = Int8.min
    var int16 = Int16.min
    var int32 = Int32.min
    var int64 = Int64.min
    var uint = UInt(1)
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64(Int64.max)
    var float = Float(0.5)
    var double = 1e300
    var string = "text"
  }

  private struct Optionals: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "scalars"
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var float: Float?
    var double: Double?
    var string: String?
  }

  private static let schema = """
    CREATE TABLE scalars (bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float, double, string)
    """

  @Test func `values of each type are stored and read back`() throws {
    try makeQueue(Self.schema).write { db throws in
      for _ in 1...3 { try Scalars().insert(db) }
      #expect(try Scalars.fetchAll(db) == [Scalars(), Scalars(), Scalars()])
      let stored = try Row.fetchOne(db, sql: "SELECT * FROM scalars")?.values
      #expect(
        stored == [
          1, -1, -128, -32_768, .integer(Int64(Int32.min)), .integer(.min), 1, 255, 65_535,
          .integer(Int64(UInt32.max)), .integer(.max), 0.5, 1e300, "text",
        ]
      )
    }
  }

  @Test func `optional values of each type are stored and read back`() throws {
    let full = Optionals(
      bool: false,
      int: 1,
      int8: 2,
      int16: 3,
      int32: 4,
      int64: 5,
      uint: 6,
      uint8: 7,
      uint16: 8,
      uint32: 9,
      uint64: 10,
      float: 1.5,
      double: 2.5,
      string: "x"
    )
    try makeQueue(Self.schema).write { db throws in
      for record in [full, Optionals(), full] { try record.insert(db) }
      #expect(try Optionals.fetchAll(db) == [full, Optionals(), full])
      let stored = try Row.fetchAll(db, sql: "SELECT * FROM scalars").map(\.values)
      #expect(stored[0] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.5, 2.5, "x"])
      #expect(stored[1] == [DatabaseValue](repeating: .null, count: 14))
    }
  }
}
