import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveSQLCommand

/// `livesql watch` and `livesql postgres` on a server that tells its changes.
@Suite(.requiresPostgres, .timeLimit(.minutes(3))) struct PostgresWatchTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let screen = ShownTerminal(columns: 100, rows: 20)
  private let events = AsyncStream.makeStream(of: ProcessEvent.self)

  init() throws {
    scratch = try .shop(on: .streaming)
    connection = try scratch.connect()
  }

  private func watch(_ arguments: String...) -> Task<ExitCode, Never> {
    let console = Console(
      standardOutput: screen,
      standardError: MemoryDestination(),
      environment: [:],
      events: { [stream = events.stream] in stream }
    )
    let list = ["watch", scratch.url] + arguments
    return Task { await Program().run(list, console: console) }
  }

  @Test func `a result follows commits, with what differs`() async throws {
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
    // The table goes, and comes back.
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

  @Test func `what is missing is told with the SQL to run`() async throws {
    let sql = "SELECT * FROM notes"
    #expect(await scratch.run("watch", sql).errors.contains("CREATE PUBLICATION"))
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers")
    let untold = await scratch.run("watch", sql)
    #expect(
      untold.errors.contains(#"Hint: ALTER PUBLICATION "livesql" ADD TABLE "public"."notes""#)
    )
    let missing = await scratch.run("watch", "SELECT 1 FROM nowhere")
    #expect(
      missing.errors.contains("\n  SELECT 1 FROM nowhere\n                ^"),
      "\(missing.errors)"
    )
    let writing = await scratch.run("watch", "DELETE FROM notes")
    #expect(writing.errors.contains("Give one statement that reads"))
  }

  private func postgres(_ action: String, _ arguments: String..., input: String = "") async
    -> ProgramRun
  {
    await ProgramRun(list: ["postgres", action, scratch.url] + arguments, input: input)
  }

  @Test func `a server is prepared once it was asked, and the other way round`() async throws {
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
    #expect(await postgres("status").output.hasSuffix("Live queries work as postgres.\n"))
    #expect(await postgres("setup", "--yes").output == "Nothing is missing.\n")
    let noKey = await postgres("setup", "notes", "--yes")
    #expect(noKey.errors.contains("The table notes has no primary key."))
    #expect(await postgres("undo", "--yes").code == .success)
    #expect(await postgres("undo", "--yes").output == "There is nothing to undo.\n")
  }

  @Test func `a log that triggers write is made and removed, once it was asked`() async throws {
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
    #expect(json.output.contains(#""told": ["customers","notes","orders"]"#), "\(json.output)")
    #expect(await postgres("setup", "--triggers", "--yes").output == "Nothing is missing.\n")
    let triggers = "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal"
    #expect(try connection.execute(triggers).values() == [[.integer(12)]])
    #expect(await postgres("undo", "--triggers", "--yes").code == .success)
    #expect(try connection.execute(triggers).values() == [[.integer(0)]])
    #expect(await postgres("undo", "--triggers").output == "There is nothing to undo.\n")
  }

  @Test func `another role gets the right to read what triggers write`() async throws {
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

  @Test func `the setting that needs a restart is made, and holds after it`() async throws {
    let server = try PostgresTestServer(settings: ["fsync=off", "wal_level=replica"])
    let url = "postgres://postgres@/postgres?host=\(server.folder)"
    let before = await ProgramRun("postgres", "status", url)
    #expect(
      before.output.contains("wal_level is replica.\n  ALTER SYSTEM SET wal_level = 'logical';")
    )
    let setup = await ProgramRun("postgres", "setup", url, "--yes")
    #expect(setup.output.hasSuffix("Restart the server afterwards: only then the setting holds.\n"))
    #expect(await ProgramRun("postgres", "status", url).code == .failure)
    #expect(server.control(.restart))
    #expect(await ProgramRun("postgres", "status", url).code == .success)
  }

  @Test func `what only a superuser may is shown and not run`() async throws {
    let role = "helper_\(scratch.name)"
    try connection.execute(script: "CREATE ROLE \(role) LOGIN; GRANT \(role) TO postgres")
    defer { try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    let url = scratch.url.replacing("postgres@", with: "\(role)@")
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers, orders")
    let run = await ProgramRun(list: ["postgres", "setup", url, "--yes"])
    #expect(run.code == .failure)
    #expect(run.output.contains("ALTER ROLE \"\(role)\" REPLICATION;"))
    #expect(run.output.contains("A superuser has to run"))
    #expect(await postgres("setup", "--role", role, "--yes").code == .success)
    #expect(await ProgramRun(list: ["postgres", "status", url]).code == .success)
  }
}
