import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import TestSockets
import Testing
import WebServer

@testable import Studio

@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct CommitTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL, note);
    INSERT INTO lists VALUES (1, 'one', NULL), (2, 'two', '');
    """

  @Test func `the studio's own commits are reported with old and new values`() async throws {
    try await StudioFixture.run(Self.shop, { $0.isWritable = true }) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        await studio.untilFollowing()
        let change = """
          {"kind":"update","table":"lists","key":[["i","2"]],"column":"title","was":"two","value":"zwei"}
          """
        let answer = try await studio.post("/api/edits", "{\"changes\":[\(change)]}")
        #expect(answer.status == 200)
        let commit = try await tab.next { $0.name == "commit" }.data
        #expect(commit["s"] == "7")
        #expect(commit["origin"] == "this")
        let table = commit["tables"][0]
        #expect(table["table"] == "lists")
        #expect(table["whole"] == false)
        #expect(table["rows"][0]["kind"] == "update")
        #expect(table["rows"][0]["key"] == [["i", "2"]])
        #expect(table["rows"][0]["old"]["title"] == "two")
        #expect(table["rows"][0]["new"]["title"] == "zwei")
        #expect(table["rows"][0]["new"]["id"] == nil)
      }
    }
  }

  @Test func `the commits of the SQL page are the studio's own, each with its values`() async throws
  {
    try await StudioFixture.run(Self.shop, { $0.isWritable = true }) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        await studio.untilFollowing()
        let sql = """
          UPDATE lists SET note = 'a' WHERE id = 1; UPDATE lists SET note = 'b' WHERE id = 1;
          BEGIN; INSERT INTO lists VALUES (5, 'five', 0); DELETE FROM lists WHERE id = 2; COMMIT
          """
        try await tab.subscribe("sql", "8", "\"sql\":\(JSONText.string(sql)),\"limit\":10")
        var notes: [JSONValue] = []
        for expected in ["a", "b"] {
          let commit = try await tab.next { $0.name == "commit" }.data
          #expect(commit["origin"] == "this")
          notes.append(commit["tables"][0]["rows"][0]["new"]["note"])
          #expect(notes.last == .string(expected))
        }
        let both = try await tab.next { $0.name == "commit" }.data
        #expect(both["origin"] == "this")
        #expect(
          Set(both["tables"][0]["rows"].elements.compactMap(\.["kind"].string)) == [
            "insert", "delete",
          ]
        )
        try await studio.write("INSERT INTO lists VALUES (6, 'six', 0)")
        let other = try await tab.next { $0.name == "commit" }.data
        #expect(other["origin"] == "other")
        #expect(other["tables"][0]["rows"][0]["key"] == [["i", "6"]], "\(other)")
        try await tab.subscribe("sql", "9", #""sql":"CREATE TABLE other (x)","limit":10"#)
        let schema = try await tab.next { $0.name == "commit" }.data
        #expect(schema["origin"] == "this")
      }
    }
  }

  @Test func `a commit and its report are shown as one, whichever arrives first`() async throws {
    let sent = Mutex<[ChangeSet]>([])
    let matching = CommitMatching { changes in sent.withLock { $0.append(changes) } }
    let table = TableName("lists")
    func changes(_ number: Int, _ origin: ChangeSet.Origin, _ ids: Int64...) -> ChangeSet {
      let rows = ids.map { Change(key: .rowID($0), old: .unknown, new: .unknown) }
      return ChangeSet(number: number, origin: origin, tables: [table: .rows(rows)])
    }
    func origins() -> [String] {
      sent.withLock { sent in
        defer { sent = [] }
        return sent.map { "\($0.number) \($0.origin.rawValue)" }
      }
    }
    matching.add(changes(1, .thisProcess, 1))
    matching.receive(changes(11, .otherProcess, 1), isRunning: true)
    #expect(origins() == ["11 thisProcess"])
    matching.receive(changes(12, .otherProcess, 1), isRunning: true)
    #expect(origins() == [])
    matching.add(changes(2, .thisProcess, 1))
    #expect(origins() == ["12 thisProcess"])
    // One report is about two commits.
    matching.add(changes(3, .thisProcess, 1, 2))
    matching.add(changes(4, .thisProcess, 3))
    matching.receive(changes(13, .otherProcess, 1, 2, 3), isRunning: true)
    #expect(origins() == ["13 thisProcess", "13 thisProcess"])
    // Another process has written between.
    matching.add(changes(5, .thisProcess, 1))
    matching.receive(changes(14, .otherProcess, 1, 9), isRunning: true)
    #expect(origins() == [])
    matching.finish()
    #expect(origins() == ["14 otherProcess"])
    await until { sent.withLock { $0.count == 1 } }
    #expect(origins() == ["14 thisProcess"])
    matching.receive(changes(15, .otherProcess, 1), isRunning: true)
    await until { sent.withLock { $0.count == 1 } }
    #expect(origins() == ["15 otherProcess"])
  }

  @Test func `a commit of another process is reported with its tables`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        await studio.untilFollowing()
        try await studio.write("INSERT INTO lists VALUES (3, 'three', 1)")
        let commit = try await tab.next { $0.name == "commit" }.data
        #expect(commit["origin"] == "other")
        #expect(commit["tables"].count == 1)
        let time = try #require(commit["time"].string)
        #expect(time.hasSuffix("Z"))
        #expect(time.count == 24)
      }
    }
  }

  @Test func `rows that another process wrote are shown as they are now`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        await studio.untilFollowing()
        try await studio.write(
          "UPDATE lists SET title = 'zwei' WHERE id = 2; DELETE FROM lists WHERE id = 1"
        )
        let commit = try await tab.next { $0.name == "commit" }.data
        // The keys come in no order.
        let rows = commit["tables"][0]["rows"].elements
          .sorted { ($0["kind"].string ?? "") > ($1["kind"].string ?? "") }
        try #require(rows.map { $0["kind"] } == ["write", "delete"], "\(commit)")
        #expect(rows.map { $0["key"] } == [[["i", "2"]], [["i", "1"]]])
        #expect(rows[0]["new"]["title"] == "zwei")
        #expect(rows[1]["new"] == nil)
      }
    }
  }

  @Test func `commits are reported in order and completely`() async throws {
    try await StudioFixture.run(Self.shop, { $0.isWritable = true }) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        await studio.untilFollowing()
        for id in 10..<30 {
          let change =
            #"{"kind":"insert","table":"lists","values":{"id":["i","\#(id)"],"title":"t"}}"#
          #expect(try await studio.post("/api/edits", #"{"changes":[\#(change)]}"#).status == 200)
        }
        for id in 10..<30 {
          let commit = try await tab.next { $0.name == "commit" }.data
          #expect(commit["tables"][0]["rows"][0]["key"] == [["i", .string("\(id)")]])
          #expect(commit["at"].int == id - 10)
        }
      }
    }
  }
}
