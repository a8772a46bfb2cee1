import DatabaseTypes
import PostgreSQL
import Testing

@testable import PostgreSQLLive

/// The reports from the log, and the changes that a moment does not show.
@Suite struct TriggerLogStateTests {
  private func snapshot(_ text: String) throws -> PostgresSnapshot {
    try #require(PostgresSnapshot(text))
  }

  /// Returns the state of a log that is read from a snapshot on, when all transactions below a
  /// number had begun.
  private func state(_ text: String, bound: UInt64 = 0, deadline: Int64 = 100) throws
    -> TriggerLogState
  {
    var state = TriggerLogState()
    _ = state.begin(
      "reader",
      deadline: deadline,
      bound: bound,
      snapshot: try snapshot(text),
      tables: LoggedTables()
    )
    return state
  }

  private func reading(
    _ text: String,
    xids: [UInt64] = [],
    now: Double = 0,
    deadline: Int64 = 100,
    isRegistered: Bool = true
  ) throws -> LogReading {
    LogReading(
      snapshot: try snapshot(text),
      isRegistered: isRegistered,
      now: now,
      deadline: deadline,
      entries: xids.map {
        .init(xid: $0, table: 1, part: 1, shape: nil, layout: nil, keys: nil)
      }
    )
  }

  /// Returns the reported transactions, and the number of reports that anything may have changed.
  private func told(_ news: [TriggerLogState.News]) -> (xids: [UInt64], anything: Int) {
    var (xids, anything): ([UInt64], Int) = ([], 0)
    for news in news {
      if case .transaction(let xid, _) = news { xids.append(xid) } else { anything += 1 }
    }
    return (xids, anything)
  }

  @Test func `each transaction is reported once, whichever reader read it first`() throws {
    var state = try state("10:10:")
    let first = try #require(state.take(try reading("12:14:12", xids: [13]), epoch: 1))
    #expect(told(first.news).xids == [13])
    // An older snapshot that was read later reports nothing new, and nothing is forgotten.
    let older = try #require(state.take(try reading("12:13:12"), epoch: 1))
    #expect(told(older.news).xids == [])
    let last = try #require(state.take(try reading("14:14:", xids: [12, 13]), epoch: 1))
    #expect(told(last.news).xids == [12])
  }

  @Test
  func `a change reported while a snapshot is taken is hidden if the snapshot does not show it`()
    throws
  {
    var state = try state("10:10:")
    state.startMoment()
    let (news, keeps) = try #require(
      state.take(try reading("12:12:", xids: [10, 11]), epoch: 1)
    )
    #expect(keeps)
    for (number, news) in news.enumerated() {
      state.keep(news, .init(number: number, origin: .otherProcess))
    }
    let hidden = state.hidden(in: try snapshot("11:12:11"), epoch: 1)
    #expect(hidden?.map(\.number) == [1])
    let later = try #require(state.take(try reading("13:13:", xids: [12]), epoch: 1))
    #expect(!later.keeps)
  }

  @Test func `a reader that was dropped, is late, or has restarted knows nothing`() throws {
    var state = try state("10:10:")
    #expect(try state.take(reading("11:11:", xids: [10]), epoch: 0) == nil)
    var lost = state
    #expect(try lost.take(reading("11:11:", isRegistered: false), epoch: 1) == nil)
    #expect(lost.progress == nil)
    // A reader is in time if it reads again before its previous deadline.
    #expect(try state.take(reading("11:11:", now: 99, deadline: 130), epoch: 1) != nil)
    #expect(try state.take(reading("12:12:", now: 129, deadline: 500), epoch: 1) != nil)
    #expect(try state.take(reading("13:13:", now: 500, deadline: 900), epoch: 1) == nil)
    #expect(state.progress == nil)
    #expect(state.hidden(in: try snapshot("13:13:"), epoch: 1) == nil)
  }

  @Test func `a transaction from before the triggers reports any change when it becomes visible`()
    throws
  {
    var state = try state("10:14:10,12", bound: 16)
    // 10, 12, 14 and 15 may have written without the log.
    func anything(_ text: String) throws -> Int {
      told(try #require(state.take(try reading(text), epoch: 1)).news).anything
    }
    #expect(try anything("10:14:10,12") == 0)
    #expect(try anything("10:15:10,12") == 1)
    #expect(try anything("10:18:10,12,15") == 0)
    #expect(try anything("12:18:12,15") == 1)
    #expect(try anything("18:18:") == 1)
    #expect(try anything("30:30:") == 0)
  }

  @Test func `a snapshot covers another one unless it is older`() throws {
    #expect(try snapshot("10:14:10,12").covers(snapshot("10:14:10,12")))
    #expect(try snapshot("10:14:10").covers(snapshot("10:14:10,12")))
    #expect(try !snapshot("10:14:10,12").covers(snapshot("10:14:10")))
    #expect(try !snapshot("10:13:10").covers(snapshot("10:14:10,13")))
    #expect(try snapshot("13:15:13").covers(snapshot("12:13:12")))
  }
}
