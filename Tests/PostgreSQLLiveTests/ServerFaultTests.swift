import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Faults of servers that end in recovery, or in an error that says which SQL to run.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ServerFaultTests {
  private static let reminders = """
    \(Reminder.creation);
    INSERT INTO reminders VALUES (1, 'Milk', false);
    CREATE PUBLICATION livesql FOR TABLE reminders
    """

  @Test func `all rows are shown after a server was killed five times in a row`() throws {
    // What killed processes have written stays written, and recovery does not wait for the disk.
    let server = try PostgresTestServer()
    let shop = try FaultyShop(on: server, seed: 51)
    for round in 0..<5 {
      #expect(server.control(.kill))
      #expect(server.control(.start))
      // Every other time, the server is killed again before everything was reread.
      if round.isMultiple(of: 2) { shop.source.wait(refreshes: 2) }
    }
    shop.source.wait(refreshes: 3)
    try shop.finish()
  }

  @Test func `catching up reconnects after all connections were lost`() async throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: Self.reminders)
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    _ = try await results.next()
    for id in 2..<7 {
      try connection.execute(
        """
        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
      )
      try connection.execute("INSERT INTO reminders VALUES (\(id), 'Bread', false)")
      try await live.catchUp(within: .hang)
    }
    var result = try await results.next()
    while let shown = result, shown.rows.count < 6 { result = try await results.next() }
    #expect(result?.rows.count == 6)
  }

  @Test func `a server killed while values are requested gives an error or a result`()
    async throws
  {
    let server = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: server)
    try scratch.connect().execute(script: Self.reminders)
    for round in 0..<4 {
      let network = try PostgresTestProxy(to: server)
      // Nothing passes after this many bytes, so mostly within the first refresh.
      network.stall(after: 1 + round * 1_000)
      var settings = PostgresChangeStream.Settings()
      settings.longestRetry = .milliseconds(200)
      let live = PostgresLiveDatabase(
        network.configuration(database: scratch.name),
        changes: .replication(settings)
      )
      let hasEnded = Atomic(false)
      let first = Task {
        defer { hasEnded.store(true, ordering: .sequentiallyConsistent) }
        var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
        do {
          let result = try await results.next()
          return result?.rows.count ?? -1
        } catch let error as PostgresError {
          return error.isTransient ? 0 : -2
        }
      }
      await until {
        network.conditions == .stalled || hasEnded.load(ordering: .sequentiallyConsistent)
      }
      #expect(server.control(.kill))
      #expect(server.control(.start))
      network.stall(after: .max)
      network.conditions = .fair
      let count = try await first.value
      #expect(count == 0 || count == 1)
      var result: PostgresLiveValues<Reminder>.Element?
      while result == nil, !Task.isCancelled {
        var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
        result = try? await results.next()
      }
      #expect(result?.rows.map(\.title) == ["Milk"])
      live.close()
    }
  }

  @Test func `a slot whose log the server has discarded is created again`() async throws {
    let server = try PostgresTestServer(
      settings: [
        "fsync=off", "max_slot_wal_keep_size=1MB", "min_wal_size=32MB", "max_wal_size=32MB",
      ]
    )
    let shop = try FaultyShop(on: server, seed: 52)
    let first = shop.source.base.stream.epoch
    let connection = try shop.scratch.connect()
    // This transaction retains the position from which the slot has to be read.
    try connection.execute(script: "BEGIN; SELECT pg_current_xact_id()")
    let other = try shop.scratch.connect()
    try await until {
      try other.execute(script: "SELECT pg_switch_wal()")
      try other.execute(script: "CHECKPOINT")
      return shop.source.base.stream.epoch != first || !shop.isStreaming
    }
    try connection.execute(script: "COMMIT")
    shop.source.wait(refreshes: 5)
    #expect(shop.source.base.stream.epoch > first)
    try shop.finish()
  }

  private func failure(_ configuration: PostgresConfiguration) throws -> String {
    let stream = PostgresChangeStream(configuration)
    defer { stream.close() }
    do {
      _ = try stream.awaitEpoch(within: .hang)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `an error says that all slots or senders are in use, with the SQL to run`()
    async throws
  {
    let server = try PostgresTestServer(
      settings: ["fsync=off", "max_replication_slots=1", "max_wal_senders=2"]
    )
    let connection = try PostgresConnection(server.configuration())
    try connection.execute(script: Self.reminders)
    let first = PostgresChangeStream(server.configuration())
    _ = try first.awaitEpoch(within: .hang)
    #expect(try failure(server.configuration()).contains("SET max_replication_slots ="))
    var replicating = server.configuration()
    replicating.options["replication"] = "database"
    var other: PostgresConnection?
    // The refused connection takes some time to end.
    await until {
      other = try? PostgresConnection(replicating)
      return other != nil
    }
    #expect(try failure(server.configuration()).contains("SET max_wal_senders ="))
    other?.close()
    first.close()
    let second = PostgresChangeStream(server.configuration())
    await until { (try? second.awaitEpoch(within: .seconds(30))) != nil }
    second.close()
  }

  @Test func `a query without privileges fails with the SQL to run, and the others continue`()
    throws
  {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    let role = scratch.name
    try connection.execute(
      script: """
        CREATE TABLE open (id int PRIMARY KEY, title text);
        CREATE TABLE secret (id int PRIMARY KEY, title text);
        CREATE TABLE half (id int PRIMARY KEY, title text, hidden text);
        INSERT INTO open VALUES (1, 'a'); INSERT INTO secret VALUES (1, 'a'); INSERT INTO half VALUES (1, 'a');
        CREATE ROLE \(role) LOGIN REPLICATION;
        GRANT SELECT ON open TO \(role);
        GRANT SELECT (id, title) ON half TO \(role);
        CREATE PUBLICATION livesql FOR TABLE open, secret, half
        """
    )
    defer { _ = try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    var configuration = scratch.configuration
    configuration.options["user"] = role
    let source = PostgresSource(configuration)
    defer { source.close() }
    let engine = LiveQueryEngine<PostgresSource>()
    let watches = ["open", "half", "secret"].map { table in
      let query = TestQuery(
        ["\(table).id", "\(table).title"],
        from: "\"\(table)\"",
        tables: [(.first, table)],
        sameAs: ""
      )
      let sink = TestSink()
      return (sink, engine.subscribe(query.request, in: source, sink))
    }
    #expect(watches[2].0.waitForError())
    #expect(
      "\(watches[2].0.errors)".contains("GRANT SELECT ON \"public\".\"secret\" TO \"\(role)\"")
    )
    for (sink, _) in watches.prefix(2) { #expect(sink.wait { $0.count == 1 }, "\(sink.errors)") }
    try connection.execute("UPDATE open SET title = 'b'")
    try connection.execute("UPDATE half SET title = 'b'")
    for (sink, _) in watches.prefix(2) { #expect(sink.wait { $0[0][1] == .text("b") }) }
    // A privilege that is revoked later, and granted again.
    try connection.execute(
      script: "GRANT SELECT ON secret TO \(role); INSERT INTO secret VALUES (2, 'b')"
    )
    #expect(watches[2].0.wait { $0.count == 2 })
    try connection.execute(
      script: "REVOKE SELECT ON secret FROM \(role); INSERT INTO secret VALUES (3, 'c')"
    )
    try connection.execute("UPDATE open SET title = 'c'")
    #expect(watches[0].0.wait { $0[0][1] == .text("c") }, "\(watches[0].0.errors.suffix(2))")
    try connection.execute(
      script: "GRANT SELECT ON secret TO \(role); INSERT INTO secret VALUES (4, 'd')"
    )
    #expect(watches[2].0.wait { $0.count == 4 })
  }

  @Test func `settings of a database change no result`() throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    for setting in [
      "\"DateStyle\" = 'German, DMY'", "\"IntervalStyle\" = 'iso_8601'", "bytea_output = 'escape'",
      "extra_float_digits = -15", "standard_conforming_strings = off", "array_nulls = off",
      "quote_all_identifiers = on", "default_transaction_isolation = 'serializable'",
      "default_transaction_deferrable = on", "transform_null_equals = on",
      "client_encoding = 'LATIN1'", "idle_in_transaction_session_timeout = '1ms'",
      "idle_session_timeout = '30ms'", "lock_timeout = '5ms'", "statement_timeout = '60s'",
      "plan_cache_mode = 'force_generic_plan'", "search_path = 'odd', 'public'",
    ] {
      try connection.execute(script: "ALTER DATABASE \(scratch.name) SET \(setting)")
    }
    let source = CheckedSource(PostgresSource(scratch.configuration))
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let watches = ExactResultTests.queries.map { query, plan in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, plan, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (query, _, sink, _) in watches {
      #expect(sink.wait { _ in true }, "\(query.sql): \(sink.errors)")
    }
    let writers = ShopWriters(scratch.configuration, seed: 53)
    source.wait(refreshes: 40)
    writers.stop()
    for (query, plan, sink, subscription) in watches {
      let rows = try query.fresh(connection)
      #expect(sink.wait { $0 == rows }, "\(query.sql)")
      // On a busy machine the time limits above end even a new connection, which is reported.
      let errors = sink.errors.filter { ($0 as? PostgresError)?.isTransient != true }
      #expect(errors.isEmpty, "\(errors.prefix(2))")
      #expect(subscription.plan == plan)
    }
    #expect(source.complaints == [])
  }

  @Test func `a full disk, for a table or for the stream, loses no commit`()
    async throws
  {
    // Segments of the log have 16 MiB; longer writes fail.
    let server = try PostgresTestServer(
      settings: ["fsync=off", "logical_decoding_work_mem=64kB", "log_min_messages=fatal"],
      fileSizeLimit: 20 << 10
    )
    let shop = try FaultyShop(on: server, seed: 54, truncates: 0)
    let connection = try shop.scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE big (id int PRIMARY KEY, line text); ALTER TABLE big ALTER line SET STORAGE EXTERNAL;
        ALTER PUBLICATION livesql ADD TABLE big
        """
    )
    // The table has no space.
    let error = try #require(throws: PostgresError.self) {
      try connection.execute(
        "INSERT INTO big SELECT i, repeat('x', 1900) FROM generate_series(1, 20000) i"
      )
    }
    #expect(error.code.class == .internalError || error.code.class == .insufficientResources)
    shop.source.wait(refreshes: 3)
    // The stream has no space for a transaction, although the transaction's tables do.
    let first = shop.source.base.stream.epoch
    try connection.execute(
      script: """
        CREATE TABLE small (id int); ALTER TABLE small REPLICA IDENTITY FULL;
        ALTER PUBLICATION livesql ADD TABLE small
        """
    )
    try connection.execute("INSERT INTO small SELECT generate_series(1, 400000)")
    await until { shop.source.base.stream.epoch != first }
    shop.source.wait(refreshes: 5)
    #expect(shop.source.base.stream.epoch > first)
    try shop.finish()
  }
}
