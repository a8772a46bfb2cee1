import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Replica identities that are changed beside live queries.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ReplicaIdentityTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE item (id int PRIMARY KEY, code text NOT NULL, title text);
      CREATE UNIQUE INDEX item_code ON item (code);
      INSERT INTO item SELECT i, 'c' || i, 'a' FROM generate_series(1, 20) i;
      CREATE PUBLICATION livesql FOR TABLE item
      """
    )
  }

  private static let items = TestQuery.rows(of: "item", ["id", "code", "title"])

  private static let other = "ALTER TABLE item REPLICA IDENTITY USING INDEX item_code"
  private static let usual = "ALTER TABLE item REPLICA IDENTITY DEFAULT"

  @Test(arguments: [false, true])
  func `an identity that is changed and changed back in one transaction`(isFirst: Bool)
    async throws
  {
    let probe = LiveProbe(Self.items, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    if !isFirst {
      try await probe.check(connection, after: ["UPDATE item SET title = 'b' WHERE id = 1"])
    }
    try await probe.check(
      connection,
      after: [
        """
        BEGIN; UPDATE item SET title = 'c' WHERE id = 2; \(Self.other);
        UPDATE item SET title = 'c' WHERE id = 3; \(Self.usual); DELETE FROM item WHERE id = 4; COMMIT
        """,
        "UPDATE item SET title = 'd' WHERE id = 5",
        "BEGIN; \(Self.other); UPDATE item SET title = 'e' WHERE id = 6; \(Self.usual); COMMIT",
        "UPDATE item SET title = 'f' WHERE id = 7", "DELETE FROM item WHERE id = 8",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
    #expect(probe.subscription.plan == .orderedPatch)
  }

  @Test func `the first change of all is of a transaction that changes the identity back`()
    async throws
  {
    let probe = LiveProbe(Self.items, PostgresSource(scratch.configuration))
    try await probe.check(
      connection,
      after: [
        "BEGIN; \(Self.other); DELETE FROM item WHERE id = 6; \(Self.usual); COMMIT",
        "UPDATE item SET title = 'f' WHERE id = 7",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
  }
}
