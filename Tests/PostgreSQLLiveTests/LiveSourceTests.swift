import DatabaseTypes
import Dispatch
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

@Suite(.requiresPostgres, .timeLimit(.hang)) struct LiveSourceTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, title text, price numeric);
        INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 2);
        CREATE PUBLICATION livesql FOR TABLE item
        """
    )
  }

  private static let items = TestQuery(
    ["item.id", "item.title"],
    from: "\"item\"",
    tables: [(.first, "item")],
    sameAs: "SELECT id, title FROM item ORDER BY id"
  )

  private func watch(_ query: TestQuery = items, in source: PostgresSource)
    -> (TestSink, LiveSubscription, LiveQueryEngine<PostgresSource>)
  {
    let (sink, engine) = (TestSink(), LiveQueryEngine<PostgresSource>())
    return (sink, engine.subscribe(query.request, in: source, sink), engine)
  }

  /// Returns the reason why a query runs again; `nil` if it is patched.
  private func reason(_ query: TestQuery) throws -> LivePlan.Reason? {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let (sink, subscription, _) = watch(query, in: source)
    #expect(sink.wait { _ in true }, "\(sink.errors)")
    guard case .rerun(let reason)? = subscription.plan else { return nil }
    return reason
  }

  @Test func `the program's own commit is shown after catching up`() async throws {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let (sink, subscription, engine) = watch(in: source)
    #expect(sink.wait { $0.count == 2 })
    for id in 3..<40 {
      let isAsynchronous = id.isMultiple(of: 5)
      try connection.execute(
        script: "SET synchronous_commit = \(isAsynchronous ? "off" : "on")"
      )
      try connection.execute("INSERT INTO item VALUES ($1, 'new')", [.integer(Int64(id))])
      try source.awaitReported()
      try await engine.catchUp()
      #expect(sink.rows?.count == id)
    }
    #expect(subscription.plan == .keyedPatch)
  }

  @Test func `a failing query does not affect the others`() throws {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let engine = LiveQueryEngine<PostgresSource>()
    let broken = TestQuery(
      ["1 / item.price"],
      from: "\"item\"",
      tables: [(.first, "item")],
      sameAs: ""
    )
    let (first, second) = (TestSink(), TestSink())
    let subscriptions = [
      engine.subscribe(broken.request, in: source, first),
      engine.subscribe(Self.items.request, in: source, second),
    ]
    #expect(first.wait { _ in true } && second.wait { _ in true })
    try connection.execute("UPDATE item SET price = 0, title = 'free' WHERE id = 1")
    #expect(second.wait { $0.first?.last == .text("free") })
    #expect(first.waitForError())
    try connection.execute("UPDATE item SET price = 4, title = 'dear' WHERE id = 1")
    #expect(second.wait { $0.first?.last == .text("dear") })
    #expect(first.wait { $0.count == 2 && $0[0] == [.text("0.25000000000000000000")] })
    _ = subscriptions
  }

  @Test func `an error names the table whose changes are not reported, with the SQL to run`() throws
  {
    try connection.execute(script: "CREATE TABLE other (id int PRIMARY KEY)")
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let other = TestQuery(
      ["other.id"],
      from: "\"other\"",
      tables: [(.first, "other")],
      sameAs: ""
    )
    let (sink, subscription, _) = watch(other, in: source)
    #expect(sink.waitForError())
    #expect(
      "\(sink.errors)".contains("ALTER PUBLICATION \"livesql\" ADD TABLE \"public\".\"other\"")
    )
    _ = subscription
  }

  @Test func `an incomplete publication is refused`() throws {
    try connection.execute(script: "ALTER PUBLICATION livesql SET (publish = 'insert, update')")
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let (sink, subscription, _) = watch(in: source)
    #expect(sink.waitForError())
    #expect("\(sink.errors)".contains("publish = 'insert, update, delete, truncate'"))
    _ = subscription
  }

  @Test func `a query that cannot be patched soundly runs again, and says why`() throws {
    try connection.execute(
      script: """
        CREATE VIEW cheap AS SELECT id FROM item WHERE price < 5;
        CREATE FUNCTION prices() RETURNS numeric STABLE LANGUAGE sql AS 'SELECT sum(price) FROM item';
        CREATE TABLE log (line text);
        ALTER TABLE log REPLICA IDENTITY FULL;
        ALTER PUBLICATION livesql ADD TABLE log
        """
    )
    func query(_ columns: [String], _ table: String, order: [String] = [], groups: [String] = [])
      -> TestQuery
    {
      TestQuery(
        columns,
        from: "\"\(table)\"",
        tables: [(.first, table)],
        groupBy: groups,
        orderBy: order,
        sameAs: ""
      )
    }
    #expect(try reason(query(["cheap.id"], "cheap")) == nil)
    #expect(try reason(query(["unnest(ARRAY[1, 2])"], "item")) == .noKey("unnest"))
    #expect(try reason(query(["log.line"], "log")) == .noKey("log"))
    #expect(try reason(query(["item.id", "prices()"], "item")) == .anyTable("prices"))
    #expect(try reason(query(["item.id", "random()"], "item")) == .volatile("random"))
    #expect(try reason(query(["item.id", "now()"], "item")) == .volatile("the time"))
    #expect(try reason(query(["item.price"], "item", groups: ["item.price"])) == nil)
    #expect(try reason(query(["item.id"], "item", order: ["item.price"])) == nil)
  }

  @Test func `a view follows its tables`() throws {
    try connection.execute(
      script: "CREATE VIEW cheap AS SELECT id, title FROM item WHERE price < 5"
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let cheap = TestQuery(
      ["cheap.id", "cheap.title"],
      from: "\"cheap\"",
      tables: [(.first, "cheap")],
      orderBy: ["cheap.id"],
      sameAs: ""
    )
    let (sink, subscription, _) = watch(cheap, in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute("UPDATE item SET price = 9 WHERE id = 2")
    #expect(sink.wait { $0.count == 1 })
    _ = subscription
  }

  @Test func `a query follows a change of its key and its collation`() throws {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let ordered = TestQuery(
      ["item.title"],
      from: "\"item\"",
      tables: [(.first, "item")],
      orderBy: ["item.title"],
      sameAs: ""
    )
    let (sink, subscription, _) = watch(ordered, in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute(
      script: """
        ALTER TABLE item ALTER title TYPE text COLLATE "en-x-icu";
        INSERT INTO item VALUES (3, 'B', 1), (4, 'a', 1), (5, 'C', 1)
        """
    )
    #expect(sink.wait { $0.map { $0[0] } == ["a", "a", "b", "B", "C"].map { .text($0) } })
    try connection.execute(
      script: """
        ALTER TABLE item DROP CONSTRAINT item_pkey; ALTER TABLE item ADD PRIMARY KEY (title, id);
        UPDATE item SET title = 'z' WHERE id = 1
        """
    )
    #expect(sink.wait { $0.map { $0[0] } == ["a", "b", "B", "C", "z"].map { .text($0) } })
    #expect(subscription.plan == .orderedPatch)
    #expect(sink.errors.isEmpty)
  }

  @Test func `a refresh never deadlocks with locks in any order`() async throws {
    try connection.execute(
      script: """
        CREATE TABLE part (id int PRIMARY KEY, item int);
        INSERT INTO part VALUES (1, 1);
        ALTER PUBLICATION livesql ADD TABLE part
        """
    )
    let pairs = TestQuery(
      ["item.title", "part.id"],
      from: "\"item\" JOIN \"part\" ON ((\"part\".\"item\") = (\"item\".\"id\"))",
      tables: [(.first, "item"), (.inner, "part")],
      sameAs: ""
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let (sink, subscription, _) = watch(pairs, in: source)
    #expect(sink.wait { $0.count == 1 })
    let other = try scratch.connect()
    try other.execute(script: "SET deadlock_timeout = '10ms'")
    for round in 0..<20 {
      try other.execute(script: "BEGIN; LOCK TABLE part")
      try connection.execute(
        "UPDATE item SET title = $1 WHERE id = 1",
        [.text("\(round)")]
      )
      let waiting = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND query LIKE 'BEGIN ISOLATION%LOCK TABLE%' AND query_start > $1::timestamptz
        """
      let start = try connection.execute("SELECT clock_timestamp()").values()[0][0]
      try await until { try connection.execute(waiting, [start]).values() != [[0]] }
      try other.execute(script: "LOCK TABLE item; COMMIT")
      #expect(sink.wait { $0 == [[.text("\(round)"), .integer(1)]] })
    }
    #expect(sink.errors.isEmpty)
    #expect(subscription.plan == .join)
  }

  @Test func `rows of partitions are rows of their table`() throws {
    try connection.execute(
      script: """
        CREATE TABLE event (id bigint PRIMARY KEY, name text) PARTITION BY RANGE (id);
        CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (0) TO (10);
        CREATE TABLE event_2 PARTITION OF event FOR VALUES FROM (10) TO (20);
        INSERT INTO event VALUES (1, 'a'), (11, 'b');
        ALTER PUBLICATION livesql ADD TABLE event;
        ALTER PUBLICATION livesql SET (publish_via_partition_root = true)
        """
    )
    let events = TestQuery(
      ["event.id", "event.name"],
      from: "\"event\"",
      tables: [(.first, "event")],
      sameAs: ""
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let (sink, subscription, _) = watch(events, in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute("UPDATE event SET id = 12 WHERE id = 1")
    #expect(sink.wait { $0.map { $0[0] } == [.integer(11), .integer(12)] })
    #expect(subscription.plan == .keyedPatch)
  }
}

/// Recovery from faults of a server under load.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct LiveFaultTests {
  @Test(arguments: [PostgresTestServer.Action.restart, .kill], [ChangeSourceKind.stream, .log])
  func `all rows are shown after the server crashed under load`(
    action: PostgresTestServer.Action,
    kind: ChangeSourceKind
  ) throws {
    // What killed processes have written stays written, and recovery does not wait for the disk.
    let server = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: server)
    try scratch.connect().execute(script: ShopWriters.schema)
    if kind == .log {
      try scratch.connect().execute(script: kind.setUp(["list", "item", "part"]))
    }
    let source = CheckedSource(kind.source(scratch.configuration))
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let watches = ExactResultTests.queries.prefix(6).map { query, _ in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (_, sink, _) in watches { #expect(sink.wait { _ in true }) }
    let writers = ShopWriters(scratch.configuration, seed: 7, pause: 0.1)
    source.wait(refreshes: 20)
    let first = kind == .stream ? try source.base.stream.awaitEpoch(within: .hang) : 0
    #expect(server.control(action))
    if action == .kill { #expect(server.control(.start)) }
    source.wait(refreshes: 20)
    writers.stop()
    let connection = try scratch.connect()
    for (query, sink, _) in watches {
      let rows = try query.fresh(connection)
      #expect(sink.wait { $0 == rows }, "\(query.sql)")
    }
    if kind == .stream {
      #expect(try source.base.stream.awaitEpoch(within: .hang) > first)
    }
    #expect(source.complaints == [])
  }

  @Test func `a dropped slot is created again, and nothing is lost`() throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    let source = CheckedSource(PostgresSource(scratch.configuration))
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let (query, sink) = (ExactResultTests.queries[1].0, TestSink())
    source.watch(query, sink)
    let subscription = engine.subscribe(query.request, in: source, sink)
    #expect(sink.wait { _ in true })
    let writers = ShopWriters(scratch.configuration, seed: 8, pause: 0.1)
    for _ in 0..<5 {
      source.wait(refreshes: 10)
      try connection.execute(
        """
        SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots
        WHERE database = current_database()
        """
      )
      source.wait(refreshes: 10)
      try connection.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'BEGIN ISOLATION%'
        """
      )
    }
    source.wait(refreshes: 10)
    writers.stop()
    let rows = try query.fresh(connection)
    #expect(sink.wait { $0 == rows })
    #expect(source.complaints == [])
    #expect(subscription.plan == .orderedPatch)
  }
}
