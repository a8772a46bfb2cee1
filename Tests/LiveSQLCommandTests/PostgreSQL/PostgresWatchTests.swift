import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

/// The commands `livesql watch` and `livesql postgres` on a server that reports its changes.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresWatchTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let screen = ShownTerminal(columns: 100, rows: 20)
  private let events = AsyncStream.makeStream(of: ProcessEvent.self)

  init() throws {
    scratch = try .shop(on: .streaming)
    connection = try scratch.connect()
  }

  private func watch(
    _ arguments: String...,
    errors: any OutputDestination = MemoryDestination()
  ) -> Task<ExitCode, Never> {
    let console = Console(
      standardOutput: screen,
      standardError: errors,
      environment: [:],
      events: { [stream = events.stream] in stream }
    )
    let list = ["watch", scratch.url] + arguments
    return Task { await Program().run(list, console: console) }
  }

  @Test func `a result follows commits and marks the differences`() async throws {
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers, orders")
    let sql =
      "SELECT c.id, name, paid FROM customers c JOIN orders o ON o.customer_id = c.id AND o.id < :max"
    let run = watch(sql + " ORDER BY c.id", "-p", "max=10", "--stats")
    await screen.wait(for: "Bob")
    #expect(screen.lines.contains { $0.contains("1 │ Ann  │ true") })
    try connection.execute("UPDATE orders SET paid = true WHERE id = 2")
    await screen.wait { $0.contains { $0.hasPrefix("~ ") && $0.contains("Bob  │ true") } }
    try connection.execute("DELETE FROM customers WHERE id = 1")
    await screen.wait { $0.contains { $0.hasPrefix("- ") && $0.contains("Ann") } }
    // The table is renamed away, and back.
    try connection.execute("ALTER TABLE customers RENAME TO guests")
    try connection.execute("UPDATE orders SET paid = false")
    await screen.wait(for: "relation \"customers\" does not exist.")
    try connection.execute("ALTER TABLE guests RENAME TO customers")
    await screen.wait { lines in
      !lines.contains { $0.contains("does not exist") } && lines.contains { $0.contains("false") }
    }
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == .success)
  }

  @Test func `a locked table is named until the result is there again`() async throws {
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers, orders")
    let run = watch("SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)")
    await screen.wait(for: "Bob")
    let other = try scratch.connect()
    try other.execute(script: "BEGIN; LOCK TABLE orders")
    try connection.execute("UPDATE customers SET name = 'Cleo' WHERE name = 'Bob'")
    await screen.wait(for: "The table \"public\".\"orders\" is locked by somebody else")
    #expect(screen.lines.contains { $0.contains("Bob") })
    try other.execute("ROLLBACK")
    await screen.wait { lines in
      lines.contains { $0.contains("Cleo") } && !lines.contains { $0.contains("locked") }
    }
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == .success)
  }

  @Test func `standard error names a locked table where the output is no terminal`() async throws {
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers, orders")
    let errors = ShownTerminal(columns: 100, rows: 20)
    let sql = "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)"
    let run = watch(sql, "--json", errors: errors)
    await screen.wait(for: "initial")
    let other = try scratch.connect()
    try other.execute(script: "BEGIN; LOCK TABLE orders")
    try connection.execute("UPDATE customers SET name = 'Cleo' WHERE name = 'Bob'")
    await errors.wait(for: "livesql: The table \"public\".\"orders\" is locked by somebody else")
    try other.execute("ROLLBACK")
    await screen.wait(for: "Cleo")
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == .success)
  }

  @Test func `an error says what is missing, with the SQL to run`() async throws {
    let sql = "SELECT * FROM notes"
    #expect(await scratch.run("watch", sql).errors.contains("CREATE PUBLICATION"))
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers")
    let untold = await scratch.run("watch", sql)
    #expect(
      untold.errors.contains(
        #"REPLICA IDENTITY FULL; then ALTER PUBLICATION "livesql" ADD TABLE "public"."notes""#
      )
    )
    let missing = await scratch.run("watch", "SELECT 1 FROM nowhere")
    #expect(
      missing.errors.contains("\n  SELECT 1 FROM nowhere\n                ^"),
      "\(missing.errors)"
    )
    let writing = await scratch.run("watch", "DELETE FROM notes")
    #expect(writing.errors.contains("Give one statement that reads"))
    let locking = await scratch.run("watch", "SELECT * FROM customers FOR SHARE")
    #expect(locking.errors.contains("leave out FOR UPDATE, FOR SHARE"), "\(locking.errors)")
    #expect(!locking.errors.contains("--write"))
  }

  private func postgres(_ action: String, _ arguments: String..., input: String = "") async
    -> ProgramRun
  {
    await ProgramRun(list: ["postgres", action, scratch.url] + arguments, input: input)
  }

  @Test func `setup prepares a server after asking, and undo reverts that`() async throws {
    let before = await postgres("status")
    #expect(before.code == .failure)
    #expect(before.output.contains("There is no publication livesql."))
    #expect(before.output.contains("would fail: notes\n"))
    let refused = await postgres("setup", input: "n\n")
    #expect(refused.code == .failure)
    #expect(
      refused.output.contains("CREATE PUBLICATION \"livesql\" FOR TABLE \"public\".\"customers\"")
    )
    #expect(await postgres("status").code == .failure)
    #expect(await postgres("setup", "orders", input: "yes\n").code == .success)
    #expect(await postgres("status", "orders").code == .success)
    let more = await postgres("setup", "--yes")
    #expect(
      more.output.contains("ALTER PUBLICATION \"livesql\" ADD TABLE \"public\".\"customers\"")
    )
    #expect(
      await postgres("status").output.hasSuffix("The role postgres is ready for live queries.\n")
    )
    #expect(await postgres("setup", "--yes").output == "Nothing is missing.\n")
    let told = await postgres("setup", "--schema-changes", "--yes")
    #expect(told.code == .success && told.output.contains("CREATE EVENT TRIGGER livesql_schema"))
    #expect(await postgres("setup", "--schema-changes", "--yes").output == "Nothing is missing.\n")
    let noKey = await postgres("setup", "notes", "--yes")
    #expect(noKey.errors.contains("The table notes has no primary key."))
    #expect(await postgres("undo", "--yes").code == .success)
    #expect(await postgres("undo", "--yes").output == "There is nothing to undo.\n")
  }

  @Test func `setup creates a trigger log after asking, and undo removes it`() async throws {
    let before = await postgres("status", "--triggers")
    #expect(before.code == .failure && before.output.hasPrefix("trigger log: missing\n"))
    let refused = await postgres("setup", "--triggers", input: "n\n")
    #expect(refused.code == .failure)
    #expect(refused.output.hasPrefix("CREATE SCHEMA IF NOT EXISTS \"livesql\";"))
    #expect(await postgres("status", "--triggers").code == .failure)
    #expect(await postgres("setup", "orders", "--triggers", input: "y\n").code == .success)
    #expect(await postgres("status", "orders", "--triggers").code == .success)
    let more = await postgres("setup", "--triggers", "--yes")
    #expect(
      more.output == """
        SELECT "livesql".tell('"public"."customers"');
        SELECT "livesql".tell('"public"."notes"');
        Done.

        """
    )
    let json = await postgres("status", "--triggers", "--json")
    #expect(json.output.contains(#""reported": ["customers","notes","orders"]"#), "\(json.output)")
    #expect(await postgres("setup", "--triggers", "--yes").output == "Nothing is missing.\n")
    let triggers = "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal"
    #expect(try connection.execute(triggers).values() == [[.integer(12)]])
    #expect(await postgres("undo", "--triggers", "--yes").code == .success)
    #expect(try connection.execute(triggers).values() == [[.integer(0)]])
    #expect(await postgres("undo", "--triggers").output == "There is nothing to undo.\n")
  }

  @Test func `setup grants another role the right to read the trigger log`() async throws {
    let role = "reader_\(scratch.name)"
    try connection.execute(script: "CREATE ROLE \(role) LOGIN")
    defer { try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    #expect(await postgres("setup", "orders", "--triggers", "--yes").code == .success)
    let unread = await postgres("status", "orders", "--triggers", "--role", role)
    #expect(unread.output.contains("which may not read it"))
    let setup = await postgres("setup", "orders", "--triggers", "--role", role, "--yes")
    #expect(setup.code == .success)
    let url = scratch.url.replacing("postgres@", with: "\(role)@")
    let status = await ProgramRun(list: ["postgres", "status", url, "orders", "--triggers"])
    #expect(status.code == .success, "\(status.output)")
  }

  @Test func `setup changes a setting that takes effect after a restart`() async throws {
    let server = try PostgresTestServer(settings: ["fsync=off", "wal_level=replica"])
    let url = "postgres://postgres@/postgres?host=\(server.folder)"
    let before = await ProgramRun("postgres", "status", url)
    #expect(
      before.output.contains("wal_level is replica.\n  ALTER SYSTEM SET wal_level = 'logical';")
    )
    let setup = await ProgramRun("postgres", "setup", url, "--yes")
    #expect(setup.output.hasSuffix("Then restart the server, so that the setting takes effect.\n"))
    #expect(await ProgramRun("postgres", "status", url).code == .failure)
    #expect(server.control(.restart))
    #expect(await ProgramRun("postgres", "status", url).code == .success)
  }

  @Test func `setup raises no limit that live queries themselves have reached`() async throws {
    let server = try PostgresTestServer(settings: ["fsync=off", "max_replication_slots=1"])
    let url = "postgres://postgres@/postgres?host=\(server.folder)"
    func run(_ action: String) async -> ProgramRun { await ProgramRun("postgres", action, url) }
    #expect(await ProgramRun("postgres", "setup", url, "--yes").code == .success)
    let connection = try PostgresConnection(server.configuration())
    func create(_ name: String, isTemporary: Bool) throws {
      try connection.execute(
        "SELECT pg_create_logical_replication_slot('\(name)', 'pgoutput', \(isTemporary))"
      )
    }
    try create("other", isTemporary: false)
    #expect(await run("status").output.contains("ALTER SYSTEM SET max_replication_slots = 11;"))
    try connection.execute("SELECT pg_drop_replication_slot('other')")
    try create("livesql_left", isTemporary: false)
    #expect(await run("status").output.contains("pg_drop_replication_slot('livesql_left');"))
    #expect(await ProgramRun("postgres", "setup", url, "--yes").code == .success)
    try create("livesql_here", isTemporary: true)
    let used = await run("status")
    #expect(used.code == .success)
    #expect(used.output.contains("in use, also by live queries"), "\(used.output)")
    #expect(await ProgramRun("postgres", "setup", url, "--yes").output == "Nothing is missing.\n")
  }

  @Test func `setup shows the SQL that only a superuser can run, and does not run it`() async throws
  {
    let role = "helper_\(scratch.name)"
    try connection.execute(script: "CREATE ROLE \(role) LOGIN; GRANT \(role) TO postgres")
    defer { try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    let url = scratch.url.replacing("postgres@", with: "\(role)@")
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers, orders")
    let run = await ProgramRun(list: ["postgres", "setup", url, "--yes"])
    #expect(run.code == .failure)
    #expect(run.output.contains("ALTER ROLE \"\(role)\" REPLICATION;"))
    #expect(run.output.contains("may not read customers, notes, orders."))
    #expect(run.output.contains("GRANT SELECT ON \"public\".\"customers\", "))
    #expect(run.output.contains("A superuser must run"))
    #expect(await postgres("setup", "--role", role, "--yes").code == .success)
    #expect(await ProgramRun(list: ["postgres", "status", url]).code == .success)
    // A right to one column is none to the rows.
    try connection.execute(
      script: "REVOKE SELECT ON orders FROM \(role); GRANT SELECT (id) ON orders TO \(role)"
    )
    let one = await ProgramRun(list: ["postgres", "status", url])
    #expect(
      one.output.contains("not readable by the role, so that live queries on them fail: orders\n")
    )
    let named = await ProgramRun(list: ["postgres", "status", url, "orders"])
    #expect(named.code == .failure && named.output.contains("may not read orders."))
  }

  @Test func `a publication that leaves out rows or columns is completed`() async throws {
    try connection.execute(
      script: """
        CREATE PUBLICATION livesql FOR TABLE customers (id, name), orders WHERE (paid)
          WITH (publish_via_partition_root = true)
        """
    )
    let before = await postgres("status")
    #expect(
      before.output.contains("The publication leaves out rows or columns of customers, orders.")
    )
    #expect(await postgres("setup", "--yes").code == .success)
    #expect(await postgres("status").code == .success)
  }

  @Test func `watch follows the trigger log, or runs again at an interval`() async throws {
    let sql = "SELECT id, paid FROM orders ORDER BY id"
    let refused = await scratch.run("watch", sql, "--triggers")
    #expect(refused.code == .failure)
    #expect(await postgres("setup", "orders", "--triggers", "--yes").code == .success)
    let run = watch(sql, "--triggers", "--stats")
    await screen.wait(for: "false")
    try connection.execute("UPDATE orders SET paid = true WHERE id = 2")
    await screen.wait { $0.contains { $0.hasPrefix("~ ") && $0.contains("true") } }
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == .success)
    let both = await scratch.run("watch", sql, "--triggers", "--interval", "1s")
    #expect(both.errors.contains("not both"))
    let file = await ProgramRun("watch", "shop.db", sql, "--triggers")
    #expect(file.errors.contains("'--triggers' is for a URL that begins with postgres://"))
  }

  @Test func `watch needs no preparation of the server if it runs again at an interval`()
    async throws
  {
    let run = watch(
      "SELECT id, paid FROM orders ORDER BY id",
      "--interval",
      "10ms",
      "--stats",
      "--key",
      "id"
    )
    await screen.wait(for: "--interval was given")
    try connection.execute("UPDATE orders SET paid = true WHERE id = 2")
    await screen.wait { $0.contains { $0.hasPrefix("~ ") && $0.contains("true") } }
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == .success)
  }
}
