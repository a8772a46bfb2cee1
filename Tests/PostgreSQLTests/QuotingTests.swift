import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Names in SQL, where a quote with a combining accent is still a quote.
@Suite struct QuotingTests {
  @Test(arguments: [
    ("a\"\u{301}b", "\"a\"\"\u{301}b\""), ("\r\n", "\"\r\n\""), ("'\u{301}", "\"'\u{301}\""),
    ("\\\u{301}", "\"\\\u{301}\""), ("\n\u{301}", "\"\n\u{301}\""),
  ])
  func `a name is quoted byte by byte`(name: String, quoted: String) {
    #expect(Array(PostgresConnection.quoted(name).utf8) == Array(quoted.utf8))
  }

  @Test(.requiresPostgres, .timeLimit(.hang))
  func `the server knows a table by such a name`() throws {
    let scratch = try PostgresScratchDatabase()
    let connection = try scratch.connect()
    let name = PostgresConnection.quoted("a\"\u{301}; DROP TABLE kept; --")
    try connection.execute(script: "CREATE TABLE kept (id int); CREATE TABLE \(name) (id int)")
    try connection.execute(script: "INSERT INTO \(name) VALUES (1); SELECT 1 FROM kept, \(name)")
  }
}
