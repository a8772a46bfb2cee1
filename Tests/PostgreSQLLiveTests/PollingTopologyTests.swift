import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLQueries
import PostgreSQLTestSupport
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@testable import LiveEngine
@testable import PostgreSQLLive

@Table struct Event: Equatable {
  let id: Int
  var shop: Int
  var title: String
}

/// Live queries that poll because no changes can be reported: on a replica, and on tables with
/// partitions on other servers.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PollingTopologyTests {
  @Test func `a replica is polled before, during and after its promotion`() throws {
    let primary = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: primary)
    try scratch.connect().execute(script: ShopWriters.schema)
    let replica = try PostgresTestServer(replicaOf: primary)
    let configuration = replica.configuration(database: scratch.name)
    let source = CheckedSource(ChangeSourceKind.polling.source(configuration), ignoringOrder: true)
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let watches = ExactResultTests.queries.prefix(6).map { query, _ in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (_, sink, _) in watches { #expect(sink.wait { _ in true }, "\(sink.errors)") }
    let before = ShopWriters(scratch.configuration, seed: 71, pause: 0.1)
    source.wait(refreshes: 20)
    #expect(primary.control(.kill))
    before.stop()
    #expect(replica.control(.promote))
    let after = ShopWriters(configuration, seed: 72, pause: 0.1)
    source.wait(refreshes: 20)
    after.stop()
    let connection = try PostgresConnection(configuration)
    for (query, sink, subscription) in watches {
      let rows = try query.fresh(connection)
      #expect(sink.wait { source.areSame($0, rows) }, "\(query.sql)")
      #expect(subscription.plan?.isRerun == true)
    }
    #expect(source.complaints == [])
    #expect(source.reports == [])
  }

  @Test func `typed statements on a replica are live by polling`() async throws {
    let primary = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: primary)
    let connection = try scratch.connect()
    try connection.execute(
      script: "CREATE TABLE events (id bigint PRIMARY KEY, shop bigint, title text)"
    )
    let replica = try PostgresTestServer(replicaOf: primary)
    let live = PostgresLiveDatabase(
      replica.configuration(database: scratch.name),
      changes: .polling(every: .milliseconds(20), since: "the replica tells no changes")
    )
    defer { live.close() }
    var results = live.values(of: Event.where { $0.shop == 1 }.order(by: \.id)).makeAsyncIterator()
    #expect(try await results.next()?.rows == [])
    let events = (1...40).map { Event(id: $0, shop: $0 % 2, title: "event \($0)") }
    try Event.insert { events }.execute(connection)
    let second = try await results.next()
    #expect(second?.rows == events.filter { $0.shop == 1 })
    let plan = try #require(second?.plan)
    #expect(plan.description.hasSuffix("because the replica tells no changes"))
  }

  /// Three servers; the first has the table and one of its partitions.
  private struct Shards {
    let servers: [PostgresTestServer]
    let databases: [PostgresScratchDatabase]
    let connections: [PostgresConnection]

    init() throws {
      servers = try (0..<3).map { _ in try PostgresTestServer() }
      databases = try servers.map { try PostgresScratchDatabase(on: $0) }
      connections = try databases.map { try $0.connect() }
      var script = """
        CREATE EXTENSION postgres_fdw;
        CREATE TABLE events (id bigint NOT NULL, shop bigint NOT NULL, title text NOT NULL) PARTITION BY LIST (shop);
        CREATE TABLE events_0 PARTITION OF events FOR VALUES IN (0);
        """
      for number in 1...2 {
        try connections[number].execute(
          script:
            "CREATE TABLE events_\(number) (id bigint PRIMARY KEY, shop bigint NOT NULL, title text NOT NULL)"
        )
        script += """
          CREATE SERVER shard\(number) FOREIGN DATA WRAPPER postgres_fdw
            OPTIONS (host '\(servers[number].folder)', dbname '\(databases[number].name)');
          CREATE USER MAPPING FOR CURRENT_USER SERVER shard\(number) OPTIONS (user 'postgres');
          CREATE FOREIGN TABLE events_\(number) PARTITION OF events FOR VALUES IN (\(number)) SERVER shard\(number);
          """
      }
      try connections[0].execute(script: script)
    }
  }

  /// Waits for rows; servers commit one after another, so a part may be shown first.
  private func wait<Row: Equatable & Sendable>(
    _ results: inout PostgresLiveValues<Row>.AsyncIterator,
    for rows: [Row]
  ) async throws { while try await results.next()?.rows != rows {} }

  @Test
  func `typed statements on a table whose partitions are on three servers are live by polling`()
    async throws
  {
    let shards = try Shards()
    let live = PostgresLiveDatabase(
      shards.databases[0].configuration,
      changes: .polling(every: .milliseconds(20))
    )
    defer { live.close() }
    var all = live.values(of: Event.order(by: \.id)).makeAsyncIterator()
    var ofShop = live.values(of: Event.where { $0.shop == 2 }.order(by: \.id)).makeAsyncIterator()
    var counts = live.values(of: Event.count()).makeAsyncIterator()
    try await wait(&all, for: [])
    try await wait(&ofShop, for: [])
    try await wait(&counts, for: [0])
    let events = (0..<9).map { Event(id: $0, shop: $0 % 3, title: "event \($0)") }
    // Through the first server, in one statement for all three.
    try Event.insert { events }.execute(shards.connections[0])
    try await wait(&all, for: events)
    try await wait(&ofShop, for: events.filter { $0.shop == 2 })
    try await wait(&counts, for: [9])
    // At a shard, directly.
    try shards.connections[2].execute("UPDATE events_2 SET title = 'changed' WHERE id = 5")
    var changed = events
    changed[5].title = "changed"
    try await wait(&all, for: changed)
    try await wait(&ofShop, for: changed.filter { $0.shop == 2 })
    try Event.where { $0.shop == 1 }.delete().execute(shards.connections[0])
    try await wait(&all, for: changed.filter { $0.shop != 1 })
    try await wait(&counts, for: [6])
    // An unreachable server is an error only of the queries that need it.
    let local = live.values(of: Event.where { $0.shop == 0 }.order(by: \.id))
    #expect(shards.servers[2].control(.kill))
    try shards.connections[0].execute("UPDATE events_0 SET title = 'local' WHERE id = 3")
    for try await result in local where result.rows[1].title == "local" { break }
    #expect(shards.servers[2].control(.start))
  }

  @Test
  func `the trigger log names the foreign partition that it cannot report, and suggests polling`()
    throws
  {
    let shards = try Shards()
    let log = PostgresTriggerLog()
    for table in ["events", "events_0", "events_1"] {
      let error = #expect(throws: PostgresError.self) {
        try shards.connections[0].execute(script: log.setUpSQL(tables: [PostgresTable(table)]))
      }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(text.contains("events_1") && text.contains("foreign"), "\(text)")
      #expect(text.contains("polling"), "\(text)")
    }
    // A partition on this server is reported as usual.
    try shards.connections[1].execute(
      script: log.setUpSQL(tables: [PostgresTable("events_1")])
    )
  }
}
