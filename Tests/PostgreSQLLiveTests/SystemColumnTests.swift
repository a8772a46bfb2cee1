import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries of columns that the server itself changes.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SystemColumnTests {
  @Test func `the places of rows are right after the next commit, although VACUUM moves rows`()
    async throws
  {
    let (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE item (id int PRIMARY KEY, size int);
      INSERT INTO item VALUES (1, 1), (2, 2), (3, 3);
      CREATE VIEW places AS SELECT id, ctid AS place FROM item;
      CREATE PUBLICATION livesql FOR TABLE item
      """
    )
    let source = PostgresSource(scratch.configuration)
    let query = TestQuery(text: "SELECT id, ctid FROM item ORDER BY id", width: 2)
    let probe = LiveProbe(query, source)
    try await probe.check(connection)
    #expect(probe.subscription.plan == .rerun(.volatile("ctid")))
    let view = LiveProbe(
      TestQuery(text: "SELECT id, place FROM places ORDER BY id", width: 2),
      PostgresSource(scratch.configuration)
    )
    try await view.check(connection)
    #expect(view.subscription.plan == .rerun(.volatile("ctid")))
    try await probe.check(connection, after: ["DELETE FROM item WHERE id = 1"])
    // It moves all rows, and no commit reports that.
    try connection.execute(script: "VACUUM FULL item")
    let step = "UPDATE item SET size = 5 WHERE id = 3"
    try await probe.check(connection, after: [step])
    try await view.check(connection, after: step)
    #expect(probe.sink.errors.isEmpty)
  }
}
