import LiveSQLTestSupport
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

/// Several changes of one row, and the comparison with the values that the user saw.
@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresRowEditTests {
  private static let shop = """
    CREATE TABLE pairs (a integer, b integer, note text, amount numeric, size double precision,
      photo bytea, PRIMARY KEY (a, b));
    INSERT INTO pairs VALUES (1, 2, 'note', 1.0, 'NaN', '\\x00ff');
    """

  private func run(_ body: (PostgresStudio) async throws -> Void) async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false, { $0.isWritable = true }, body)
  }

  private func update(_ column: String, was: String, value: String) -> String {
    """
    {"kind":"update","schema":"public","table":"pairs","key":[["i","1"],["i","2"]],\
    "column":"\(column)","was":\(was),"value":\(value)}
    """
  }

  private func send(_ changes: [String], _ studio: PostgresStudio) async throws -> HTTPAnswer {
    try await studio.post("/api/edits", #"{"changes":[\#(changes.joined(separator: ","))]}"#)
  }

  private func undo(_ answer: HTTPAnswer, _ studio: PostgresStudio) async throws -> HTTPAnswer {
    let name = try #require(answer.json["undo"].string, "\(answer.text)")
    return try await studio.post("/api/undo", #"{"undo":"\#(name)"}"#)
  }

  @Test func `both columns of a key and another one are changed at once, and undone`() async throws
  {
    try await run { studio in
      let before = try await studio.text("SELECT p::text FROM pairs p")
      let changes = [
        update("a", was: #"["i","1"]"#, value: #"["i","3"]"#),
        update("b", was: #"["i","2"]"#, value: #"["i","4"]"#),
        update("note", was: #""note""#, value: "null"),
      ]
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.json["applied"] == 3)
      #expect(try await studio.text("SELECT a || '-' || b FROM pairs") == "3-4")
      let undone = try await undo(answer, studio)
      #expect(undone.status == 200, "\(undone.text)")
      #expect(try await studio.text("SELECT p::text FROM pairs p") == before)
    }
  }

  @Test func `a deletion replaces the updates of its row`() async throws {
    try await run { studio in
      let delete =
        #"{"kind":"delete","schema":"public","table":"pairs","key":[["i","1"],["i","2"]],"was":{"size":["r","NaN"]}}"#
      let changes = [update("note", was: #""note""#, value: #""mine""#), delete]
      let answer = try await send(changes, studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await studio.text("SELECT count(*)::text FROM pairs") == "0")
    }
  }

  @Test func `a deletion's conflict has all values that differ, and they allow it`() async throws {
    try await run { studio in
      try await studio.write("UPDATE pairs SET note = 'theirs', amount = 1.00")
      func delete(_ was: String) -> String {
        #"{"kind":"delete","schema":"public","table":"pairs","key":[["i","1"],["i","2"]],"was":\#(was)}"#
      }
      let refused = try await send(
        [delete(#"{"note":"note","amount":"1.0","a":["i","1"]}"#)],
        studio
      )
      #expect(refused.status == 409)
      #expect(
        refused.json["conflict"]["differing"] == [
          ["column": "amount", "was": "1.0", "theirs": "1.00"],
          ["column": "note", "was": "note", "theirs": "theirs"],
        ]
      )
      let again = try await send([delete(#"{"note":"theirs","amount":"1.00"}"#)], studio)
      #expect(again.status == 200, "\(again.text)")
    }
  }

  @Test func `another number of digits is a change by someone else`() async throws {
    try await run { studio in
      try await studio.write("UPDATE pairs SET amount = 1.00")
      let change = update("amount", was: #""1.0""#, value: #""2""#)
      let refused = try await send([change], studio)
      #expect(refused.status == 409)
      #expect(refused.json["conflict"]["theirs"] == "1.00")
      let again = try await send([update("amount", was: #""1.00""#, value: #""2""#)], studio)
      #expect(again.status == 200, "\(again.text)")
      #expect(try await undo(again, studio).status == 200)
      #expect(try await studio.text("SELECT amount::text FROM pairs") == "1.00")
    }
  }

  @Test func `NaN and infinities are edited`() async throws {
    try await run { studio in
      let infinite = update("size", was: #"["r","NaN"]"#, value: #"["r","Infinity"]"#)
      let first = try await send([infinite], studio)
      #expect(first.status == 200, "\(first.text)")
      let back = update("size", was: #"["r","Infinity"]"#, value: #"["r","NaN"]"#)
      let second = try await send([back], studio)
      #expect(second.status == 200, "\(second.text)")
      #expect(try await studio.text("SELECT size::text FROM pairs") == "NaN")
    }
  }

  @Test func `a blob is replaced by its length and hash, and the old one is restored`() async throws
  {
    try await run { studio in
      let hash = "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8"
      let wrong = update("photo", was: #"["h","b",3,"\#(hash)"]"#, value: "null")
      let refused = try await send([wrong], studio)
      #expect(refused.status == 409, "\(refused.text)")
      let change = update("photo", was: #"["h","b",2,"\#(hash)"]"#, value: "null")
      let answer = try await send([change], studio)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await studio.text("SELECT (photo IS NULL)::text FROM pairs") == "true")
      let undone = try await undo(answer, studio)
      #expect(undone.status == 200, "\(undone.text)")
      #expect(try await studio.text("SELECT encode(photo, 'hex') FROM pairs") == "00ff")
    }
  }
}
