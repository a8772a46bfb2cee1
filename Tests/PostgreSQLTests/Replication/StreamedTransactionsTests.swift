import LiveSQLTestSupport
import PostgreSQL
import Testing

@Suite struct StreamedTransactionsTests {
  private func transaction(_ xid: UInt32, _ end: UInt64) -> StreamedTransaction<String> {
    StreamedTransaction(xid: xid, endLSN: PostgresLSN(rawValue: end), changes: "\(xid)")
  }

  private func snapshot(_ text: String) throws -> PostgresSnapshot {
    try #require(PostgresSnapshot(text))
  }

  private func lsn(_ value: UInt64) -> PostgresLSN { PostgresLSN(rawValue: value) }

  @Test func `transactions that a snapshot shows are taken, and the others stay`() throws {
    var streamed = StreamedTransactions<String>()
    for (xid, end) in [(7, 100), (5, 200), (6, 300)] as [(UInt32, UInt64)] {
      streamed.append(transaction(xid, end))
    }
    // The later commit is visible, and the earlier one is not.
    let first = streamed.take(visibleIn: try snapshot("5:8:5,7"), lsn: lsn(300))
    #expect(first?.map(\.changes) == ["6"])
    #expect(streamed.pending.map(\.xid) == [7, 5])
    let second = streamed.take(visibleIn: try snapshot("8:8:"), lsn: lsn(300))
    #expect(second?.map(\.changes) == ["7", "5"])
    #expect(streamed.pending.isEmpty)
  }

  @Test func `nothing is taken before the stream has reached the position`() throws {
    var streamed = StreamedTransactions<String>()
    streamed.append(transaction(5, 100))
    #expect(streamed.take(visibleIn: try snapshot("9:9:"), lsn: lsn(101)) == nil)
    streamed.reach(lsn(101))
    #expect(streamed.take(visibleIn: try snapshot("9:9:"), lsn: lsn(101))?.count == 1)
    streamed.reach(lsn(50))
    #expect(streamed.reached == lsn(101))
  }

  @Test func `commits that a full read shows are not read again, unless the log lacked them`()
    throws
  {
    var streamed = StreamedTransactions<String>()
    streamed.append(transaction(5, 100))
    streamed.append(transaction(6, 150))
    streamed.begin(at: try snapshot("6:9:6"), lsn: lsn(200))
    #expect(streamed.pending.map(\.xid) == [6])
    // Visible, and reported later, but before the position: it is shown. Behind the position: it
    // was an asynchronous commit.
    streamed.append(transaction(7, 190))
    streamed.append(transaction(8, 210))
    #expect(streamed.pending.map(\.xid) == [6, 8])
  }

  /// A server whose commits are reported, and become visible, in different orders.
  private struct Server {
    var nextXID: UInt64
    var log: UInt64 = 1_000
    /// The transactions that have begun and are not visible.
    var running: [UInt64] = []
    var visible: Set<UInt32> = []
    /// The transactions in the log that are not reported yet.
    var untold: [StreamedTransaction<String>] = []

    var snapshot: String {
      let xmin = running.min() ?? nextXID
      return "\(xmin):\(nextXID):\(running.map(String.init).joined(separator: ","))"
    }

    mutating func begin() {
      running.append(nextXID)
      nextXID += 1
    }

    mutating func write(_ xid: UInt64) {
      log += 50
      let short = UInt32(truncatingIfNeeded: xid)
      untold.append(.init(xid: short, endLSN: PostgresLSN(rawValue: log), changes: "\(short)"))
    }

    mutating func show(_ xid: UInt64) {
      running.removeAll { $0 == xid }
      visible.insert(UInt32(truncatingIfNeeded: xid))
    }
  }

  @Test(arguments: PropertySeeds.of(100))
  func `the result is what the snapshot shows, in any order of commits`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Near the point where 32-bit numbers wrap around.
    var server = Server(nextXID: ((random.next() % 4 + 1) << 32) - 50)
    var streamed = StreamedTransactions<String>()
    var written: [UInt64] = []
    var shown: Set<String> = []
    var hasBegun = false
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: server.begin()
      case 3...5:
        let candidates = server.running.filter { !written.contains($0) }
        guard !candidates.isEmpty else { continue }
        let xid = random.pick(candidates)
        server.write(xid)
        written.append(xid)
      case 6, 7:
        guard !written.isEmpty else { continue }
        server.show(written.remove(at: Int.random(in: written.indices, using: &random)))
      case 8:
        // The stream lags behind by any number.
        let count = Int.random(in: 0...server.untold.count, using: &random)
        for transaction in server.untold.prefix(count) { streamed.append(transaction) }
        server.untold.removeFirst(count)
      default:
        let snapshot = try snapshot(server.snapshot)
        let place = PostgresLSN(rawValue: server.log)
        let expected = Set(server.visible.map(String.init))
        if !hasBegun {
          streamed.begin(at: snapshot, lsn: place)
          (shown, hasBegun) = (expected, true)
          continue
        }
        for transaction in server.untold { streamed.append(transaction) }
        server.untold = []
        streamed.reach(place)
        let visible = streamed.take(visibleIn: snapshot, lsn: place)
        let taken = try #require(visible)
        #expect(shown.isDisjoint(with: taken.map(\.changes)), "Nothing is read twice.")
        shown.formUnion(taken.map(\.changes))
        #expect(shown == expected)
      }
    }
  }
}
