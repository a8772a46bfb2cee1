import LiveSQLTestSupport
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

/// Edits of views that have INSTEAD OF triggers.
@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresViewEditTests {
  private static let shop = """
    CREATE TABLE lists (id integer PRIMARY KEY, title text, amount numeric, note json);
    INSERT INTO lists VALUES (1, 'one', 1.0, '{"a":  1}'), (2, 'two', 2, NULL),
      (3, 'twin', 1, NULL), (4, 'twin', 1, NULL);
    CREATE VIEW notes AS SELECT title, amount, note FROM lists;
    CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'DELETE' THEN DELETE FROM lists WHERE title = old.title; RETURN old; END IF;
      IF new.title = 'never' THEN RETURN NULL; END IF;
      UPDATE lists SET title = new.title, amount = new.amount WHERE title = old.title;
      RETURN new; END $$;
    CREATE TRIGGER change INSTEAD OF UPDATE OR DELETE ON notes
      FOR EACH ROW EXECUTE FUNCTION change();
    CREATE VIEW plain AS SELECT title FROM lists;
    """

  private func run(_ body: (PostgresStudio) async throws -> Void) async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false, { $0.isWritable = true }, body)
  }

  private func update(_ key: String, value: String) -> String {
    """
    {"kind":"update","schema":"public","table":"notes","key":\(key),"column":"title",\
    "was":"two","value":\(value)}
    """
  }

  private func send(_ change: String, _ studio: PostgresStudio) async throws -> HTTPAnswer {
    try await studio.post("/api/edits", #"{"changes":[\#(change)]}"#)
  }

  private func titles(_ studio: PostgresStudio) async throws -> String? {
    try await studio.text("SELECT string_agg(title, ' ' ORDER BY id) FROM lists")
  }

  @Test func `a view can be edited as its triggers allow`() async throws {
    try await run { studio in
      let tables = try await studio.structure()["tables"].elements
      let notes = tables.first { $0["name"] == "notes" }
      #expect(notes?["edits"] == ["update", "delete"])
      #expect(notes?["editable"] == true)
      let plain = tables.first { $0["name"] == "plain" }
      #expect(plain?["edits"] == [])
      #expect(plain?["reason"].string?.contains("INSTEAD OF") == true)
      let insert = #"{"kind":"insert","schema":"public","table":"notes","values":{"title":"x"}}"#
      #expect(
        try await send(insert, studio).json["error"].string?.contains("INSTEAD OF INSERT") == true
      )
    }
  }

  @Test func `a row is named by all its values`() async throws {
    try await run { studio in
      let answer = try await send(update(#"["two","2",null]"#, value: #""zwei""#), studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["undo"] == .null)
      #expect(try await titles(studio) == "one zwei twin twin")
      let key = #"["one","1.0","{\"a\":  1}"]"#
      let delete =
        #"{"kind":"delete","schema":"public","table":"notes","key":\#(key),"was":{}}"#
      let deleted = try await send(delete, studio)
      #expect(deleted.status == 200, "\(deleted.text)")
      #expect(try await titles(studio) == "zwei twin twin")
    }
  }

  @Test func `no row, or several, and what a trigger prevents, are refused`() async throws {
    try await run { studio in
      let twins =
        #"{"kind":"delete","schema":"public","table":"notes","key":["twin","1",null],"was":{}}"#
      let several = try await send(twins, studio)
      #expect(several.status == 409)
      #expect(several.json["error"].string?.hasPrefix("Several rows of ") == true)
      for (key, value) in [
        (#"["two","2.0",null]"#, #""zwei""#), (#"["two","2",null]"#, #""never""#),
      ] {
        let refused = try await send(update(key, value: value), studio)
        #expect(refused.status == 409, "\(value)")
        #expect(refused.json["error"].string?.hasPrefix("No row of ") == true, "\(refused.text)")
      }
      #expect(try await titles(studio) == "one two twin twin")
    }
  }
}
