import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Round trips of values through a real server.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ValueTests {
  let connection: PostgresConnection

  init() throws {
    connection = try PostgresConnection(PostgresTestServer.shared.get().configuration())
  }

  /// Returns a parameter of a type as it comes back: read in binary, and read as text next to a
  /// column of an unknown type.
  private func returned(_ value: PostgresValue, _ type: String) throws -> [PostgresValue] {
    let binary = try connection.execute("SELECT $1::\(type)", [value])
    let text = try connection.execute("SELECT $1::\(type), '10.0.0.0/8'::cidr", [value])
    #expect(binary.columns.areBinary)
    #expect(!text.columns.areBinary)
    return try [binary.values()[0][0], text.values()[0][0]]
  }

  private func check(_ value: PostgresValue, _ type: String) throws {
    for back in try returned(value, type) {
      if case .double(let number) = value, number.isNaN {
        guard case .double(let other) = back, other.isNaN else {
          Issue.record("NaN came back as \(back)")
          continue
        }
        continue
      }
      #expect(back == value, "\(type): \(value.text ?? "") came back as \(back.text ?? "NULL")")
    }
  }

  private static let plain: [(String, [PostgresValue])] = {
    var cases: [(String, [PostgresValue])] = []
    func add(_ type: String, _ values: PostgresValue...) { cases.append((type, values)) }
    add("bool", true, false)
    add("int2", 0, -1, 32767, -32768)
    add("int4", 0, 1, .integer(Int64(Int32.max)), .integer(Int64(Int32.min)))
    add("int8", 0, .integer(.max), .integer(.min))
    add("oid", 0, .integer(Int64(UInt32.max)))
    add("float4", .float(1.5), .float(.infinity), .float(-0.1), .float(.leastNonzeroMagnitude))
    add("float8", 0.1, .double(.nan), .double(-.infinity), .double(.greatestFiniteMagnitude))
    add("float8", .double(.leastNonzeroMagnitude), .double(-0.0))
    add("text", "", "é🎈", "a\"b'c\\d\n", "NULL", "{}")
    add("varchar", "x")
    add("bytea", .bytes([]), .bytes([0, 255, 92, 39]), .bytes(Array(0...255)))
    add("json", .json(#"{ "a": [1, null] }"#), .json("null"))
    add("jsonb", .jsonb(#"{"a": [1, null]}"#), .jsonb("1"))
    add("time", .time(.init(microseconds: 0)), .time(.init(microseconds: 86_400_000_000)))
    add("xid8", .integer(4_294_967_299))
    return cases
  }()

  @Test(arguments: plain)
  func `a value is unchanged by a round trip`(type: String, values: [PostgresValue]) throws {
    for value in values { try check(value, type) }
    for back in try returned(nil, type) { #expect(back == .null) }
  }

  @Test func `dates reach from the first to the last, and to the infinities`() throws {
    let dates: [PostgresDate] = [
      .init(days: 0), .infinity, .negativeInfinity, .init(days: -2_451_545),
      .init(days: 2_145_031_948),
    ]
    for date in dates { try check(.date(date), "date") }
    let moments: [PostgresTimestamp] = [
      .init(microseconds: 0), .init(microseconds: -1), .infinity, .negativeInfinity,
      .init(microseconds: -211_813_488_000_000_000), .init(microseconds: 9_223_371_331_199_999_999),
    ]
    for moment in moments {
      try check(.timestamp(moment), "timestamp")
      try check(.timestamptz(moment), "timestamptz")
    }
    #expect(PostgresDate(year: 2000, month: 1, day: 1) == PostgresDate(days: 0))
    #expect(PostgresDate(year: 2000, month: 2, day: 29)?.description == "2000-02-29")
    #expect(PostgresDate(year: 1900, month: 2, day: 29) == nil)
    #expect(PostgresDate(year: 0, month: 12, day: 31)?.description == "0001-12-31 BC")
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "0.00", "12.50", "10000", "9999", "0.0001", "0.00001", "-0.10000000001",
    "123456789012345678901234567890.123456789012345678901234567890", "1e20", "1e-20", "100000000",
    "NaN", "Infinity", "-Infinity", "0.1000", "99999999.9999",
  ])
  func `decimal numbers keep their scale`(text: String) throws {
    let number = try #require(PostgresNumeric(text))
    let back = try returned(.numeric(number), "numeric")
    #expect(back == [.numeric(number), .numeric(number)])
    // The server parses the text that Swift writes, and writes the same text as Swift.
    let texts = try connection.execute("SELECT $1::text::numeric::text", [.text(text)]).values()
    #expect(texts == [[.text(number.description)]])
  }

  @Test func `dates out of range become infinite, and none traps`() {
    for seconds in [Double.infinity, .nan, 1e300, 9.3e18] {
      #expect(PostgresTimestamp(.init(timeIntervalSince1970: seconds)) == .infinity)
    }
    for seconds in [-Double.infinity, -1e300, -9.3e18] {
      #expect(PostgresTimestamp(.init(timeIntervalSince1970: seconds)) == .negativeInfinity)
    }
    #expect(PostgresDate.infinity.date == .distantFuture)
    #expect(PostgresDate.negativeInfinity.date == .distantPast)
  }

  @Test func `intervals are parsed over the server's whole range, and no text traps`() throws {
    let query = "SELECT ($1 || ' microseconds')::interval, point(1, 2)"
    for count in [Int64.min + 1, -1, 0, .max] {
      let row = try connection.execute(query, [.text("\(count)")]).values()[0]
      #expect(row[0] == .interval(.init(microseconds: count)))
    }
    #expect(PostgresInterval(serverText: "-2562047788:00:54.775808")?.microseconds == .min)
    for text in ["2562047788:00:54.775808", "999999999999999999:00:00"] {
      #expect(PostgresInterval(serverText: text) == nil)
      #expect(PostgresTime(serverText: text[...]) == nil)
    }
    #expect(PostgresTimestamp(serverText: "5874897-12-31 2562047788:00:54.775807") == nil)
  }

  @Test func `intervals keep months, days and microseconds apart`() throws {
    let intervals: [PostgresInterval] = [
      .init(), .init(months: 14, days: -3, microseconds: -1), .init(months: -1, days: 40),
      .init(microseconds: 100 * 3_600_000_000), .init(months: .max, days: .min),
      .init(microseconds: .max), .init(months: 25, microseconds: 1_500_000),
    ]
    for interval in intervals { try check(.interval(interval), "interval") }
  }

  @Test func `arrays keep NULLs, dimensions and bounds`() throws {
    let matrix = try #require(
      PostgresArray(elements: [1, 2, nil, 4], dimensions: [.init(count: 2), .init(count: 2)])
    )
    let shifted = try #require(
      PostgresArray(elements: ["a", "b"], dimensions: [.init(count: 2, lowerBound: -1)])
    )
    try check(.array([]), "int4[]")
    try check(.array([nil]), "int8[]")
    try check(.array(matrix), "int4[]")
    try check(.array(shifted), "text[]")
    try check(.array(["", "NULL", "a,b", "{}", "\"\\", nil, " é "]), "text[]")
    try check(.array([true, false, nil]), "bool[]")
    try check(.array([.bytes([1, 0]), .bytes([])]), "bytea[]")
    try check(.array([.uuid(UUID())]), "uuid[]")
    try check(.array([.timestamptz(.infinity), .timestamptz(.init(Date()))]), "timestamptz[]")
    try check(.array([.numeric(.notANumber), .numeric(PostgresNumeric(7))]), "numeric[]")
    try check(.array([.interval(.init(months: 1))]), "interval[]")
    try check(.array([.jsonb("{}")]), "jsonb[]")
    #expect(PostgresArray(elements: [1], dimensions: [.init(count: 2)]) == nil)
  }

  @Test func `enumerations are texts, and domains are their base types`() throws {
    let scratch = try PostgresScratchDatabase()
    let connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE DOMAIN price AS numeric CHECK (VALUE >= 0);
        CREATE TABLE day (mood mood, moods mood[], price price, prices price[]);
        """
    )
    let values: [PostgresValue] = [
      "glad", .array(["sad", nil]), .numeric(try #require(PostgresNumeric("1.50"))),
      .array([.numeric(PostgresNumeric(2))]),
    ]
    try connection.execute("INSERT INTO day VALUES ($1, $2, $3, $4)", values)
    let result = try connection.execute("SELECT mood, moods, price, prices FROM day")
    #expect(result.columns.areBinary)
    #expect(try result.values() == [values])
    let error = try failure { try connection.execute("INSERT INTO day VALUES ($1)", ["secret"]) }
    #expect(error.code == .invalidTextRepresentation)
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `an array whose elements a semicolon separates is read and written as text`() throws {
    let text = "{(1,1),(0,0);(2,2),(1,1)}"
    let result = try connection.execute(
      "SELECT $1::box[], array_length($1::box[], 1), '{\"(1,2)\"}'::point[]",
      [.text(text)]
    )
    #expect(try result.values() == [[.other(text), 2, .array([.other("(1,2)")])]])
  }

  @Test func `an unknown type is read and written as text`() throws {
    let result = try connection.execute(
      "SELECT $1::inet, '(1,2)'::point, ROW(1, 'a'), 7",
      ["10.0.0.1"]
    )
    #expect(try result.values() == [[.other("10.0.0.1"), .other("(1,2)"), .other("(1,a)"), 7]])
    #expect(try result.map { row in try row.decode(String.self, at: 0) } == ["10.0.0.1"])
    #expect(try result.map { row in try row.decode(Int.self, at: 3) } == [7])
  }

  @Test func `a parameter is converted to the type that the server expects, if possible`() throws {
    let now = PostgresTimestamp(microseconds: 800_000_000_000_000)
    let cases: [(PostgresValue, String, String)] = [
      (7, "numeric", "7"), (7, "float8", "7"), (1, "bool", "true"), ("7", "int4", "7"),
      ("2026-11-21", "date", "2026-11-21"), (.timestamptz(now), "date", "2025-05-08"),
      (.timestamptz(now), "timestamp", "2025-05-08 06:13:20"), (1.5, "numeric", "1.5"),
      (
        .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))), "text",
        "01020304-0506-0708-090a-0b0c0d0e0f10"
      ),
      (.bytes(Array(1...16)), "uuid", "01020304-0506-0708-090a-0b0c0d0e0f10"),
      (.json("[1]"), "jsonb", "[1]"),
      (.numeric(PostgresNumeric(3)), "int4", "3"),
    ]
    for (value, type, text) in cases {
      let back = try connection.execute("SELECT ($1::\(type))::text", [value]).values()
      #expect(back == [[.text(text)]], "\(type)")
    }
  }

  @Test(arguments: [
    (PostgresValue.integer(40_000), "int2", SQLState.numericValueOutOfRange),
    (.integer(2), "bool", .numericValueOutOfRange), (true, "int4", .datatypeMismatch),
    (.bytes([1]), "text", .datatypeMismatch), (.integer(1), "timestamptz", .datatypeMismatch),
    (.double(1e300), "float4", .numericValueOutOfRange), (.array([1]), "int4", .datatypeMismatch),
    (1, "int4[]", .datatypeMismatch),
  ])
  func `a parameter that cannot be converted is an error before the server is asked`(
    value: PostgresValue,
    type: String,
    code: SQLState
  ) throws {
    let error = try failure { try connection.execute("SELECT $1::\(type)", [value]) }
    #expect(error.code == code)
    #expect(error.message.hasPrefix("Parameter $1 "))
    #expect(connection.transactionStatus == .idle)
  }

  @Test func `too few and too many values are reported`() throws {
    for values in [[], [1, 2]] as [[PostgresValue]] {
      let error = try failure { try connection.execute("SELECT $1::int", values) }
      #expect(error.code == .protocolViolation)
    }
  }

  @Test func `values of the shared vocabulary are parameters and results`() throws {
    let stored: [DatabaseValue] = [.null, 7, 1.5, "x", .blob([0])]
    let back = try connection.execute(
      "SELECT $1::int, $2::int8, $3::float8, $4::text, $5::bytea",
      stored.map(PostgresValue.init)
    ).values()
    #expect(back[0].map(\.databaseValue) == stored)
  }

  @Test(arguments: PropertySeeds.of(20))
  func `random values are unchanged by a round trip`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let (value, type) = random.postgresValue()
      try check(value, type)
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        random.chance(20) ? .null : random.postgresValue(of: type)
      }
      try check(.array(PostgresArray(elements)), "\(type)[]")
    }
  }
}

extension SeededGenerator {
  private static let types = [
    "bool", "int2", "int4", "int8", "float8", "text", "bytea", "uuid", "date", "time", "timestamp",
    "timestamptz", "interval", "numeric",
  ]

  fileprivate mutating func postgresValue() -> (PostgresValue, String) {
    let type = pick(Self.types)
    return (postgresValue(of: type), type)
  }

  fileprivate mutating func postgresValue(of type: String) -> PostgresValue {
    switch type {
    case "bool": .bool(chance(50))
    case "int2": .integer(Int64(Int16.random(in: .min ... .max, using: &self)))
    case "int4": .integer(Int64(Int32.random(in: .min ... .max, using: &self)))
    case "int8": .integer(next(upTo: 63))
    case "float8": .double(finiteDouble())
    case "text": .text(text())
    case "bytea":
      .bytes(
        (0..<Int.random(in: 0...9, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }
      )
    case "uuid": .uuid(uuid())
    case "date":
      .date(PostgresDate(days: Int32.random(in: -2_451_545...2_145_031_948, using: &self)))
    case "time":
      .time(PostgresTime(microseconds: Int64.random(in: 0...86_400_000_000, using: &self)))
    case "timestamp": .timestamp(moment())
    case "timestamptz": .timestamptz(moment())
    case "interval": .interval(interval())
    default: .numeric(numeric())
    }
  }

  /// Returns an integer of up to a number of bits.
  private mutating func next(upTo bits: Int) -> Int64 {
    let value = Int64(bitPattern: next() >> UInt64(Int.random(in: 0...bits, using: &self)))
    return chance(50) ? value : ~value
  }

  private mutating func finiteDouble() -> Double {
    let value = Double(bitPattern: next())
    return value.isFinite ? value : 0.5
  }

  private mutating func text() -> String {
    let scalars = Array("ab \",{}\\'é🎈\n\t%$".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...8, using: &self) { text.append(pick(scalars)) }
    return String(text)
  }

  private mutating func uuid() -> UUID {
    let (left, right) = (next(), next())
    func byte(_ value: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: value >> (index * 8))
    }
    return UUID(
      uuid: (
        byte(left, 0), byte(left, 1), byte(left, 2), byte(left, 3), byte(left, 4), byte(left, 5),
        byte(left, 6), byte(left, 7), byte(right, 0), byte(right, 1), byte(right, 2),
        byte(right, 3), byte(right, 4), byte(right, 5), byte(right, 6), byte(right, 7)
      )
    )
  }

  private mutating func moment() -> PostgresTimestamp {
    PostgresTimestamp(
      microseconds: Int64.random(
        in: -211_813_488_000_000_000...9_223_371_331_199_999_999,
        using: &self
      )
    )
  }

  private mutating func interval() -> PostgresInterval {
    PostgresInterval(
      months: Int32.random(in: -100_000...100_000, using: &self),
      days: Int32.random(in: -100_000...100_000, using: &self),
      microseconds: next(upTo: 50)
    )
  }

  private mutating func numeric() -> PostgresNumeric {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in "\(Int.random(in: 0...9, using: &self))" }.joined()
    }
    let whole = digits(Int.random(in: 1...25, using: &self))
    let fraction = digits(Int.random(in: 0...25, using: &self))
    let text = (chance(50) ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    return PostgresNumeric(text) ?? .notANumber
  }
}
