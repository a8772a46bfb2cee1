import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing
import WebServer

@testable import Studio

/// What waits for clients that take no events.
@Suite(.mayBlock, .timeLimit(.hang)) struct SlowClientTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL, note);
    INSERT INTO lists VALUES (1, 'one', NULL), (2, 'two', '');
    """

  /// Returns the data of the events of commits that wait for a client that takes none.
  private static func events(
    after commit: (any DatabaseWriter) async throws -> Void
  ) async throws -> [String] {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "shop.db")
    let file = try DatabaseQueue(path: path)
    try await file.writeWithoutTransaction { db in try db.execute(sql: shop) }
    try file.close()
    var settings = Studio.Settings()
    settings.isWritable = true
    let studio = try Studio(path: path, settings: settings)
    let backend = try #require(studio.context.backend as? SQLiteBackend)
    let feed = CommitFeed("7", in: studio.context)
    feed.start {}
    try await commit(backend.database.shared)
    var events: [String] = []
    while let event = await feed.nextEvent(number: events.count) { events.append(event.data) }
    feed.stop()
    try await studio.stop()
    return events
  }

  @Test(arguments: [1, 1_000, 40_000])
  func `a client receives the newest commits, and the number of those it missed`(length: Int)
    async throws
  {
    let commitCount = 310
    let events = try await Self.events { database in
      for number in 0..<commitCount {
        try await database.write { db in
          let note = String(repeating: "\(number % 10)", count: length)
          try db.execute(sql: "UPDATE lists SET note = ? WHERE id = 1", arguments: [note])
        }
      }
    }
    let commits = try events.map { try JSONValue($0) }
    #expect(commits.last?["count"].int == commitCount)
    #expect(commits.first?["missed"].int == commitCount - commits.count)
    #expect(commits.dropFirst().allSatisfy { $0["missed"] == 0 })
    // The values of the newest are there, however long they are.
    #expect(commits.last?["tables"][0]["rows"].count == 1)
    #expect(events.reduce(0) { $0 + $1.utf8.count } < 100_000)
  }

  @Test func `a large commit lists the first rows, and says that there are more`() async throws {
    let events = try await Self.events { database in
      try await database.write { db in
        try db.execute(
          sql: """
            INSERT INTO lists WITH n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
              SELECT i, printf('%.*c', 490, 'x'), printf('%.*c', 490, 'y') FROM n
            """
        )
      }
    }
    let table = try JSONValue(try #require(events.last))["tables"][0]
    #expect(table["whole"] == true)
    #expect((1..<200).contains(table["rows"].count))
    #expect(events.reduce(0) { $0 + $1.utf8.count } < ListedChanges.maxBytes + 1_000)
  }

  @Test func `a key that is longer than an event is not listed`() {
    let key = RowKey.primaryKey([.text(String(repeating: "k", count: 100_000))])
    let change = Change(key: key, old: .unknown, new: .unknown)
    let table = TableName("lists")
    let tables: [TableName: ChangeSet.TableChanges] = [table: .rows([change])]
    let listed = ListedChanges(ChangeSet(number: 1, origin: .otherProcess, tables: tables))
    #expect(listed.changes.tables[table] == .rows([]))
    #expect(listed.shortened == [table])
    #expect(listed.size < 1_000)
  }

  @Test func `statements wait while much of their results is not taken`() async {
    let backlog = EventBacklog()
    let event = String(repeating: "x", count: EventBacklog.limit / 2 + 1)
    backlog.add(event)
    // There is still room.
    await backlog.untilThereIsRoom()
    backlog.add(event)
    let waiting = Task { await backlog.untilThereIsRoom() }
    await until { backlog.waiterCount == 1 }
    #expect(backlog.take()?.hasMore == true)
    await waiting.value
    #expect(backlog.take()?.members == event)
    #expect(backlog.take() == nil)
  }

  @Test func `a client that leaves lets statements go on`() async {
    let backlog = EventBacklog()
    backlog.add(String(repeating: "x", count: EventBacklog.limit))
    let waiting = Task { await backlog.untilThereIsRoom() }
    await until { backlog.waiterCount == 1 }
    backlog.end()
    await waiting.value
    backlog.add("late")
    #expect(backlog.take() == nil)
  }
}
