import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Properties that hold for every kind of source of changes.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ChangeSourceTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE list (id int PRIMARY KEY, name text);
        CREATE TABLE item (
          id int PRIMARY KEY, list int REFERENCES list ON DELETE CASCADE ON UPDATE CASCADE, title text
        );
        CREATE TABLE event (id bigint, at date, name text, PRIMARY KEY (at, id)) PARTITION BY RANGE (id);
        CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (0) TO (10);
        CREATE TABLE event_2 (name text, at date NOT NULL, id bigint NOT NULL);
        ALTER TABLE event ATTACH PARTITION event_2 FOR VALUES FROM (10) TO (20);
        CREATE TABLE code (
          small smallint, code uuid, word varchar(9), flag boolean, bytes bytea, at timestamptz, "on" timestamp,
          "a %s ""b"" c" text, value int,
          k1 int, k2 text, key int, keys int, changed int, missing int, present int, touched int,
          PRIMARY KEY (small, code, word, flag, bytes, at, "on", "a %s ""b"" c")
        );
        INSERT INTO list VALUES (1, 'one'), (2, 'two');
        INSERT INTO item VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c');
        INSERT INTO event VALUES (1, '2001-01-01', 'x'), (11, '2001-01-02', 'y')
        """
    )
  }

  static let items = TestQuery(
    ["item.id", "item.list", "item.title"],
    from: "\"item\"",
    tables: [(.first, "item")],
    sameAs: "SELECT id, list, title FROM item ORDER BY id"
  )
  static let events = TestQuery(
    ["event.id", "event.at", "event.name"],
    from: "\"event\"",
    tables: [(.first, "event")],
    sameAs: "SELECT id, at, name FROM event ORDER BY id, at"
  )
  static let codes = TestQuery(
    ["code.value"],
    from: "\"code\"",
    tables: [(.first, "code")],
    orderBy: ["code.value"],
    sameAs: "SELECT value FROM code ORDER BY value"
  )

  /// Live queries that must show, after each step, what their queries return.
  private struct Shown {
    let source: PostgresSource
    let engine = LiveQueryEngine<PostgresSource>()
    let watches: [(query: TestQuery, sink: TestSink, subscription: LiveSubscription)]
    let connection: PostgresConnection

    init(_ source: PostgresSource, _ queries: [TestQuery], _ connection: PostgresConnection) {
      (self.source, self.connection) = (source, connection)
      let engine = engine
      watches = queries.map { query in
        let sink = TestSink()
        return (query, sink, engine.subscribe(query.request, in: source, sink))
      }
      for watch in watches { #expect(watch.sink.wait { _ in true }, "\(watch.sink.errors)") }
    }

    func check(after step: String) async throws {
      try source.awaitReported()
      try await engine.catchUp(within: .hang)
      for watch in watches {
        var (shown, fresh) = (watch.sink.rows ?? [], try watch.query.fresh(connection))
        // A query that runs again has the order in which the server returns rows.
        if watch.subscription.plan?.isRerun == true {
          shown.sort { "\($0)" < "\($1)" }
          fresh.sort { "\($0)" < "\($1)" }
        }
        #expect(shown == fresh, "after \(step)")
        #expect(watch.sink.errors.isEmpty, "after \(step)")
      }
    }
  }

  private func shown(_ kind: ChangeSourceKind, _ queries: [TestQuery]) throws -> Shown {
    try connection.execute(script: kind.setUp(["list", "item", "event", "code"]))
    return Shown(kind.source(scratch.configuration), queries, connection)
  }

  /// A step for each kind of statement that changes rows.
  private static let steps = [
    "INSERT INTO item VALUES (4, 2, 'd'), (5, NULL, 'e')",
    "UPDATE item SET title = title || '!' WHERE id = 2",
    "UPDATE item SET title = 'none' WHERE id > 99",
    "UPDATE item SET id = id + 10 WHERE list = 1",
    "DELETE FROM item WHERE id = 3",
    "INSERT INTO item VALUES (4, 1, 'again'), (6, 1, 'new') ON CONFLICT (id) DO UPDATE SET title = excluded.title",
    "MERGE INTO item USING (VALUES (4, 'm'), (7, 'n')) AS v (id, title) ON v.id = item.id "
      + "WHEN MATCHED THEN UPDATE SET title = v.title WHEN NOT MATCHED THEN INSERT VALUES (v.id, 2, v.title)",
    "WITH gone AS (DELETE FROM item WHERE id = 5 RETURNING id) INSERT INTO item SELECT id + 100, 2, 'cte' FROM gone",
    "UPDATE list SET id = 9 WHERE id = 2",
    "DELETE FROM list WHERE id = 9",
    "BEGIN; INSERT INTO item VALUES (50, 1, 'kept'); SAVEPOINT a; UPDATE item SET title = 'gone'; DELETE FROM item; "
      + "ROLLBACK TO a; UPDATE item SET title = 'end' WHERE id = 50; COMMIT",
    "BEGIN; UPDATE item SET title = 'never'; ROLLBACK",
    "BEGIN; TRUNCATE item; INSERT INTO item VALUES (60, 1, 'after'); COMMIT",
    "TRUNCATE list CASCADE",
    "SET synchronous_commit = off; INSERT INTO item VALUES (70, NULL, 'asynchronous'); SET synchronous_commit = on",
  ]

  @Test(arguments: ChangeSourceKind.allCases)
  func `results are right after each kind of statement`(kind: ChangeSourceKind) async throws {
    let shown = try shown(kind, [Self.items])
    defer { shown.source.close() }
    for step in Self.steps {
      try connection.execute(script: step)
      try await shown.check(after: step)
    }
    let isPolled = kind == .polling
    #expect(shown.watches[0].subscription.plan?.isRerun == isPolled)
    guard !isPolled else { return }
    #expect(shown.watches[0].subscription.plan == .keyedPatch)
    #expect(shown.engine.statistics[0].patchCount > 6)
  }

  @Test(arguments: ChangeSourceKind.allCases)
  func `rows of partitions are reported, by whatever name they are written`(kind: ChangeSourceKind)
    async throws
  {
    let shown = try shown(kind, [Self.events])
    defer { shown.source.close() }
    for step in [
      "INSERT INTO event VALUES (2, '2001-01-03', 'z'), (12, 'infinity', 'w')",
      "INSERT INTO event_2 (id, at, name) VALUES (13, '2001-01-04', 'direct')",
      "UPDATE event_2 SET name = 'other' WHERE id = 13", "UPDATE event SET id = 14 WHERE id = 1",
      "DELETE FROM event_1", "TRUNCATE event_2", "TRUNCATE event",
      "INSERT INTO event_1 VALUES (3, '-infinity', 'q')",
    ] {
      // The server does not report that a partition was truncated if it reports partitions as their
      // table.
      if kind == .stream, step == "TRUNCATE event_2" { continue }
      try connection.execute(script: step)
      try await shown.check(after: step)
    }
    if kind != .polling { #expect(shown.watches[0].subscription.plan == .keyedPatch) }
  }

  @Test(arguments: ChangeSourceKind.allCases)
  func `keys of all types are reported exactly, whatever the writer's settings`(
    kind: ChangeSourceKind
  )
    async throws
  {
    let shown = try shown(kind, [Self.codes])
    defer { shown.source.close() }
    let keys = [
      "1, '00000000-0000-0000-0000-000000000001', 'ä', true, '\\x00ff', '2001-01-01 12:00:00.000001Z', 'infinity', ''",
      "-2, 'ffffffff-ffff-ffff-ffff-ffffffffffff', '', false, '', '-infinity', '0044-03-15 00:00 BC', 'a''\"b€'",
      "3, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'x', false, 'y', '2001-01-01', '12345-01-01 00:00', 'long'",
    ]
    let settings =
      "SET DateStyle = 'SQL, DMY'; SET TimeZone = 'Asia/Kathmandu'; SET bytea_output = 'escape'; SET client_encoding = 'LATIN1'"
    let other = try scratch.connect()
    for (number, key) in keys.enumerated() {
      try connection.execute(script: "INSERT INTO code VALUES (\(key), \(number))")
      try await shown.check(after: key)
    }
    try other.execute(script: settings)
    for number in keys.indices {
      try other.execute(script: "UPDATE code SET value = value + 10 WHERE value = \(number)")
      try await shown.check(after: "\(number)")
    }
    try other.execute(script: "DELETE FROM code WHERE value = 11")
    try await shown.check(after: "deletion")
    if kind != .polling { #expect(shown.watches[0].subscription.plan == .orderedPatch) }
  }

  @Test(arguments: ChangeSourceKind.allCases)
  func `a transaction that wrote before the live query started is shown when it commits`(
    kind: ChangeSourceKind
  ) async throws {
    // A slot waits for transactions that have written, so create it first.
    let first = try shown(kind, [Self.events])
    defer { first.source.close() }
    let open = try [scratch.connect(), scratch.connect()]
    for (number, other) in open.enumerated() {
      try other.execute(script: "BEGIN; INSERT INTO item VALUES (\(80 + number), 1, 'open')")
    }
    let source = kind == .stream ? first.source : kind.source(scratch.configuration)
    let shown = Shown(source, [Self.items], connection)
    defer { source.close() }
    try await shown.check(after: "the beginning")
    for other in open {
      try other.execute(script: "COMMIT")
      try await shown.check(after: "a commit")
    }
  }

  @Test(arguments: ChangeSourceKind.allCases)
  func `a changed schema changes the plan, and its effects are shown`(kind: ChangeSourceKind)
    async throws
  {
    let ordered = TestQuery(
      ["item.title"],
      from: "\"item\"",
      tables: [(.first, "item")],
      orderBy: ["item.title"],
      sameAs: "SELECT title FROM item ORDER BY title, id"
    )
    let shown = try shown(kind, [ordered])
    defer { shown.source.close() }
    for step in [
      "ALTER TABLE item ALTER title TYPE text COLLATE \"en-x-icu\"; INSERT INTO item VALUES (9, 1, 'B'), (10, 1, 'A')",
      "ALTER TABLE item ADD COLUMN more int DEFAULT 5; UPDATE item SET title = 'É' WHERE id = 9",
      "ALTER TABLE item ALTER id TYPE bigint; UPDATE item SET title = 'b' WHERE id = 1",
      "ALTER TABLE item RENAME id TO number; UPDATE item SET title = 'ö' WHERE number = 2; ALTER TABLE item RENAME number TO id",
      "UPDATE item SET title = 'c' WHERE id = 9",
    ] {
      try connection.execute(script: step)
      try await shown.check(after: step)
    }
  }

  @Test(arguments: ChangeSourceKind.allCases)
  func `a closed source says so, and ends its listeners`(kind: ChangeSourceKind) throws {
    let shown = try shown(kind, [Self.items])
    shown.source.close()
    shown.source.close()
    #expect(shown.watches[0].sink.hasEnded)
    #expect(throws: StreamUnavailable.self) { try shown.source.awaitReported() }
  }

  @Test func `the plan says how often the database is polled, and why`() throws {
    let shown = try shown(.polling, [Self.items])
    defer { shown.source.close() }
    #expect(
      shown.watches[0].subscription.plan?.description
        == "run again: the database is polled every 20 ms, because the program has chosen polling"
    )
    // No request is needed.
    try connection.execute(script: "INSERT INTO item VALUES (4, 1, 'polled')")
    #expect(shown.watches[0].sink.wait { $0.count == 4 })
  }
}
