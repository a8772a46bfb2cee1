import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Schema changes by hand, after which no row of the table is written.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct CatalogChangeTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let role: String

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE item (id int PRIMARY KEY, title text);
      CREATE TABLE other (id int PRIMARY KEY, title text);
      INSERT INTO item VALUES (1, 'a'), (2, 'b'); INSERT INTO other VALUES (7, 'z');
      CREATE VIEW shown AS SELECT id, title FROM item
      """
    )
    role = "reader_of_\(scratch.name)"
  }

  private func publish(_ tables: String) throws {
    try connection.execute(
      script: """
        CREATE PUBLICATION livesql FOR TABLE \(tables) WITH (publish_via_partition_root = true)
        """
    )
  }

  /// Creates a source whose reader has a role that policies concern.
  private func source(as role: String) -> PostgresSource {
    PostgresSource(
      scratch.configuration,
      changes: StreamedChanges(scratch.configuration, settings: .init(), barrier: .flushed),
      onConnect: { try $0.execute(script: "SET ROLE \(role)") }
    )
  }

  // MARK: Rights

  @Test func `rows that a policy hides from now on are no longer shown`() async throws {
    try publish("item, other")
    try connection.execute(script: "CREATE ROLE \(role); GRANT SELECT ON item TO \(role)")
    defer { try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    let reader = try scratch.connect()
    try reader.execute(script: "SET ROLE \(role)")
    let probe = LiveProbe(TestQuery.rows(of: "item"), source(as: role))
    try await probe.check(reader)
    let steps = [
      "ALTER TABLE item ENABLE ROW LEVEL SECURITY",
      "CREATE POLICY low ON item USING (id < 2)", "ALTER POLICY low ON item USING (id > 1)",
      "DROP POLICY low ON item", "ALTER TABLE item DISABLE ROW LEVEL SECURITY",
    ]
    for step in steps {
      try connection.execute(script: step)
      try await probe.check(reader, after: step)
    }
    #expect(probe.sink.errors.isEmpty)
  }

  @Test func `a policy is noticed although nobody writes or waits`() throws {
    try publish("item")
    try connection.execute(script: "CREATE ROLE \(role); GRANT SELECT ON item TO \(role)")
    defer { try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    let probe = LiveProbe(TestQuery.rows(of: "item"), source(as: role))
    #expect(probe.sink.wait { $0.count == 2 })
    try connection.execute(
      script: """
        ALTER TABLE item ENABLE ROW LEVEL SECURITY; CREATE POLICY low ON item USING (id < 2)
        """
    )
    #expect(probe.sink.wait { $0.count == 1 })
    withExtendedLifetime(probe) {}
  }

  // MARK: Views

  @Test func `a view that is recreated over another table shows that table's rows`() async throws {
    try publish("item, other")
    let probe = LiveProbe(TestQuery.rows(of: "shown"), PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        "CREATE OR REPLACE VIEW shown AS SELECT id, title FROM other",
        "INSERT INTO other VALUES (8, 'y')",
        "DROP VIEW shown; CREATE VIEW shown AS SELECT id, title FROM item",
        "UPDATE item SET title = 'c' WHERE id = 1",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
  }

  // MARK: Partitions

  private static let partitioned = """
    CREATE TABLE event (id int, title text NOT NULL, PRIMARY KEY (id)) PARTITION BY RANGE (id);
    CREATE TABLE low PARTITION OF event FOR VALUES FROM (0) TO (10);
    CREATE TABLE high PARTITION OF event FOR VALUES FROM (10) TO (20);
    CREATE UNIQUE INDEX high_title ON high (title);
    INSERT INTO event SELECT i, 'title ' || i FROM generate_series(0, 19) AS i
    """

  @Test func `rows of a detached partition are no longer shown`() async throws {
    try connection.execute(script: Self.partitioned)
    try publish("event")
    let probe = LiveProbe(TestQuery.rows(of: "event"), PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        "ALTER TABLE event DETACH PARTITION high", "DELETE FROM event WHERE id = 1",
        "ALTER TABLE event ATTACH PARTITION high FOR VALUES FROM (10) TO (20)",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
  }

  @Test(arguments: [false, true])
  func `deleted rows of a partition with a replica identity of its own are not shown`(
    isFirst: Bool
  ) async throws {
    let identity = "ALTER TABLE high REPLICA IDENTITY USING INDEX high_title"
    try connection.execute(script: Self.partitioned + (isFirst ? "; " + identity : ""))
    try publish("event")
    let probe = LiveProbe(TestQuery.rows(of: "event"), PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        isFirst ? "SELECT 1" : identity, "DELETE FROM event WHERE id = 12",
        "UPDATE event SET id = 12 WHERE id = 13", "DELETE FROM event WHERE id = 3",
      ]
    )
    #expect(probe.sink.errors.isEmpty)
  }

  @Test func `a partition that is no longer logged is named in an error`() async throws {
    try connection.execute(script: Self.partitioned)
    try publish("event")
    let probe = LiveProbe(TestQuery.rows(of: "event"), PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try connection.execute(script: "ALTER TABLE high SET UNLOGGED")
    let error = try #require(probe.error)
    #expect(error.contains("unlogged") && error.contains("high"))
  }
}
