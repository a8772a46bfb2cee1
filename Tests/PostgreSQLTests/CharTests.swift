import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Values of type `"char"`, which are one byte.
struct CharTests {
  @Test func `every byte has a text, and is read back from it`() {
    for byte in UInt8.min ... .max {
      #expect(CharText.byte(of: CharText.text(of: byte)) == byte)
    }
    #expect(CharText.text(of: 0xE9) == #"\351"#)
    for text in ["ab", "é", #"\400"#, #"\38a"#, #"\12"#] { #expect(CharText.byte(of: text) == nil) }
  }

  @Test func `bytes that an earlier server prints as they are have the same text`() throws {
    let type = try #require(PostgresType.builtIn[18])
    let array = try #require(PostgresType.builtIn[1002])
    func value(_ bytes: [UInt8], as type: PostgresType) throws -> PostgresValue {
      try bytes.withUnsafeBytes { try PostgresValue.text($0, as: type) }
    }
    #expect(try value([0xFF], as: type) == .text(#"\377"#))
    let bytes = Array("{a,".utf8) + [0x80, UInt8(ascii: "}")]
    #expect(try value(bytes, as: array) == .array(PostgresArray(["a", .text(#"\200"#)])))
  }
}

/// Round trips of values of type `"char"` through a server.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct CharRoundTripTests {
  private static let all = (UInt8.min ... .max).map { PostgresValue.text(CharText.text(of: $0)) }
  private let connection: PostgresConnection

  init() throws {
    connection = try PostgresConnection(PostgresTestServer.shared.get().configuration())
  }

  /// The second one is read as text, since the library does not support a type.
  @Test(arguments: ["", ", '10.0.0.0/8'::cidr"])
  func `every byte comes back from the server`(others: String) throws {
    for value in Self.all {
      let rows = try connection.execute("SELECT $1::\"char\", $1 = $2\(others)", [value, value])
      #expect(try rows.values()[0].prefix(2) == [value, true])
    }
    let array = PostgresValue.array(PostgresArray(Self.all))
    let arrays = try connection.execute("SELECT $1::\"char\"[]\(others)", [array])
    #expect(try arrays.values()[0][0] == array)
  }

  @Test func `bytes are read as text, as the server orders them`() throws {
    let sql = "SELECT i::\"char\" FROM generate_series(-128, 127) i"
    let texts = try connection.execute(sql).map { row in try row.decode(String.self, at: 0) }
    #expect(texts == (-128...127).map { CharText.text(of: UInt8(bitPattern: Int8($0))) })
  }
}
