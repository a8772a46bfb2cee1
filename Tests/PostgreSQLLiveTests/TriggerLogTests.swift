import DatabaseTypes
import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// The trigger log.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TriggerLogTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection
  let log = PostgresTriggerLog()

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, list int, title text);
        INSERT INTO item VALUES (1, 1, 'a'), (2, 2, 'b')
        """
    )
  }

  private func setUp() throws {
    try connection.execute(script: log.setUpSQL(tables: [PostgresTable("item")]))
  }

  private func number(_ sql: String) throws -> Int {
    try connection.execute(sql).first { row in try row.decode(Int.self, at: 0) } ?? -1
  }

  private func source(
    _ configuration: PostgresConfiguration? = nil,
    renewal: Duration? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) -> PostgresSource {
    let configuration = configuration ?? scratch.configuration
    // The lease is longer than any test, however busy the machine is.
    let changes = LoggedChanges(
      configuration,
      log: log,
      lease: 3_600,
      renewal: renewal ?? .seconds(10),
      report: report
    )
    return PostgresSource(configuration, changes: changes)
  }

  private func watch(_ query: TestQuery = ChangeSourceTests.items, in source: PostgresSource)
    -> (TestSink, LiveSubscription)
  {
    let (sink, engine) = (TestSink(), LiveQueryEngine<PostgresSource>())
    return (sink, engine.subscribe(query.request, in: source, sink))
  }

  @Test func `it can be set up again, and leaves nothing behind when it is removed`() throws {
    try setUp()
    try setUp()
    try connection.execute("UPDATE item SET title = 'c' WHERE id = 1")
    try connection.execute(script: log.removalSQL)
    #expect(try number("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'livesql%'") == 0)
    #expect(try number("SELECT count(*) FROM pg_namespace WHERE nspname = 'livesql'") == 0)
    try connection.execute("UPDATE item SET title = 'd' WHERE id = 1")
  }

  @Test func `without readers, nothing is logged and no one is notified`() throws {
    try setUp()
    let listener = try scratch.connect()
    try listener.listen(to: "livesql")
    try connection.execute("UPDATE item SET title = 'c'")
    #expect(try number("SELECT count(*) FROM livesql.log WHERE tab <> 0") == 0)
    // A notification that follows shows that none came before.
    try connection.execute(script: "SELECT pg_notify('livesql', 'end')")
    let told = try listener.waitForNotifications(timeout: .hang).map(\.payload)
    #expect(told == ["end"])
    let source = source()
    let (sink, subscription) = watch(in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute("UPDATE item SET title = 'd'")
    #expect(sink.wait { $0.allSatisfy { $0[2] == .text("d") } })
    #expect(try !listener.waitForNotifications(timeout: .hang).isEmpty)
    source.close()
    try connection.execute("UPDATE item SET title = 'e'")
    #expect(try number("SELECT count(*) FROM livesql.log") == 0)
    _ = subscription
  }

  @Test func `a transaction notifies once, however much it writes`() throws {
    try setUp()
    let source = source()
    defer { source.close() }
    try source.awaitReported()
    let listener = try scratch.connect()
    try listener.listen(to: "livesql")
    try connection.execute(
      script: """
        BEGIN; UPDATE item SET title = 'x'; SAVEPOINT a; DELETE FROM item; ROLLBACK TO a;
        UPDATE item SET title = 'y'; INSERT INTO item VALUES (3, 1, 'z'); COMMIT;
        SELECT pg_notify('livesql', 'end')
        """
    )
    var told: [String] = []
    while told.last != "end", !Task.isCancelled {
      told += try listener.waitForNotifications(timeout: .hang).map(\.payload)
    }
    #expect(told == ["", "end"])
  }

  @Test func `entries that all readers have seen are removed from the log`() async throws {
    try setUp()
    let (one, two) = (source(renewal: .milliseconds(100)), source(renewal: .milliseconds(100)))
    defer {
      one.close()
      two.close()
    }
    try one.awaitReported()
    try two.awaitReported()
    for id in 10..<200 as Range<Int64> {
      try connection.execute("INSERT INTO item VALUES ($1)", [.integer(id)])
    }
    try await until { try number("SELECT count(*) FROM livesql.log") == 0 }
    // One that was late for its lease has been removed, and comes back.
    try await until { try number("SELECT count(*) FROM livesql.readers") == 2 }
  }

  @Test func `a dropped reader reads everything again`() throws {
    try setUp()
    let source = source()
    defer { source.close() }
    let (sink, subscription) = watch(in: source)
    #expect(sink.wait { $0.count == 2 })
    for id in 10..<15 {
      // Entries that it has not seen are removed together with it.
      try connection.execute(
        script: """
          BEGIN; INSERT INTO item VALUES (\(id), 1, 'unseen'); DELETE FROM livesql.readers; DELETE FROM livesql.log; COMMIT
          """
      )
      #expect(sink.wait { $0.count == id - 7 })
    }
    #expect(sink.errors.isEmpty)
    _ = subscription
  }

  @Test func `no change of a table's schema makes the application's statements fail`() throws {
    try setUp()
    let source = source()
    defer { source.close() }
    try source.awaitReported()
    let types = [
      "bigint", "numeric", "text", "varchar(20)", "char(20)", "name", "oid USING id::text::oid",
    ]
    for type in types {
      try connection.execute(script: "ALTER TABLE item ALTER id TYPE \(type)")
      try connection.execute("UPDATE item SET title = 'c'")
    }
    for change in [
      "DROP CONSTRAINT item_pkey, ALTER id DROP NOT NULL", "RENAME id TO ident", "RENAME TO thing",
      "DROP COLUMN ident CASCADE", "ADD COLUMN id xml",
      "SET SCHEMA other", "DROP COLUMN id",
    ] {
      try connection.execute(script: "CREATE SCHEMA IF NOT EXISTS other")
      let table = try connection.execute(
        "SELECT tab::text FROM livesql.tables"
      ).first { row in try row.decode(String.self, at: 0) }
      try connection.execute(script: "ALTER TABLE \(table ?? "") \(change)")
      try connection.execute(
        script: """
          DO $$ DECLARE t text := (SELECT tab::text FROM livesql.tables); BEGIN
          EXECUTE format('UPDATE %s SET title = ''d''', t); EXECUTE format('INSERT INTO %s (title) VALUES (''e'')', t);
          END $$
          """
      )
    }
    #expect(try number("SELECT count(*) FROM other.thing") == 9)
  }

  @Test func `a changed key is reported, and results are right until the triggers are recreated`()
    async throws
  {
    try setUp()
    let (reports, told) = AsyncStream.makeStream(of: String.self)
    let source = source { told.yield($0) }
    defer { source.close() }
    let (sink, subscription) = watch(in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute(
      script: """
        ALTER TABLE item DROP CONSTRAINT item_pkey; ALTER TABLE item ADD PRIMARY KEY (list, id);
        UPDATE item SET title = 'z' WHERE id = 1
        """
    )
    #expect(sink.wait { $0.contains { $0[2] == .text("z") } })
    let report = await reports.first { _ in true }
    #expect(report?.contains("SELECT \"livesql\".tell('\"public\".\"item\"')") == true)
    #expect(subscription.plan == .rerun(.noKey("item")))
    try connection.execute(script: log.tellSQL(PostgresTable("item")))
    try connection.execute("UPDATE item SET title = 'y' WHERE id = 1")
    #expect(sink.wait { $0.contains { $0[2] == .text("y") } })
    #expect(subscription.plan == .keyedPatch)
    #expect(sink.errors.isEmpty)
  }

  @Test func `disabled triggers are noticed and reported`() throws {
    try setUp()
    let source = source(renewal: .milliseconds(100))
    defer { source.close() }
    let (sink, subscription) = watch(in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute(script: "ALTER TABLE item DISABLE TRIGGER ALL")
    #expect(sink.waitForError())
    #expect("\(sink.errors)".contains("missing or disabled on item"))
    _ = subscription
  }

  @Test func `two logs do not interfere with each other`() throws {
    try setUp()
    let other = PostgresTriggerLog(schema: "other 'log\"")
    try connection.execute(script: other.setUpSQL(tables: [PostgresTable("item")]))
    let changes = LoggedChanges(scratch.configuration, log: other)
    let sources = [source(), PostgresSource(scratch.configuration, changes: changes)]
    defer { for source in sources { source.close() } }
    let watches = sources.map { watch(in: $0) }
    for (sink, _) in watches { #expect(sink.wait { $0.count == 2 }) }
    try connection.execute(script: "INSERT INTO item VALUES (3, 1, 'both')")
    for (sink, _) in watches { #expect(sink.wait { $0.count == 3 }) }
    sources[0].close()
    try connection.execute(script: log.removalSQL)
    try connection.execute(script: "INSERT INTO item VALUES (4, 1, 'one')")
    #expect(watches[1].0.wait { $0.count == 4 })
  }

  @Test func `very many rows of a statement count as any row`() throws {
    try setUp()
    let source = source()
    defer { source.close() }
    let (sink, subscription) = watch(in: source)
    #expect(sink.wait { $0.count == 2 })
    try connection.execute("INSERT INTO item SELECT i, 1, 'many' FROM generate_series(10, 10010) i")
    #expect(sink.wait { $0.count == 10_003 })
    try connection.execute("UPDATE item SET title = 'c'")
    #expect(sink.wait { $0.allSatisfy { $0[2] == .text("c") } })
    #expect(try number("SELECT count(*) FROM livesql.log WHERE length(keys) > 300000") == 0)
    _ = subscription
  }

  @Test func `an error names what is missing, with the SQL to run`() throws {
    func failure(_ query: TestQuery = ChangeSourceTests.items) -> String {
      let source = source()
      defer { source.close() }
      let (sink, subscription) = watch(query, in: source)
      #expect(sink.waitForError())
      _ = subscription
      return "\(sink.errors)"
    }
    #expect(failure().contains("PostgresTriggerLog(schema: \"livesql\").setUpSQL(tables:)"))
    try setUp()
    try connection.execute(script: "CREATE TABLE other (id int PRIMARY KEY)")
    let other = TestQuery(["other.id"], from: "other", tables: [(.first, "other")], sameAs: "")
    #expect(failure(other).contains("SELECT \"livesql\".tell('\"public\".\"other\"')"))
    try connection.execute(script: "ALTER TABLE item DISABLE TRIGGER livesql_update")
    #expect(failure().contains("missing or disabled on item"))
    try connection.execute(script: "CREATE TABLE special () INHERITS (item)")
    try connection.execute(script: log.tellSQL(PostgresTable("special")))
    #expect(failure().contains("inherits"))
  }

  @Test func `a server without logical decoding and roles with few privileges are enough`() throws {
    let server = try PostgresTestServer(settings: ["wal_level=replica", "fsync=off"])
    let owner = try PostgresConnection(server.configuration())
    var log = log
    log.readers = ["reader"]
    try owner.execute(
      script: """
        CREATE ROLE reader LOGIN; CREATE ROLE writer LOGIN;
        CREATE TABLE item (id int PRIMARY KEY, list int, title text);
        GRANT SELECT ON item TO reader; GRANT SELECT, INSERT, UPDATE ON item TO writer
        """
    )
    try owner.execute(script: log.setUpSQL(tables: [PostgresTable("item")]))
    func connect(_ role: String) -> PostgresConfiguration {
      var configuration = server.configuration()
      configuration.options["user"] = role
      return configuration
    }
    let source = source(connect("reader"))
    let (sink, subscription) = watch(in: source)
    #expect(sink.wait { $0.isEmpty }, "\(sink.errors)")
    let writer = try PostgresConnection(connect("writer"))
    try writer.execute("INSERT INTO item VALUES (1, 2, 'theirs')")
    #expect(sink.wait { $0.count == 1 })
    #expect(subscription.plan == .keyedPatch)
    #expect(throws: PostgresError.self) { try writer.execute("SELECT * FROM livesql.log") }
    source.close()
    let refused = self.source(connect("writer"))
    defer { refused.close() }
    let (other, another) = watch(in: refused)
    #expect(other.waitForError())
    #expect("\(other.errors)".contains("PostgresTriggerLog(readers:)"))
    _ = another
  }
}
