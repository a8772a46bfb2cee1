import LiveSQLTestSupport
import PostgreSQL
import Testing

/// The bytes by which decimal numbers are ordered and distinguished.
@Suite struct NumericOrderTests {
  private func number(_ text: String) throws -> PostgresNumeric {
    try #require(PostgresNumeric(text))
  }

  private static let ascending = [
    "-Infinity", "-1e40", "-12345678.9", "-10000.5", "-10000", "-9999.99", "-1.00010001", "-1.0001",
    "-1", "-0.5", "-0.0000001", "0", "0.0000001", "0.00001", "0.5", "1", "1.0001", "1.00010001",
    "2",
    "9999", "9999.9999", "10000", "10000.0000001", "100000001", "1e40", "Infinity", "NaN",
  ]

  @Test func `the bytes have the server's order`() throws {
    let bytes = try Self.ascending.map { try number($0).orderedBytes }
    for (left, right) in zip(bytes, bytes.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
  }

  @Test(arguments: [("1.5", "1.500"), ("0", "-0.000"), ("100", "1e2"), ("-20.10", "-20.1")])
  func `the bytes are the same for equal numbers`(left: String, right: String) throws {
    #expect(try number(left).orderedBytes == number(right).orderedBytes)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the bytes decode to the same number`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let whole = Int64.random(in: -99_999_999...99_999_999, using: &random)
      let places = Int.random(in: 0...12, using: &random)
      let value = try number("\(whole)e-\(places)")
      let back = try #require(PostgresNumeric(orderedBytes: value.orderedBytes))
      #expect(back.orderedBytes == value.orderedBytes)
      #expect(back.decimal == value.decimal)
    }
    for text in Self.ascending {
      let value = try number(text)
      #expect(
        PostgresNumeric(orderedBytes: value.orderedBytes)?.orderedBytes == value.orderedBytes
      )
    }
  }

  @Test(arguments: [
    [], [9], [1], [3, 0, 0], [3, 128, 0, 255, 255, 0, 0], [1, 1, 2, 3, 4, 5, 6, 7],
  ])
  func `other bytes do not decode`(bytes: [UInt8]) {
    #expect(PostgresNumeric(orderedBytes: bytes) == nil)
  }
}
