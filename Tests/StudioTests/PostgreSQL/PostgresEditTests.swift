import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresEditTests {
  private static let shop = """
    CREATE TABLE lists (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL, note text, j json,
      amount numeric(8, 2), at timestamptz, twice numeric GENERATED ALWAYS AS (amount * 2) STORED);
    CREATE TABLE items (
      "listId" integer NOT NULL REFERENCES lists(id) DEFERRABLE INITIALLY DEFERRED, line integer NOT NULL,
      PRIMARY KEY ("listId", line));
    INSERT INTO lists (title, note, j, amount, at) VALUES
      ('one', NULL, '{"a":  1}', 1.50, '2026-11-24 10:00:00.25+00'), ('two', '', NULL, NULL, NULL),
      ('three', 'x', NULL, 2, NULL);
    INSERT INTO items VALUES (1, 1), (1, 2), (2, 1);
    """

  private func run(_ body: (PostgresStudio) async throws -> Void) async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false, { $0.isWritable = true }, body)
  }

  private func update(_ key: Int, _ column: String, was: String, value: String) -> String {
    """
    {"kind":"update","schema":"public","table":"lists","key":[["i","\(key)"]],"column":"\(column)","was":\(was),\
    "value":\(value)}
    """
  }

  private func apply(_ changes: [String], _ studio: PostgresStudio) async throws -> HTTPAnswer {
    try await studio.post("/api/edits", #"{"changes":[\#(changes.joined(separator: ","))]}"#)
  }

  private func undo(_ answer: HTTPAnswer, _ studio: PostgresStudio) async throws -> HTTPAnswer {
    let name = try #require(answer.json["undo"].string, "\(answer.text)")
    return try await studio.post("/api/undo", #"{"undo":"\#(name)"}"#)
  }

  /// All rows of the lists, as text.
  private func lists(_ studio: PostgresStudio) async throws -> String? {
    try await studio.text("SELECT string_agg(l::text, ' ' ORDER BY id) FROM lists l")
  }

  @Test func `changes are shown as SQL before they are made`() async throws {
    try await run { studio in
      let before = try await lists(studio)
      let changes = [
        update(1, "title", was: "\"one\"", value: "\"it's\""),
        update(1, "note", was: "null", value: "\"x\""),
        update(1, "j", was: #""{\"a\":  1}""#, value: "\"{}\""),
        #"{"kind":"insert","schema":"public","table":"lists","values":{"title":"new","amount":["r","1.5"]}}"#,
        #"{"kind":"delete","schema":"public","table":"items","key":[["i","1"],["i","2"]],"was":{"line":["i","2"]}}"#,
      ]
      let answer = try await studio.post(
        "/api/edits/preview",
        #"{"changes":[\#(changes.joined(separator: ","))]}"#
      )
      #expect(
        answer.json["sql"] == [
          """
          UPDATE lists SET title = 'it''s', note = 'x', j = '{}' WHERE id = 1 \
          AND title IS NOT DISTINCT FROM 'one' AND note IS NOT DISTINCT FROM NULL \
          AND CAST(j AS text) IS NOT DISTINCT FROM '{"a":  1}'
          """,
          .null,
          .null,
          "INSERT INTO lists (title, amount) VALUES ('new', 1.5)",
          #"DELETE FROM items WHERE "listId" = 1 AND line = 2 AND line IS NOT DISTINCT FROM 2"#,
        ]
      )
      #expect(try await lists(studio) == before)
    }
  }

  @Test
  func `changes are made in one transaction, and undone with the same checks against conflicts`()
    async throws
  {
    try await run { studio in
      let before = try await lists(studio)
      let changes = [
        update(1, "title", was: "\"one\"", value: "\"eins\""),
        update(1, "amount", was: "\"1.50\"", value: "\"12345.67\""),
        update(1, "at", was: "\"2026-11-24 10:00:00.25+00\"", value: "\"2027-01-01 00:00:00+00\""),
        update(1, "j", was: #""{\"a\":  1}""#, value: "\"[1]\""),
        #"{"kind":"insert","schema":"public","table":"lists","values":{"title":"new"}}"#,
        #"{"kind":"delete","schema":"public","table":"lists","key":[["i","3"]],"was":{"title":"three","j":null}}"#,
      ]
      let answer = try await apply(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["applied"] == 6)
      #expect(
        try await studio.text("SELECT string_agg(id || title, ' ' ORDER BY id) FROM lists")
          == "1eins 2two 4new"
      )
      #expect(try await studio.text("SELECT twice::text FROM lists WHERE id = 1") == "24691.34")
      let undone = try await undo(answer, studio)
      #expect(undone.status == 200, "\(undone.text)")
      #expect(undone.json["applied"] == 3)
      #expect(try await lists(studio) == before)
      #expect(try await undo(answer, studio).status == 404)
    }
  }

  @Test func `a value that another user has changed meanwhile is a conflict, and nothing is done`()
    async throws
  {
    try await run { studio in
      try await studio.write("UPDATE lists SET title = 'theirs' WHERE id = 2; DELETE FROM items")
      let answer = try await apply(
        [
          update(1, "title", was: "\"one\"", value: "\"eins\""),
          update(2, "title", was: "\"two\"", value: "\"zwei\""),
        ],
        studio
      )
      #expect(answer.status == 409)
      #expect(answer.json["index"] == 1)
      #expect(answer.json["error"] == "Someone else has changed this row.")
      #expect(answer.json["conflict"]["theirs"] == "theirs")
      #expect(answer.json["conflict"]["gone"] == false)
      #expect(try await studio.text("SELECT title FROM lists WHERE id = 1") == "one")
      let gone = try await apply(
        [
          #"{"kind":"delete","schema":"public","table":"items","key":[["i","1"],["i","2"]],"was":{}}"#
        ],
        studio
      )
      #expect(gone.status == 409)
      #expect(gone.json["error"] == "The row no longer exists.")
    }
  }

  @Test func `an undo is refused if another user has changed the row`() async throws {
    try await run { studio in
      let answer = try await apply([update(2, "title", was: "\"two\"", value: "\"zwei\"")], studio)
      try await studio.write("UPDATE lists SET title = 'theirs' WHERE id = 2")
      #expect(try await undo(answer, studio).status == 409)
      #expect(try await studio.text("SELECT title FROM lists WHERE id = 2") == "theirs")
    }
  }

  @Test(
    arguments: [
      (#""title","was":"two","value":null"#, "null"),
      (#""amount","was":null,"value":"secret""#, "numeric"),
      (#""amount","was":null,"value":"123456789012""#, "overflow"),
      (#""twice","was":null,"value":"1""#, "is computed"),
      (#""id","was":["i","2"],"value":["i","9"]"#, "The server numbers the column id."),
      (#""nothing","was":null,"value":"1""#, "has no column nothing"),
    ]
  )
  func `an error of the server is a sentence without values`(
    change: String,
    sentence: String
  ) async throws {
    try await run { studio in
      let answer = try await apply(
        [
          #"{"kind":"update","schema":"public","table":"lists","key":[["i","2"]],"column":\#(change)}"#
        ],
        studio
      )
      #expect(answer.status == 409, "\(answer.text)")
      #expect(answer.json["error"].string?.contains(sentence) == true, "\(answer.text)")
      #expect(!answer.text.contains("secret"))
    }
  }

  @Test func `a deferred foreign key violation is reported at the commit`() async throws {
    try await run { studio in
      let answer = try await apply(
        [
          #"{"kind":"insert","schema":"public","table":"items","values":{"listId":["i","99"],"line":["i","1"]}}"#
        ],
        studio
      )
      #expect(answer.status == 409, "\(answer.text)")
      #expect(answer.json["error"].string?.contains("foreign key") == true)
      #expect(try await studio.text("SELECT count(*)::text FROM items") == "3")
    }
  }

  @Test func `without --write, nothing is changed`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      let answer = try await apply([update(2, "title", was: "\"two\"", value: "\"zwei\"")], studio)
      #expect(answer.status == 403)
    }
  }
}
