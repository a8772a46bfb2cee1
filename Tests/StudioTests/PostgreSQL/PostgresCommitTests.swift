import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresCommitTests {
  private static let shop = """
    CREATE TABLE started (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY);
    CREATE TABLE lists (id integer PRIMARY KEY, title text NOT NULL, at date);
    CREATE TABLE days (place text, day date, uid uuid, note numeric, PRIMARY KEY (uid, day));
    INSERT INTO lists VALUES (1, 'one'), (2, 'two');
    INSERT INTO days VALUES ('a', '2026-11-24', '00000000-0000-0000-0000-00000000000a', 1.5);
    """

  /// Whether an event has a commit with rows, other than those that wait for the stream.
  ///
  /// A stream that begins reports that anything may have changed before.
  private static func hasRows(_ event: StudioEvent) -> Bool {
    hasAnyRows(event) && event.data["tables"][0]["table"] != "started"
  }

  private static func hasAnyRows(_ event: StudioEvent) -> Bool {
    event.name == "commit" && event.data["tables"][0]["rows"].count > 0
  }

  /// Subscribes to commits, and writes until one is reported with its rows: the server's change
  /// stream takes a while to begin.
  private static func follow(_ tab: TabClient, _ studio: PostgresStudio) async throws {
    try await tab.subscribe("commits", "7")
    let writing = Task {
      while !Task.isCancelled { try await studio.write("INSERT INTO started DEFAULT VALUES") }
    }
    defer { writing.cancel() }
    _ = try await tab.next(hasAnyRows)
  }

  @Test func `commits are reported with their tables, keys and values`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"lists","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 2 }
        try await Self.follow(tab, studio)
        try await studio.write(
          "UPDATE lists SET title = 'zwei' WHERE id = 2; DELETE FROM lists WHERE id = 1; INSERT INTO lists VALUES (3, 'three')"
        )
        let commit = try await tab.next(Self.hasRows).data
        #expect(commit["s"] == "7")
        #expect(commit["origin"] == "other")
        let table = commit["tables"][0]
        #expect(table["table"] == "lists")
        let rows = Dictionary(
          uniqueKeysWithValues: table["rows"].elements.map { ($0["key"][0][1].string ?? "", $0) }
        )
        #expect(rows["1"]?["kind"] == "delete")
        #expect(rows["2"]?["kind"] == "write")
        #expect(rows["2"]?["new"]["title"] == "zwei")
        #expect(rows["3"]?["kind"] == "insert")
        #expect(rows["3"]?["new"]["at"] == .null)
      }
    }
  }

  @Test func `a commit is shown once readers see it, and not when it is reported`() async throws {
    // A commit that waits for a standby is in the change stream, and no reader sees it. The standby
    // has a name, since "*" is true of the studio's own stream, too, which would end the wait.
    let scratch = try await PostgresStudio.offPool {
      let server = try PostgresTestServer(
        settings: ["synchronous_standby_names='absent'", "synchronous_commit=local"]
      )
      let scratch = try PostgresScratchDatabase(on: server)
      let publication = "CREATE PUBLICATION livesql FOR ALL TABLES;"
      try scratch.connect().execute(script: publication + Self.shop)
      return scratch
    }
    try await PostgresStudio.run(on: scratch) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"lists","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 2 }
        try await Self.follow(tab, studio)
        let writing = Task {
          try await studio.write(
            "SET synchronous_commit = on; UPDATE lists SET title = 'zwei' WHERE id = 2"
          )
        }
        let waiting = "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try await untilTrue { try await studio.text(waiting) == "1" }
        // The change stream has passed this commit by the time it reports a later one.
        for _ in 0..<20 { try await studio.write("INSERT INTO started DEFAULT VALUES") }
        try await studio.write("ALTER SYSTEM SET synchronous_standby_names = ''")
        try await studio.write("SELECT pg_reload_conf()")
        try await writing.value
        let commit = try await tab.next(Self.hasRows).data
        #expect(commit["tables"][0]["rows"][0]["new"]["title"] == "zwei")
      }
    }
  }

  @Test func `keys are reported as in a grid, in the order of the key`() async throws {
    try await PostgresStudio.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"days","first":0,"count":3"#)
        let first = try await tab.next { $0.data["total"] == 1 }.data
        try await Self.follow(tab, studio)
        try await studio.write("UPDATE days SET note = 2.50")
        let commit = try await tab.next(Self.hasRows).data
        let row = commit["tables"][0]["rows"][0]
        #expect(row["key"] == ["00000000-0000-0000-0000-00000000000a", "2026-11-24"])
        if first["rows"].count > 0 { #expect(row["key"] == first["rows"][0]["k"]) }
        #expect(row["new"]["note"] == "2.50")
      }
    }
  }

  @Test func `the studio's own commits are marked as such`() async throws {
    try await PostgresStudio.run(Self.shop, { $0.isWritable = true }) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"lists","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 2 }
        try await Self.follow(tab, studio)
        let change = """
          {"kind":"update","schema":"public","table":"lists","key":[["i","2"]],"column":"title","was":"two","value":"zwei"}
          """
        #expect(try await studio.post("/api/edits", "{\"changes\":[\(change)]}").status == 200)
        let own = try await tab.next(Self.hasRows).data
        #expect(own["origin"] == "this")
        try await studio.write("UPDATE lists SET title = 'two' WHERE id = 2")
        #expect(try await tab.next(Self.hasRows).data["origin"] == "other")
      }
    }
  }

  @Test func `the trigger log reports commits, and the page says so`() async throws {
    let log = PostgresTriggerLog().setUpSQL(tables: [PostgresTable("lists")])
    try await PostgresStudio.run(Self.shop + log, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"lists","first":0,"count":3"#)
        _ = try await tab.next { $0.data["total"] == 2 }
        try await tab.subscribe("commits", "7")
        let note = try await tab.next { $0.name == "problem" }.data
        #expect(note["error"].string?.hasPrefix("Commits come from the log") == true)
        try await studio.write("UPDATE lists SET title = 'zwei' WHERE id = 2")
        let commit = try await tab.next(Self.hasRows).data
        #expect(commit["tables"][0]["table"] == "lists")
        #expect(commit["tables"][0]["rows"][0]["key"] == [["i", "2"]])
        #expect(commit["tables"][0]["rows"][0]["new"]["title"] == "zwei")
      }
    }
  }

  @Test func `the page says so if commits are not reported`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("commits", "7")
        let note = try await tab.next { $0.name == "problem" }.data
        #expect(note["error"].string?.contains("there is no publication named livesql") == true)
      }
    }
  }
}
