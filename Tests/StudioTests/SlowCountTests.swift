import DatabaseTypes
import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing
import WebServer

@testable import Studio

/// Counts of rows that take long.
@Suite(.mayBlock, .timeLimit(.hang)) struct SlowCountTests {
  /// A source of three rows whose count never ends.
  private final class Source: GridSource {
    let begunCount = Mutex(0)
    let endedCount = Mutex(0)

    var text: String { "SELECT * FROM t" }
    var columns: [String] { ["a"] }

    func isSame(as other: any GridSource) -> Bool { (other as? Self) === self }
    func commits() async throws -> AsyncStream<Void> { AsyncStream { _ in } }
    func rows(of found: GridFound, count: Int) async throws -> [GridWindow.Row] { [] }
    func count(before place: [WireCell]) async throws -> Int? { nil }
    func gone(of keys: [[WireCell]]) async throws -> [[WireCell]] { [] }

    func window(_ request: GridRequest, known: GridWindow?, total: Int?) async throws -> GridFound {
      let rows = (0..<3).map {
        GridWindow.Row(key: [], place: [], cells: [WireCell(.integer(Int64($0)))])
      }
      return GridFound(window: GridWindow(first: 0, rows: rows), start: .top)
    }

    func follow(
      _ found: GridFound,
      count: Int,
      since start: ContinuousClock.Instant,
      shown: @Sendable () -> [GridWindow.Row],
      _ show: @Sendable (GridWindow.Row.Update) async throws -> Void
    ) async throws { try await untilCancelled() }

    func total() async throws -> SharedCounts.Count {
      begunCount.withLock { $0 += 1 }
      defer { endedCount.withLock { $0 += 1 } }
      try await untilCancelled()
      return (GridTotal(count: 3), .zero)
    }
  }

  private static func feed(of source: Source) -> GridFeed {
    GridFeed("1", source, GridRequest(table: "t", count: 3), number: 1, epoch: "e")
  }

  @Test func `a changed filter ends the count, and so does a page that leaves`() async {
    let tab = StudioTab()
    let sources = [Source(), Source()]
    tab.subscribe("1", to: Self.feed(of: sources[0]))
    await until { sources[0].begunCount.withLock { $0 } == 1 }
    tab.subscribe("1", to: Self.feed(of: sources[1]))
    await until { sources[0].endedCount.withLock { $0 } == 1 }
    await until { sources[1].begunCount.withLock { $0 } == 1 }
    tab.close()
    await until { sources[1].endedCount.withLock { $0 } == 1 }
  }

  @Test func `cancelling ends the count of rows that are there, and says that it has none`()
    async throws
  {
    let source = Source()
    let feed = Self.feed(of: source)
    feed.start {}
    var first: String?
    while first == nil {
      try Task.checkCancellation()
      await Task.yield()
      first = await feed.nextEvent(number: 0)?.data
    }
    #expect(first?.contains(#""total":null,"about":false,"least":false"#) == true)
    await until { source.begunCount.withLock { $0 } == 1 }
    feed.cancel()
    await until { source.endedCount.withLock { $0 } == 1 }
    let second = await feed.nextEvent(number: 1)?.data
    #expect(second?.contains(#""total":null,"about":false,"least":true"#) == true)
    feed.stop()
  }

  @Test(.requiresWebServer)
  func `a page is told that there are at least as many rows as were counted in time`() async throws
  {
    let sql = """
      PRAGMA journal_mode = WAL;
      CREATE TABLE one (i INTEGER);
      INSERT INTO one VALUES (1);
      CREATE VIEW endless AS
        WITH RECURSIVE n(i) AS (SELECT i FROM one UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      """
    try await StudioFixture.run(sql) {
      $0.statementTimeLimit = .milliseconds(50)
    } _: { studio in
      try await studio.withTab { tab in
        try await tab.subscribe(
          "grid",
          "1",
          #""table":"endless","first":0,"count":3,"#
            + #""filters":[{"column":"i","operator":">","value":["i","5"]}]"#
        )
        let counted = try await tab.next { $0.data["total"].int != nil }
        #expect(counted.data["least"] == true)
        #expect((counted.data["total"].int ?? 0) >= 3)
      }
    }
  }
}
