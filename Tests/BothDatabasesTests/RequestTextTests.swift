import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// The SQL text of requests is read by the grammar of the database that runs it.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct RequestTextTests {
  private func fetch(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
    let scratch = try PostgresScratchDatabase()
    let db: any SQLConnection = try scratch.connect()
    return try SQLRequest<String>(sql: sql, arguments: arguments).fetchAll(db)
  }

  @Test(arguments: [
    "SELECT $$?$$ || ?", "SELECT $q$ ? $$ :x $q$ || ?", "SELECT E'\\'?' || ?",
    "SELECT /* ? /* ? */ ? */ ?", "SELECT /*/ ? */ ?", "SELECT ? -- ?", "SELECT '?' || ?",
    "SELECT ?::text", "SELECT (ARRAY['b', ?])[2]", "SELECT $1", "SELECT ?1", "SELECT U&'?' || ?",
  ])
  func `texts, comments and casts contain no parameters`(sql: String) throws {
    let found = try fetch(sql, ["a"])
    #expect(found.first?.last == "a")
  }

  @Test(arguments: [
    "SELECT 'yes' WHERE '{\"x\": 1}'::jsonb ?? ?",
    "SELECT 'yes' WHERE '{\"x\": 1}'::jsonb ??| ARRAY[?]",
    "SELECT 'yes' WHERE '{\"x\": 1}'::jsonb ??& ARRAY[?]",
    "SELECT 'yes' WHERE '{\"x\": 1}'::jsonb @? '$.x' AND 'x' = ?",
    "SELECT 'yes' WHERE ARRAY['x'] <@ARRAY[?]",
  ])
  func `operators with a question mark stand beside parameters`(sql: String) throws {
    let found = try fetch(sql, ["x"])
    #expect(found == ["yes"])
  }

  @Test(arguments: [
    "'{\"x\": 1}'::jsonb ? 'x'", "('{\"x\": 1}'::jsonb) ?| ARRAY['x']",
    "'{\"x\": 1}'::jsonb ?& ARRAY['x']", "'{\"x\": 1}'::jsonb ?? 'x'",
    "to_tsvector('simple', 'x') @@to_tsquery('simple', 'x')",
  ])
  func `operators without arguments are left alone`(condition: String) throws {
    let found = try fetch("SELECT 'yes' WHERE " + condition, [])
    #expect(found == ["yes"])
  }

  @Test func `an operator stands beside parameters with names`() throws {
    let sql = "SELECT 'yes' WHERE '{\"x\": 1}'::jsonb ? :key AND $$:key$$ <> @key"
    let found = try fetch(sql, ["key": "x"])
    #expect(found == ["yes"])
  }

  @Test(arguments: ["SELECT ?", "SELECT 'a' WHERE 1 = ?", "SELECT 'a' LIMIT ?", "SELECT lower(?)"])
  func `a parameter without an argument is an error`(sql: String) {
    #expect(throws: SQLArgumentError.self) { try fetch(sql, []) }
  }
}
