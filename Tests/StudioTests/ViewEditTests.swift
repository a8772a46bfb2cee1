import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing

@testable import Studio

/// Edits of views that have INSTEAD OF triggers.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct ViewEditTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE, note);
    INSERT INTO lists VALUES (1, 'one', NULL), (2, 'two', 2.0), (3, 'three', x'00ff'),
      (4, 'twin', 1), (5, 'twin', 1);
    CREATE VIEW notes AS SELECT title, note, upper(title) AS shout FROM lists;
    CREATE TRIGGER change INSTEAD OF UPDATE ON notes BEGIN
      UPDATE lists SET title = new.title, note = new.note WHERE title = old.title; END;
    CREATE TRIGGER removal INSTEAD OF DELETE ON notes BEGIN
      DELETE FROM lists WHERE title = old.title; END;
    CREATE VIEW additions AS SELECT title FROM lists;
    CREATE TRIGGER addition INSTEAD OF INSERT ON additions BEGIN
      INSERT INTO lists (title) VALUES (new.title); END;
    CREATE VIEW plain AS SELECT title FROM lists;
    """

  private func run(_ body: (StudioFixture) async throws -> Void) async throws {
    try await StudioFixture.run(Self.shop, { $0.isWritable = true }, body)
  }

  private func update(_ key: String, _ column: String, was: String, value: String) -> String {
    """
    {"kind":"update","table":"notes","key":\(key),"column":"\(column)","was":\(was),"value":\(value)}
    """
  }

  private func send(_ changes: [String], _ studio: StudioFixture, to path: String = "/api/edits")
    async throws -> HTTPAnswer
  {
    try await studio.post(path, #"{"changes":[\#(changes.joined(separator: ","))]}"#)
  }

  private func titles(_ studio: StudioFixture) async throws -> String? {
    try await studio.other.read { db in
      try String.fetchOne(
        db,
        sql: "SELECT group_concat(title, ' ') FROM (SELECT title FROM lists ORDER BY id)"
      )
    }
  }

  private func table(_ name: String, _ studio: StudioFixture) async throws -> JSONValue {
    let tables = try await studio.client.ask("GET /api/database").json["tables"].elements
    return try #require(tables.first { $0["name"] == .string(name) })
  }

  @Test func `a view can be edited as its triggers allow`() async throws {
    try await run { studio in
      let notes = try await table("notes", studio)
      #expect(notes["editable"] == true)
      #expect(notes["edits"] == ["update", "delete"])
      #expect(notes["key"] == [])
      #expect(try await table("additions", studio)["edits"] == ["insert"])
      let plain = try await table("plain", studio)
      #expect(plain["editable"] == false)
      #expect(plain["edits"] == [])
      #expect(plain["reason"].string?.contains("INSTEAD OF") == true)
      let insert = #"{"kind":"insert","table":"notes","values":{"title":"x"}}"#
      let refused = try await send([insert], studio)
      #expect(refused.status == 409)
      #expect(refused.json["error"] == "The view notes has no INSTEAD OF INSERT trigger.")
    }
  }

  @Test func `a row is named by all its values, and undone`() async throws {
    try await run { studio in
      let key = #"["two",["r","2.0"],"TWO"]"#
      let changes = [
        update(key, "title", was: #""two""#, value: #""zwei""#),
        update(key, "note", was: #"["r","2.0"]"#, value: "null"),
      ]
      let preview = try await send(changes, studio, to: "/api/edits/preview")
      #expect(
        preview.json["sql"][0].string?.hasPrefix(
          "UPDATE notes SET title = 'zwei', note = NULL WHERE title COLLATE BINARY IS 'two'"
        ) == true
      )
      #expect(preview.json["with"] == [0, 0])
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await titles(studio) == "one zwei three twin twin")
      let undo = try #require(answer.json["undo"].string)
      #expect(try await studio.post("/api/undo", #"{"undo":"\#(undo)"}"#).status == 200)
      #expect(try await titles(studio) == "one two three twin twin")
    }
  }

  @Test func `rows are deleted and inserted`() async throws {
    try await run { studio in
      let changes = [
        #"{"kind":"delete","table":"notes","key":["three",["b",2,"00ff"],"THREE"],"was":{}}"#,
        #"{"kind":"insert","table":"additions","values":{"title":"new"}}"#,
      ]
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await titles(studio) == "one two twin twin new")
    }
  }

  @Test(arguments: [
    #"["TWO",["r","2.0"],"TWO"]"#, #"["two",["i","2"],"TWO"]"#, #"["two",null,"TWO"]"#,
  ])
  func `a row that has other values now is not changed`(key: String) async throws {
    try await run { studio in
      let answer = try await send(
        [update(key, "title", was: #""two""#, value: #""zwei""#)],
        studio
      )
      #expect(answer.status == 409)
      #expect(answer.json["error"].string?.hasPrefix("No row of notes was changed") == true)
      #expect(answer.json["conflict"] == .null)
      #expect(try await titles(studio) == "one two three twin twin")
    }
  }

  @Test func `rows with the same values, and too few values, are refused`() async throws {
    try await run { studio in
      let twins = #"{"kind":"delete","table":"notes","key":["twin",["i","1"],"TWIN"],"was":{}}"#
      let answer = try await send([twins], studio)
      #expect(answer.status == 409)
      #expect(
        answer.json["error"] == "Several rows of notes have the same values. Change them with SQL."
      )
      let short = #"{"kind":"delete","table":"notes","key":["one"],"was":{}}"#
      #expect(
        try await send([short], studio).json["error"]
          == "The change does not specify its row of notes."
      )
      #expect(try await titles(studio) == "one two three twin twin")
    }
  }

  @Test func `a trigger that leaves the row as it is refuses the change`() async throws {
    try await run { studio in
      // The trigger does not look at this column.
      let key = #"["two",["r","2.0"],"TWO"]"#
      let answer = try await send(
        [update(key, "shout", was: #""TWO""#, value: #""ZWEI""#)],
        studio
      )
      #expect(answer.status == 409)
      #expect(answer.json["error"].string?.contains("a trigger prevented it") == true)
    }
  }

  @Test(
    arguments: [
      (
        #"CREATE TRIGGER "INSTEAD OF DELETE" /* INSTEAD OF INSERT */ INSTEAD OF UPDATE OF a ON v"#,
        "update"
      ),
      ("CREATE TRIGGER instead INSTEAD\nOF -- not INSERT\n delete ON [a b]", "delete"),
      ("CREATE TEMP TRIGGER IF NOT EXISTS x instead of insert ON v", "insert"),
      ("CREATE TRIGGER instead$of$delete INSTEAD OF INSERT ON v", "insert"),
      ("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 'INSTEAD OF DELETE'; END", nil),
    ] as [(String, String?)]
  )
  func `the statement that fires a trigger is read`(sql: String, kind: String?) {
    #expect(ViewTrigger(sql: sql).kind?.rawValue == kind)
  }
}
