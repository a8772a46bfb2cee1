import PostgreSQL
import Testing

@Suite struct SnapshotTests {
  @Test func `a snapshot is read from the server's text`() throws {
    let snapshot = try #require(PostgresSnapshot("10:20:17,10,12"))
    #expect(snapshot.running == [10, 12, 17])
    let seen = (8...22).filter { snapshot.sees(UInt64($0)) }
    #expect(seen == [8, 9, 11, 13, 14, 15, 16, 18, 19])
    #expect(PostgresSnapshot("5:5:")?.running == [])
  }

  @Test(arguments: [
    "", "1:2", "2:1:", "1:2:x", "1:3:3", "2:4:1", "1:2:,", "a:2:", "1:2:1:1", "-1:2:",
  ])
  func `other text is not a snapshot`(text: String) { #expect(PostgresSnapshot(text) == nil) }

  @Test func `32-bit numbers are those nearest to the snapshot`() throws {
    let turn: UInt64 = 1 << 32
    let snapshot = try #require(PostgresSnapshot("\(3 * turn - 5):\(3 * turn + 5):\(3 * turn + 1)"))
    #expect(snapshot.full(0) == 3 * turn)
    #expect(snapshot.full(UInt32.max) == 3 * turn - 1)
    #expect(snapshot.full(7) == 3 * turn + 7)
    #expect(snapshot.sees(UInt32.max))
    #expect(snapshot.sees(UInt32(0)))
    #expect(!snapshot.sees(UInt32(1)))
    #expect(snapshot.sees(UInt32(4)))
    #expect(!snapshot.sees(UInt32(5)))
    #expect(!snapshot.sees(UInt32(900)))
    #expect(snapshot.sees(UInt32.max - 900))
  }

  @Test func `a log position is parsed and written like the server does`() throws {
    let lsn = try #require(PostgresLSN("16/B374D848"))
    #expect(lsn.rawValue == 0x16_B374_D848)
    #expect(lsn.description == "16/B374D848")
    #expect(PostgresLSN("0/0") == .zero)
    #expect(try lsn < #require(PostgresLSN("17/0")))
    for text in ["", "/", "1", "1/", "1/2/3", "G/0", "1/123456789", "-1/0", "+1/0", " 1/0"] {
      #expect(PostgresLSN(text) == nil, "\(text)")
    }
  }

  @Test func `a position after a page header counts as the one before it`() {
    let segment: UInt64 = 16 << 20
    func before(_ value: UInt64) -> UInt64 {
      PostgresLSN(rawValue: value).beforePageHeader().rawValue
    }
    #expect(before(segment * 3 + 8_192 * 5 + 24) == segment * 3 + 8_192 * 5)
    #expect(before(segment * 3 + 40) == segment * 3)
    // Elsewhere, records may end there.
    #expect(before(segment * 3 + 8_192 * 5 + 40) == segment * 3 + 8_192 * 5 + 40)
    #expect(before(segment * 3 + 24) == segment * 3 + 24)
    #expect(before(segment * 3 + 8_192 * 5 + 32) == segment * 3 + 8_192 * 5 + 32)
    let small = PostgresLSN(rawValue: 1 << 20 | 40).beforePageHeader(segmentSize: 1 << 20)
    #expect(small.rawValue == 1 << 20)
  }
}
