import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

@Suite(.requiresPostgres, .requiresWebServer, .serialized, .timeLimit(.hang))
struct PostgresCellTests {
  private static let shop = """
    CREATE TABLE lists (id integer PRIMARY KEY, title text, picture bytea, amount numeric);
    INSERT INTO lists VALUES (1, repeat('long ', 1000), '\\x89504e470d0a1a0a00', 1.50), (12, 'Other', NULL, NULL);
    INSERT INTO lists SELECT i, 'list ' || i FROM generate_series(100, 400) i;
    """

  @Test func `a value is sent completely`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      let path = "GET /api/cell?schema=public&table=lists&key=%5B%5B%22i%22,%221%22%5D%5D&column="
      let text = try await studio.client.ask(path + "title")
      #expect(text.status == 200, "\(text.text)")
      #expect(text.body.count == 5_000)
      let picture = try await studio.client.ask(path + "picture")
      #expect(picture.headers["content-type"] == "image/png")
      #expect(Array(picture.body).count == 9)
      #expect(try await studio.client.ask(path + "amount").text == "1.50")
      #expect(try await studio.client.ask(path + "nothing").status == 404)
    }
  }

  @Test func `rows for a foreign key are found by their label or their number`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      let path = "GET /api/label?schema=public&table=lists&prefix="
      let label = try await studio.client.ask(path + "oth").json["rows"]
      #expect(label[0]["key"] == [["i", "12"]])
      #expect(label[0]["label"] == "Other")
      #expect(try await studio.client.ask(path + "12").json["rows"][0]["label"] == "Other")
      #expect(try await studio.client.ask(path + "list").json["rows"].count == 20)
    }
  }

  @Test func `a grid and a query are exported`() async throws {
    try await PostgresStudio.run(Self.shop, isPublished: false) { studio in
      let grid = try await studio.post(
        "/api/exports",
        #"{"grid":{"schema":"public","table":"lists","columns":["id","amount"],"filters":[{"column":"id","operator":"<","value":["i","100"]}],"sort":[{"column":"id","descending":true}]},"format":"csv"}"#
      )
      let path = try #require(grid.json["path"].string, "\(grid.text)")
      let csv = try await studio.client.ask("GET \(path)", isTrusted: false)
      #expect(csv.text == "id,amount\r\n12,\r\n1,1.50\r\n")
      let query = try await studio.post(
        "/api/exports",
        #"{"sql":"SELECT id, id * 2 AS twice FROM lists ORDER BY id","format":"json"}"#
      )
      let json = try await studio.client.ask(
        "GET \(try #require(query.json["path"].string, "\(query.text)"))",
        isTrusted: false
      )
      #expect(json.isWhole)
      #expect(json.text.split(separator: "\n").count == 305)
      let wrong = try await studio.post(
        "/api/exports",
        #"{"sql":"DELETE FROM lists RETURNING id","format":"csv"}"#
      )
      #expect(wrong.status == 400)
    }
  }

  @Test func `the schema is written as Swift if the program can do so`() async throws {
    try await PostgresStudio.run(
      Self.shop,
      isPublished: false,
      { $0.postgresSwiftSource = { schema in "\(schema.tables.count) tables" } }
    ) { studio in
      let answer = try await studio.client.ask("GET /api/swift")
      #expect(answer.json["text"] == "1 tables")
    }
  }
}
