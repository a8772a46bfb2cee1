import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestSockets
import Testing

@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct EditTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL, note);
    CREATE TABLE items (
      listId INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE, line INTEGER NOT NULL,
      twice INTEGER GENERATED ALWAYS AS (line * 2), PRIMARY KEY (listId, line)
    ) WITHOUT ROWID;
    INSERT INTO lists VALUES (1, 'one', NULL), (2, 'two', ''), (3, 'three', x'00ff');
    INSERT INTO items (listId, line) VALUES (1, 1), (1, 2), (2, 1);
    CREATE VIEW titles AS SELECT title FROM lists;
    """

  private func run(_ body: (StudioFixture) async throws -> Void) async throws {
    try await StudioFixture.run(Self.shop, { $0.isWritable = true }, body)
  }

  private func update(_ key: Int, _ column: String, was: String, value: String) -> String {
    """
    {"kind":"update","schema":"main","table":"lists","key":[["i","\(key)"]],"column":"\(column)","was":\(was),\
    "value":\(value)}
    """
  }

  private func strings(_ studio: StudioFixture, _ sql: String) async throws -> [String] {
    try await studio.other.read { db in try String.fetchAll(db, sql: sql) }
  }

  @Test func `changes are shown as SQL before they are made`() async throws {
    try await run { studio in
      let changes = [
        update(1, "title", was: "\"one\"", value: "\"it's\""),
        update(1, "note", was: "null", value: #"["x",2,"c328"]"#),
        #"{"kind":"insert","schema":"main","table":"lists","values":{"title":"new","note":["b",2,"00ff"]}}"#,
        #"{"kind":"delete","schema":"main","table":"items","key":[["i","1"],["i","2"]],"was":{"line":["i","2"]}}"#,
      ]
      let answer = try await studio.post(
        "/api/edits/preview",
        #"{"changes":[\#(changes.joined(separator: ","))]}"#
      )
      #expect(
        answer.json["sql"] == [
          """
          UPDATE lists SET title = 'it''s', note = CAST(x'c328' AS TEXT) \
          WHERE id IS 1 AND title IS 'one' AND note IS NULL
          """,
          .null,
          "INSERT INTO lists (title, note) VALUES ('new', x'00ff')",
          "DELETE FROM items WHERE listId IS 1 AND line IS 2 AND line IS 2",
        ]
      )
      #expect(try await strings(studio, "SELECT title FROM lists") == ["one", "two", "three"])
    }
  }

  @Test func `changes are undone together with the effects of foreign keys`()
    async throws
  {
    try await run { studio in
      let changes = [
        update(2, "title", was: "\"two\"", value: "null").replacing("null", with: "\"zwei\""),
        #"{"kind":"delete","schema":"main","table":"lists","key":[["i","1"]],"was":{"title":"one","note":null}}"#,
      ]
      let answer = try await studio.post(
        "/api/edits",
        #"{"changes":[\#(changes.joined(separator: ","))]}"#
      )
      #expect(answer.status == 200)
      #expect(answer.json["applied"] == 2)
      let undo = try #require(answer.json["undo"].string)
      #expect(try await strings(studio, "SELECT title FROM lists") == ["zwei", "three"])
      #expect(try await strings(studio, "SELECT CAST(line AS TEXT) FROM items") == ["1"])
      let undone = try await studio.post("/api/undo", #"{"undo":"\#(undo)"}"#)
      #expect(undone.json["applied"] == 4)
      #expect(try await strings(studio, "SELECT title FROM lists") == ["one", "two", "three"])
      #expect(try await strings(studio, "SELECT CAST(line AS TEXT) FROM items") == ["1", "2", "1"])
      #expect(try await studio.post("/api/undo", #"{"undo":"\#(undo)"}"#).status == 404)
    }
  }

  @Test func `a value that another user has changed is a conflict, and nothing is written`()
    async throws
  {
    try await run { studio in
      try await studio.write("UPDATE lists SET title = 'theirs' WHERE id = 2")
      let changes = [
        update(1, "title", was: "\"one\"", value: "\"mine\""),
        update(2, "title", was: "\"two\"", value: "\"mine\""),
      ]
      let answer = try await studio.post(
        "/api/edits",
        #"{"changes":[\#(changes.joined(separator: ","))]}"#
      )
      #expect(answer.status == 409)
      #expect(answer.json["index"] == 1)
      #expect(answer.json["error"] == "Someone else has changed this row.")
      let conflict = answer.json["conflict"]
      #expect(conflict["theirs"] == "theirs")
      #expect(conflict["was"] == "two")
      #expect(conflict["yours"] == "mine")
      #expect(conflict["gone"] == false)
      #expect(try await strings(studio, "SELECT title FROM lists") == ["one", "theirs", "three"])
    }
  }

  @Test func `a deleted row is a conflict`() async throws {
    try await run { studio in
      try await studio.write("DELETE FROM lists WHERE id = 2")
      let answer = try await studio.post(
        "/api/edits",
        #"{"changes":[\#(update(2, "title", was: "\"two\"", value: "\"mine\""))]}"#
      )
      #expect(answer.status == 409)
      #expect(answer.json["conflict"]["gone"] == true)
    }
  }

  @Test(arguments: [
    ("null", "null"), (#""""#, "text"), (#"["i","9223372036854775807"]"#, "integer"),
    (#"["r","1.5e+300"]"#, "real"), (#"["r","Infinity"]"#, "real"), (#"["b",2,"00ff"]"#, "blob"),
    (#"["x",3,"610062"]"#, "text"), (#"["x",2,"c328"]"#, "text"),
    (#""<script>alert(1)</script>""#, "text"),
    (#""1.234,50""#, "text"),
  ])
  func `a value returns unchanged, with the same type`(cell: String, type: String)
    async throws
  {
    try await run { studio in
      let answer = try await studio.post(
        "/api/edits",
        #"{"changes":[\#(update(3, "note", was: #"["b",2,"00ff"]"#, value: cell))]}"#
      )
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await strings(studio, "SELECT typeof(note) FROM lists WHERE id = 3") == [type])
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"lists","first":0,"count":3"#)
        let rows = try await tab.next { $0.data["reset"] == true }.data["rows"]
        let sent = try #require(StudioEvent("event: x\ndata: [\(cell)]")).data[0]
        #expect(rows[2]["c"][2] == sent)
      }
      // What was written is what is seen: it can be changed back.
      let back = try await studio.post(
        "/api/edits",
        #"{"changes":[\#(update(3, "note", was: cell, value: "\"\""))]}"#
      )
      #expect(back.status == 200)
    }
  }

  @Test func `an error of the table names the change that it refuses`() async throws {
    try await run { studio in
      let missing = #"{"kind":"insert","schema":"main","table":"lists","values":{"note":"x"}}"#
      let answer = try await studio.post("/api/edits", #"{"changes":[\#(missing)]}"#)
      #expect(answer.status == 409)
      #expect(answer.json["index"] == 0)
      #expect(answer.json["error"].string?.contains("lists.title") == true)
      let parent =
        #"{"kind":"insert","schema":"main","table":"items","values":{"listId":["i","9"],"line":["i","1"]}}"#
      let orphan = try await studio.post("/api/edits", #"{"changes":[\#(parent)]}"#)
      #expect(orphan.status == 409)
      let computed =
        #"{"kind":"insert","schema":"main","table":"items","values":{"listId":["i","1"],"line":["i","7"],"twice":["i","1"]}}"#
      let refused = try await studio.post("/api/edits", #"{"changes":[\#(computed)]}"#)
      #expect(
        refused.json["error"]
          == "The column twice is computed. Change the columns that it depends on."
      )
      let view = #"{"kind":"insert","schema":"main","table":"titles","values":{"title":"x"}}"#
      let ofView = try await studio.post("/api/edits", #"{"changes":[\#(view)]}"#)
      #expect(ofView.json["error"].string?.hasPrefix("The rows of a view") == true)
    }
  }

  @Test func `nothing is changed unless the studio was started with --write`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      let change = update(1, "title", was: "\"one\"", value: "\"mine\"")
      let answer = try await studio.post("/api/edits", #"{"changes":[\#(change)]}"#)
      #expect(answer.status == 403)
      #expect(try await studio.post("/api/undo", #"{"undo":"u1"}"#).status == 403)
      #expect(try await strings(studio, "SELECT title FROM lists WHERE id = 1") == ["one"])
    }
  }
}
