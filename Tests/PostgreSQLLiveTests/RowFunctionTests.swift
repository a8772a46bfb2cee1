import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries of the rows that functions return, which have no keys.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct RowFunctionTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE item (id int PRIMARY KEY, size int, tags text[]);
      INSERT INTO item VALUES (1, 2, '{a,b}'), (2, 1, NULL);
      CREATE FUNCTION sizes() RETURNS SETOF int STABLE LANGUAGE sql AS 'SELECT size FROM item ORDER BY 1';
      CREATE FUNCTION from_size(int) RETURNS TABLE (id int, size int) STABLE LANGUAGE plpgsql AS
        'BEGIN RETURN QUERY SELECT i.id, i.size FROM item i WHERE i.size >= $1 ORDER BY 1; END';
      CREATE PUBLICATION livesql FOR TABLE item
      """
    )
  }

  @Test(arguments: [
    ("SELECT id, tag FROM item, unnest(tags) AS tag ORDER BY 1, 2", "unnest"),
    (
      "SELECT id, n FROM item CROSS JOIN generate_series(1, size) AS n ORDER BY 1, 2",
      "generate_series"
    ),
    ("SELECT id, generate_series(1, size) FROM item ORDER BY 1, 2", "generate_series"),
    ("SELECT s, 1 FROM sizes() AS s ORDER BY 1", "sizes"),
    ("SELECT id, size FROM from_size(1) ORDER BY id", "from_size"),
    ("SELECT id, s FROM item JOIN sizes() AS s ON s = size ORDER BY 1, 2", "sizes"),
  ])
  func `their rows follow commits, and the reason names the function`(sql: String, name: String)
    async throws
  {
    let query = TestQuery(text: sql, width: 2, sameAs: sql)
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    #expect(probe.subscription.plan?.description.contains(name) == true)
    try await probe.check(
      connection,
      after: [
        "UPDATE item SET size = 3, tags = '{b,c}' WHERE id = 2", "DELETE FROM item WHERE id = 1",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
  }
}
