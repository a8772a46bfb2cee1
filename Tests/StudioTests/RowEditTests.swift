import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestSockets
import Testing

/// Several changes of one row, and the comparison with the values that the user saw.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct RowEditTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL, note);
    CREATE TABLE pairs (a INTEGER, b INTEGER, note TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, number);
    CREATE TABLE codes (id INTEGER PRIMARY KEY, code TEXT UNIQUE ON CONFLICT REPLACE);
    INSERT INTO lists VALUES (1, 'one', NULL), (2, 'two', ''), (3, 'three', x'00ff');
    INSERT INTO pairs VALUES (1, 2, 'note');
    INSERT INTO names VALUES (1, 'milk', 1);
    INSERT INTO codes VALUES (1, 'a'), (2, 'b');
    """

  private func run(_ body: (StudioFixture) async throws -> Void) async throws {
    try await StudioFixture.run(Self.shop, { $0.isWritable = true }, body)
  }

  private func update(
    _ table: String,
    _ column: String,
    was: String,
    value: String,
    key: String = #"[["i","1"]]"#
  ) -> String {
    """
    {"kind":"update","table":"\(table)","key":\(key),"column":"\(column)","was":\(was),"value":\(value)}
    """
  }

  private func send(to path: String = "/api/edits", _ changes: [String], _ studio: StudioFixture)
    async throws -> HTTPAnswer
  {
    try await studio.post(path, #"{"changes":[\#(changes.joined(separator: ","))]}"#)
  }

  private func text(_ studio: StudioFixture, _ sql: String) async throws -> String? {
    try await studio.other.read { db in try String.fetchOne(db, sql: sql) }
  }

  @Test func `a key and another column are changed by one statement, and undone`() async throws {
    try await run { studio in
      let changes = [
        update("lists", "id", was: #"["i","1"]"#, value: #"["i","9"]"#),
        #"{"kind":"insert","table":"lists","values":{"title":"new"}}"#,
        update("lists", "title", was: #""one""#, value: #""nine""#),
      ]
      let preview = try await send(to: "/api/edits/preview", changes, studio)
      #expect(
        preview.json["sql"] == [
          "UPDATE lists SET id = 9, title = 'nine' WHERE id IS 1 AND id IS 1 AND title IS 'one'",
          "INSERT INTO lists (title) VALUES ('new')",
          .null,
        ]
      )
      #expect(preview.json["with"] == [0, 1, 0])
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["applied"] == 3)
      #expect(try await text(studio, "SELECT title FROM lists WHERE id = 9") == "nine")
      let undo = try #require(answer.json["undo"].string)
      #expect(try await studio.post("/api/undo", #"{"undo":"\#(undo)"}"#).status == 200)
      #expect(try await text(studio, "SELECT title FROM lists WHERE id = 1") == "one")
    }
  }

  @Test func `both columns of a composite key are changed`() async throws {
    try await run { studio in
      let key = #"[["i","1"],["i","2"]]"#
      let changes = [
        update("pairs", "a", was: #"["i","1"]"#, value: #"["i","3"]"#, key: key),
        update("pairs", "b", was: #"["i","2"]"#, value: #"["i","4"]"#, key: key),
      ]
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await text(studio, "SELECT a || '-' || b FROM pairs") == "3-4")
    }
  }

  @Test func `a deletion replaces the updates of its row, and checks their old values`()
    async throws
  {
    try await run { studio in
      let changes = [
        update("lists", "title", was: #""one""#, value: #""eins""#),
        #"{"kind":"delete","table":"lists","key":[["i","1"]],"was":{"note":null}}"#,
      ]
      let preview = try await send(to: "/api/edits/preview", changes, studio)
      #expect(preview.json["sql"][0] == .null)
      #expect(
        preview.json["sql"][1]
          == "DELETE FROM lists WHERE id IS 1 AND note IS NULL AND title IS 'one'"
      )
      #expect(preview.json["with"] == [1, 1])
      try await studio.write("UPDATE lists SET title = 'theirs' WHERE id = 1")
      let refused = try await send(changes, studio)
      #expect(refused.status == 409)
      #expect(refused.json["index"] == 1)
      try await studio.write("UPDATE lists SET title = 'one' WHERE id = 1")
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await text(studio, "SELECT group_concat(id) FROM lists") == "2,3")
    }
  }

  @Test func `a deletion's conflict has all values that differ, and they allow it`() async throws {
    try await run { studio in
      try await studio.write(
        "UPDATE lists SET title = 'theirs', note = x'01' WHERE id = 1; DELETE FROM lists WHERE id = 2"
      )
      let was = #"{"id":["i","1"],"title":"one","note":null}"#
      let delete = #"{"kind":"delete","table":"lists","key":[["i","1"]],"was":\#(was)}"#
      let refused = try await send([delete], studio)
      #expect(refused.status == 409)
      #expect(refused.json["error"] == "Someone else has changed this row.")
      let conflict = refused.json["conflict"]
      #expect(conflict["gone"] == false)
      #expect(conflict["column"] == "note")
      #expect(conflict["yours"] == .null)
      #expect(
        conflict["differing"] == [
          ["column": "note", "was": nil, "theirs": ["b", 1, "01"]],
          ["column": "title", "was": "one", "theirs": "theirs"],
        ]
      )
      let anyway = #"{"id":["i","1"],"title":"theirs","note":["b",1,"01"]}"#
      let again = #"{"kind":"delete","table":"lists","key":[["i","1"]],"was":\#(anyway)}"#
      #expect(try await send([again], studio).status == 200)
      let gone = #"{"kind":"delete","table":"lists","key":[["i","2"]],"was":{"title":"two"}}"#
      let missing = try await send([gone], studio)
      #expect(missing.json["error"] == "The row no longer exists.")
      #expect(missing.json["conflict"]["gone"] == true)
      #expect(missing.json["conflict"]["differing"] == [])
    }
  }

  @Test func `a deletion that a trigger prevents is no change by someone else`() async throws {
    try await run { studio in
      try await studio.write(
        "CREATE TRIGGER keeps BEFORE DELETE ON lists BEGIN SELECT RAISE(IGNORE); END"
      )
      let delete = #"{"kind":"delete","table":"lists","key":[["i","1"]],"was":{"title":"one"}}"#
      let refused = try await send([delete], studio)
      #expect(refused.status == 409)
      #expect(refused.json["error"] == "A trigger of lists prevented the change.")
    }
  }

  @Test func `a conflict names the change of the column that differs`() async throws {
    try await run { studio in
      try await studio.write("UPDATE lists SET note = 'theirs' WHERE id = 1")
      let changes = [
        update("lists", "title", was: #""one""#, value: #""eins""#),
        update("lists", "note", was: "null", value: #""mine""#),
      ]
      let answer = try await send(changes, studio)
      #expect(answer.status == 409)
      #expect(answer.json["index"] == 1)
      #expect(answer.json["conflict"]["column"] == "note")
      #expect(answer.json["conflict"]["theirs"] == "theirs")
      #expect(try await text(studio, "SELECT title FROM lists WHERE id = 1") == "one")
    }
  }

  @Test(arguments: [
    ("name", "'MILK'", #""milk""#, #""MILK""#), ("number", "1.0", #"["i","1"]"#, #"["r","1.0"]"#),
    ("number", "'1'", #"["i","1"]"#, #""1""#),
  ])
  func `another case or type is a change by someone else`(
    column: String,
    new: String,
    was: String,
    theirs: String
  ) async throws {
    try await run { studio in
      try await studio.write("UPDATE names SET \(column) = \(new)")
      let change = update("names", column, was: was, value: #""mine""#)
      let answer = try await send([change], studio)
      #expect(answer.status == 409, "\(answer.text)")
      let expected = try JSONValue(theirs)
      #expect(answer.json["conflict"]["theirs"] == expected)
      let again = update("names", column, was: theirs, value: #""mine""#)
      let applied = try await send([again], studio)
      #expect(applied.status == 200, "\(applied.text)")
    }
  }

  @Test func `a value that another row has is refused, and never replaces that row`() async throws {
    try await run { studio in
      let change = update("codes", "code", was: #""a""#, value: #""b""#)
      let insert = #"{"kind":"insert","table":"codes","values":{"code":"b"}}"#
      for staged in [change, insert] {
        let answer = try await send([staged], studio)
        #expect(answer.status == 409, "\(answer.text)")
        #expect(answer.json["error"].string?.contains("codes.code") == true)
      }
      #expect(try await text(studio, "SELECT group_concat(id || code) FROM codes") == "1a,2b")
    }
  }

  @Test func `NaN is refused, because SQLite would store NULL`() async throws {
    try await run { studio in
      let change = update("lists", "note", was: "null", value: #"["r","NaN"]"#)
      let answer = try await send([change], studio)
      #expect(answer.status == 409)
      #expect(answer.json["error"].string?.contains("NaN") == true)
      let infinite = update("lists", "note", was: "null", value: #"["r","-Infinity"]"#)
      let applied = try await send([infinite], studio)
      #expect(applied.status == 200, "\(applied.text)")
    }
  }

  @Test func `a large value is replaced by its length and hash`() async throws {
    try await run { studio in
      try await studio.write("UPDATE lists SET note = zeroblob(1100000) WHERE id = 1")
      let path = "/api/cell?table=lists&key=%5B%5B%22i%22%2C%221%22%5D%5D&column=note&digest=1"
      let digest = try await studio.client.ask("GET \(path)").json
      #expect(digest[0] == "h")
      #expect(digest[1] == "b")
      #expect(digest[2] == 1_100_000)
      try await studio.write("UPDATE lists SET note = zeroblob(1100001) WHERE id = 1")
      let change = update("lists", "note", was: digest.text, value: "null")
      let refused = try await send([change], studio)
      #expect(refused.status == 409)
      let theirs = refused.json["conflict"]["theirs"]
      #expect(theirs[2] == 1_100_001)
      let again = update("lists", "note", was: theirs.text, value: "null")
      let answer = try await send([again], studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await text(studio, "SELECT typeof(note) FROM lists WHERE id = 1") == "null")
    }
  }

  @Test(arguments: [
    (#"["h","t",3,"SHA"]"#, "one", 200), (#"["h","b",3,"SHA"]"#, "one", 409),
    (#"["h","t",3,"SHA"]"#, "two", 409), (#"["h","t",3,"00"]"#, "one", 400),
    (#"["h","i",3,"SHA"]"#, "one", 400),
  ])
  func `a hash has a type, a length and 64 digits`(was: String, text: String, status: Int)
    async throws
  {
    try await run { studio in
      let hashes = [
        "one": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
        "two": "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3",
      ]
      let whole = was.replacing("SHA", with: try #require(hashes[text]))
      let change = update("lists", "title", was: whole, value: #""eins""#)
      let answer = try await send([change], studio)
      #expect(answer.status == status, "\(answer.text)")
    }
  }
}
