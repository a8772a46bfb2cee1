import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries of partitioned tables and of their partitions, whatever name rows are written by.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PartitionRegionTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE event (id int PRIMARY KEY, title text) PARTITION BY RANGE (id);
        CREATE TABLE low PARTITION OF event FOR VALUES FROM (0) TO (20) PARTITION BY RANGE (id);
        CREATE TABLE lowest PARTITION OF low FOR VALUES FROM (0) TO (10);
        CREATE TABLE middle PARTITION OF low FOR VALUES FROM (10) TO (20);
        CREATE TABLE high PARTITION OF event FOR VALUES FROM (20) TO (30);
        INSERT INTO event SELECT i, 'title ' || i FROM generate_series(0, 29, 3) AS i
        """
    )
  }

  /// Writes by the names of the table, a partition and a partition of that, also of rows that move.
  private static let writes = [
    "INSERT INTO event VALUES (1, 'by the table')",
    "INSERT INTO low VALUES (2, 'by a partition')",
    "INSERT INTO lowest VALUES (4, 'by its partition')",
    "UPDATE event SET id = 5 WHERE id = 21",
    "UPDATE low SET id = 7 WHERE id = 12",
    "UPDATE event SET id = 22 WHERE id = 3",
    "UPDATE lowest SET title = 'changed' WHERE id = 4",
    "DELETE FROM event WHERE id = 6",
    "DELETE FROM lowest WHERE id = 4",
    "TRUNCATE event",
  ]

  private func publish(_ name: String, _ tables: String, viaRoot: Bool) throws {
    try connection.execute(
      script: """
        CREATE PUBLICATION \(name) FOR TABLE \(tables) WITH (publish_via_partition_root = \(viaRoot))
        """
    )
  }

  private func check(
    _ table: String,
    _ source: PostgresSource,
    after steps: [String] = Self.writes
  ) async throws {
    let probe = LiveProbe(TestQuery.rows(of: table), source)
    try await probe.check(connection)
    try await probe.check(connection, after: steps)
    #expect(probe.sink.errors.isEmpty)
  }

  @Test(arguments: ChangeSourceKind.allCases, ["event", "low", "lowest"])
  func `a query by any name sees writes by any name`(kind: ChangeSourceKind, table: String)
    async throws
  {
    try connection.execute(script: kind.setUp(["event"]))
    try await check(table, kind.source(scratch.configuration))
  }

  @Test(arguments: ["event", "low", "lowest"])
  func `partitions may be reported under their own names`(table: String) async throws {
    try publish("livesql", "event", viaRoot: false)
    try await check(table, PostgresSource(scratch.configuration))
  }

  @Test(arguments: ["low", "lowest"])
  func `a partition may be published that is partitioned itself`(table: String) async throws {
    try publish("livesql", "low", viaRoot: true)
    try await check(table, PostgresSource(scratch.configuration))
  }

  @Test(arguments: ["event", "low", "lowest"])
  func `two publications may report partitions in two ways`(table: String) async throws {
    try publish("livesql", "event", viaRoot: true)
    try publish("parts", "event", viaRoot: false)
    var settings = PostgresChangeStream.Settings()
    settings.publications = ["livesql", "parts"]
    try await check(table, PostgresSource(scratch.configuration, settings: settings))
  }

  @Test(arguments: [ChangeSourceKind.stream, .polling])
  func `rows of a table that is attached later are shown, by whatever name they are written`(
    kind: ChangeSourceKind
  ) async throws {
    try connection.execute(
      script: """
        CREATE TABLE later (id int PRIMARY KEY, title text) PARTITION BY RANGE (id);
        CREATE TABLE latest PARTITION OF later FOR VALUES FROM (30) TO (35);
        INSERT INTO later VALUES (31, 'before')
        """
    )
    try connection.execute(script: kind.setUp(["event"]))
    try await check(
      "event",
      kind.source(scratch.configuration),
      after: [
        "ALTER TABLE event ATTACH PARTITION later FOR VALUES FROM (30) TO (40)",
        "INSERT INTO event VALUES (32, 'by the table')",
        "INSERT INTO later VALUES (33, 'by a partition')",
        "INSERT INTO latest VALUES (34, 'by its partition')",
        "CREATE TABLE last PARTITION OF later FOR VALUES FROM (35) TO (40)",
        "INSERT INTO last VALUES (36, 'by a new partition')",
        "UPDATE event SET id = 37 WHERE id = 31",
        "DELETE FROM latest",
        "DELETE FROM later",
      ]
    )
  }
}
