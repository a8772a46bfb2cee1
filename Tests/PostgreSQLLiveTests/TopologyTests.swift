import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Several servers: a primary and its replica, and tables with partitions on other servers.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TopologyTests {
  /// Returns the configuration for several servers, in their order.
  private func configuration(
    _ folders: [String],
    database: String,
    _ attributes: String?
  ) -> PostgresConfiguration {
    var configuration = PostgresConfiguration(
      "host=\(folders.joined(separator: ",")) user=postgres dbname=\(database)"
    )
    configuration.options["target_session_attrs"] = attributes
    return configuration
  }

  @Test func `live queries on a replica say where they can run, and work after its promotion`()
    throws
  {
    let primary = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: primary)
    try scratch.connect().execute(script: ShopWriters.schema)
    let replica = try PostgresTestServer(replicaOf: primary)
    let source = CheckedSource(PostgresSource(replica.configuration(database: scratch.name)))
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let (query, sink) = (ExactResultTests.queries[0].0, TestSink())
    source.watch(query, sink)
    let subscription = engine.subscribe(query.request, in: source, sink)
    #expect(sink.waitForError())
    #expect("\(sink.errors[0])".contains("target_session_attrs=read-write"), "\(sink.errors[0])")
    #expect("\(sink.errors[0])".contains("standby"))
    #expect(primary.control(.kill))
    #expect(replica.control(.promote))
    let writers = ShopWriters(replica.configuration(database: scratch.name), seed: 61, pause: 0.1)
    source.wait(refreshes: 10)
    writers.stop()
    let connection = try PostgresConnection(replica.configuration(database: scratch.name))
    let rows = try query.fresh(connection)
    #expect(sink.wait { $0 == rows })
    #expect(source.complaints == [])
    _ = subscription
  }

  @Test func `live queries continue at the new primary after a failover, with their own slot`()
    throws
  {
    let primary = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: primary)
    try scratch.connect().execute(script: ShopWriters.schema)
    let replica = try PostgresTestServer(replicaOf: primary)
    let both = configuration(
      [primary.folder, replica.folder],
      database: scratch.name,
      "read-write"
    )
    let source = CheckedSource(PostgresSource(both))
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let watches = ExactResultTests.queries.prefix(6).map { query, _ in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (_, sink, _) in watches { #expect(sink.wait { _ in true }) }
    let writers = ShopWriters(both, seed: 62, pause: 0.1)
    source.wait(refreshes: 20)
    let first = source.base.stream.epoch
    #expect(primary.control(.kill))
    #expect(replica.control(.promote))
    source.wait(refreshes: 20)
    writers.stop()
    #expect(source.base.stream.epoch > first)
    let connection = try PostgresConnection(both)
    for (query, sink, _) in watches {
      let rows = try query.fresh(connection)
      #expect(sink.wait { $0 == rows }, "\(query.sql)")
    }
    #expect(source.complaints == [])
  }

  @Test func `a stream and a reader at different servers are never matched`() async throws {
    // Both accept writes: a former primary, and the server that has taken its place.
    let old = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: old)
    try scratch.connect().execute(script: ShopWriters.schema)
    let new = try PostgresTestServer(replicaOf: old)
    #expect(new.control(.promote))
    let (toOld, toNew) = (try PostgresTestProxy(to: old), try PostgresTestProxy(to: new))
    let both = configuration([toOld.folder, toNew.folder], database: scratch.name, nil)
    let source = PostgresSource(both)
    defer { source.close() }
    let (query, sink) = (ExactResultTests.queries[0].0, TestSink())
    let engine = LiveQueryEngine<PostgresSource>()
    let subscription = engine.subscribe(query.request, in: source, sink)
    #expect(sink.wait { _ in true })
    let (atOld, atNew) = (
      try scratch.connect(), try PostgresConnection(new.configuration(database: scratch.name))
    )
    // Only the stream is lost, and no one can connect to the old server any longer.
    toOld.conditions = .closed
    try atOld.execute("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots")
    let first = source.stream.epoch
    await until { source.stream.epoch != first }
    try atOld.execute("UPDATE item SET title = 'old' WHERE id = 42")
    try atNew.execute("UPDATE item SET title = 'new' WHERE id = 42")
    let rows = try query.fresh(atNew)
    #expect(sink.wait { $0 == rows })
    try atNew.execute("UPDATE item SET title = 'newer' WHERE id = 43")
    let more = try query.fresh(atNew)
    #expect(sink.wait { $0 == more })
    #expect(toOld.conditions == .closed)
    _ = subscription
  }

  @Test func `tables whose changes this server cannot report are refused, each with its reason`()
    throws
  {
    let server = try PostgresTestServer.streaming
    let (scratch, far) = (
      try PostgresScratchDatabase(on: server), try PostgresScratchDatabase(on: server)
    )
    try far.connect().execute(script: "CREATE TABLE event_2 (id bigint PRIMARY KEY, name text)")
    let connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE EXTENSION postgres_fdw;
        CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw
          OPTIONS (host '\(server.folder)', dbname '\(far.name)');
        CREATE USER MAPPING FOR CURRENT_USER SERVER far OPTIONS (user 'postgres');
        CREATE TABLE event (id bigint, name text) PARTITION BY RANGE (id);
        CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (0) TO (10);
        ALTER TABLE event_1 ADD PRIMARY KEY (id);
        CREATE FOREIGN TABLE event_2 PARTITION OF event FOR VALUES FROM (10) TO (20) SERVER far;
        CREATE FOREIGN TABLE alone (id bigint, name text) SERVER far OPTIONS (table_name 'event_2');
        CREATE TABLE plain (id bigint PRIMARY KEY);
        CREATE MATERIALIZED VIEW kept AS SELECT * FROM plain;
        CREATE UNLOGGED TABLE quick (id bigint PRIMARY KEY);
        INSERT INTO event VALUES (1, 'a'), (11, 'b');
        CREATE PUBLICATION livesql FOR TABLE plain WITH (publish_via_partition_root = true)
        """
    )
    func error(_ table: String, _ column: String = "id", of expression: String? = nil) -> String {
      let source = PostgresSource(scratch.configuration)
      defer { source.close() }
      let query = TestQuery(
        [expression ?? "\(table).\(column)"],
        from: "\"\(table)\"",
        tables: [(.first, table)],
        sameAs: ""
      )
      let sink = TestSink()
      let subscription = LiveQueryEngine<PostgresSource>()
        .subscribe(query.request, in: source, sink)
      defer { _ = subscription }
      return sink.waitForError() ? "\(sink.errors[0])" : ""
    }
    for _ in 0..<2 {
      // The other server computes the sum, and then the plan names no table.
      for (table, sum) in [
        ("event", nil), ("alone", nil), ("alone", "count(*)"), ("event", "count(*)"),
      ] {
        let text = error(table, of: sum)
        #expect(text.contains("foreign table"), "\(text)")
        #expect(!text.contains("ADD TABLE"), "\(text)")
      }
      // A publication may contain a table with some partitions on other servers.
      try connection.execute(script: "ALTER PUBLICATION livesql SET TABLE plain, event")
    }
    #expect(error("kept").contains("REFRESH MATERIALIZED VIEW"))
    #expect(error("quick").contains("SET LOGGED"))
    #expect(error("pg_class", "relname").contains("catalog"))
  }
}
