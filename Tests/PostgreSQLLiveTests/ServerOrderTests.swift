import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Patched results in the order in which the server would return them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ServerOrderTests {
  /// Checks a patched result when rows are inserted between others.
  private func check(
    _ scratch: PostgresScratchDatabase,
    column: String,
    _ values: [String],
    then more: [String]
  ) async throws {
    let connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, code \(column));
        CREATE PUBLICATION livesql FOR TABLE item
        """
    )
    for (id, value) in values.enumerated() {
      try connection.execute(script: "INSERT INTO item VALUES (\(id), \(value))")
    }
    let query = TestQuery(
      ["item.id"],
      from: "\"item\"",
      tables: [(.first, "item")],
      orderBy: ["item.code"],
      sameAs: "SELECT id FROM item ORDER BY code NULLS FIRST, id"
    )
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: more.enumerated().map { id, value in
        "INSERT INTO item VALUES (\(values.count + id), \(value))"
      } + ["UPDATE item SET code = \(values[0]) WHERE id = \(values.count)"]
    )
    #expect(probe.subscription.plan == .orderedPatch)
  }

  @Test(arguments: ["char(3)", "char(3) COLLATE \"en-x-icu\"", "varchar(3)", "short"])
  func `texts of a fixed length are ordered by all their characters`(type: String) async throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    try scratch.connect().execute(script: "CREATE DOMAIN short AS char(3)")
    try await check(
      scratch,
      column: type,
      ["'abd'", "'aaa'", "'b'"],
      then: ["'abc'", "'ab'", "'abe'", "NULL"]
    )
  }

  @Test(arguments: ["bit(3)", "bit varying(3)"])
  func `bit strings are ordered by all their bits`(type: String) async throws {
    try await check(
      PostgresScratchDatabase(on: .streaming),
      column: type,
      ["B'110'", "B'100'", "B'011'"],
      then: ["B'101'", "B'111'", "B'010'"]
    )
  }

  @Test(arguments: ["char(2)[]", "bit(2)[]"])
  func `arrays of fixed-length texts and bits are ordered by all their elements`(type: String)
    async throws
  {
    try await check(
      PostgresScratchDatabase(on: .streaming),
      column: type,
      ["'{11}'", "'{01,10}'", "'{10,11}'"],
      then: ["'{10,01}'", "'{10}'", "'{01}'"]
    )
  }

  @Test(.requiresServer(version: 15))
  func `a database with ICU's rules is not ordered by bytes, whatever LC_COLLATE says`()
    async throws
  {
    let scratch = try PostgresScratchDatabase(
      on: .streaming,
      options: """
        TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LC_COLLATE 'C' LC_CTYPE 'C'
        """
    )
    try await check(
      scratch,
      column: "text",
      ["'a'", "'B'"],
      then: ["'_'", "'b'", "'A'", "'Ä'"]
    )
  }
}
