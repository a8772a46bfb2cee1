import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLLive

/// The tables of publications, which are read without waiting for any of them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PublishedTablesTests {
  private let connection: PostgresConnection
  private let scratch: PostgresScratchDatabase

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE SCHEMA s; CREATE TABLE item (id int PRIMARY KEY);
        CREATE TABLE s.a (id int PRIMARY KEY); CREATE UNLOGGED TABLE s.u (id int PRIMARY KEY);
        CREATE TABLE s.event (id int PRIMARY KEY) PARTITION BY RANGE (id);
        CREATE TABLE s.low PARTITION OF s.event FOR VALUES FROM (0) TO (10);
        CREATE TABLE high PARTITION OF s.event FOR VALUES FROM (10) TO (20) PARTITION BY RANGE (id);
        CREATE TABLE leaf PARTITION OF high FOR VALUES FROM (10) TO (15);
        CREATE UNLOGGED TABLE lost PARTITION OF s.event FOR VALUES FROM (40) TO (50);
        CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE child () INHERITS (parent)
        """
    )
  }

  private func tables(_ sql: String) throws -> [String] {
    let ordered = "SELECT oid::regclass::text, isfiltered FROM (\(sql)) AS t ORDER BY 1, 2"
    let names = PostgresValue.array(PostgresArray([.text("p"), .text("nobody has this one")]))
    return try connection.execute(ordered, [names]).map { row in
      try row.decode(String.self, at: 0) + (row.decode(Bool.self, at: 1) ? " in part" : "")
    }
  }

  // Earlier servers have neither schemas nor filters, and are asked by their view.
  @Test(
    .requiresServer(version: 15),
    arguments: [
      "FOR ALL TABLES", "FOR TABLES IN SCHEMA s", "", "FOR TABLE high",
      "FOR TABLE s.event, leaf WHERE (id > 1), item, parent",
      "FOR TABLE s.event, high, leaf WHERE (id > 1), ONLY parent",
      "FOR TABLE high, item WHERE (id > 1), TABLES IN SCHEMA s",
      "FOR TABLE s.a WHERE (id > 1), leaf WHERE (id > 11), item WHERE (id > 1), TABLES IN SCHEMA s",
    ],
    [false, true]
  )
  func `tables are those of the server's view`(tables: String, viaRoot: Bool) throws {
    let version = connection.serverVersion
    try connection.execute(
      script: "CREATE PUBLICATION p \(tables) WITH (publish_via_partition_root = \(viaRoot))"
    )
    let found = try self.tables(PublishedTables.source(version))
    let expected = try self.tables(PublishedTables.view(version))
    #expect(found == expected)
  }

  @Test func `a locked table or partition holds nobody up`() throws {
    try connection.execute(script: "CREATE PUBLICATION p FOR TABLE item, s.event")
    let locker = try scratch.connect()
    try locker.execute(script: "BEGIN; LOCK TABLE item, s.low IN ACCESS EXCLUSIVE MODE")
    try connection.execute(script: "SET lock_timeout = '1ms'")
    let tables = try PublishedTables.read(connection, publications: ["p"])
    #expect(tables.all.contains { $0.exactName.name == "item" })
    try locker.execute(script: "ROLLBACK")
  }
}
