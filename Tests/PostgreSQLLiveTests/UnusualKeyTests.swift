import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import PostgreSQLLive

/// Tables whose keys have columns that the change stream does not report, or that are called like a
/// variable of PL/pgSQL.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct UnusualKeyTests {
  @Test(arguments: ChangeSourceKind.allCases)
  func `rows are right whose key has a generated column`(kind: ChangeSourceKind) async throws {
    let (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE lot (
        a int, b int, tenfold int GENERATED ALWAYS AS (b * 10) STORED, note text,
        PRIMARY KEY (a, tenfold)
      );
      INSERT INTO lot (a, b, note) VALUES (1, 1, 'one'), (1, 2, 'two'), (2, 1, 'three');
      \(kind.setUp(["lot"]))
      """
    )
    let query = TestQuery(
      ["lot.a", "lot.tenfold", "lot.note"],
      from: "\"lot\"",
      tables: [(.first, "lot")],
      orderBy: ["lot.a", "lot.tenfold"],
      sameAs: "SELECT a, tenfold, note FROM lot ORDER BY a, tenfold"
    )
    let probe = LiveProbe(query, kind.source(scratch.configuration))
    try await probe.check(
      connection,
      after: [
        "UPDATE lot SET note = 'changed' WHERE b = 2",
        "INSERT INTO lot (a, b, note) VALUES (3, 3, 'new')",
        "UPDATE lot SET b = 7 WHERE note = 'one'",
        "DELETE FROM lot WHERE a = 2",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
  }

  @Test func `a key may be called like a variable of a trigger function`() async throws {
    let names = ["found", "new", "old", "tg_op", "tg_argv", "key", "changed", "k1"]
    let tables = names.map { name in
      "CREATE TABLE \"of_\(name)\" (\"\(name)\" int PRIMARY KEY, title text)"
    }
    let log = PostgresTriggerLog()
    let (scratch, connection) = try PostgresScratchDatabase.streamed(
      tables.joined(separator: ";") + ";"
        + log.setUpSQL(tables: names.map { PostgresTable("of_\($0)") })
    )
    for name in names {
      let query = TestQuery(
        ["of_\(name).\(name)", "of_\(name).title"],
        from: "\"of_\(name)\"",
        tables: [(.first, "of_\(name)")],
        orderBy: ["of_\(name).\(name)"],
        sameAs: "SELECT \"\(name)\", title FROM \"of_\(name)\" ORDER BY 1"
      )
      let probe = LiveProbe(query, ChangeSourceKind.log.source(scratch.configuration))
      try await probe.check(
        connection,
        after: [
          "INSERT INTO \"of_\(name)\" VALUES (1, 'a'), (2, 'b')",
          "UPDATE \"of_\(name)\" SET title = 'c' WHERE \"\(name)\" = 2",
          "DELETE FROM \"of_\(name)\" WHERE title = 'a'",
        ]
      )
      #expect(probe.sink.errors.isEmpty)
    }
  }
}
