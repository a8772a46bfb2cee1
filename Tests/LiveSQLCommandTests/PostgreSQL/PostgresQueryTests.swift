import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

/// The command `livesql query` on PostgreSQL.
@Suite(.requiresPostgres) struct PostgresQueryTests {
  private let scratch: PostgresScratchDatabase

  init() throws { scratch = try .shop() }

  @Test func `values are written in a suitable form for each format`() async throws {
    let json = await scratch.run("query", "SELECT * FROM orders ORDER BY id", "--format", "jsonl")
    let lines = #"""
      {"id":1,"customer_id":1,"paid":true,"total":12.50,"data":{"a": [1, "ü"]},\#
      "number":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","at":"2026-11-21 08:30:00.25+00",\#
      "mood":"happy","photo":{"base64":"Cv8="},"tags":"{\"a\",\"b\"}"}
      {"id":2,"customer_id":2,"paid":false,"total":"NaN","data":null,"number":null,"at":null,\#
      "mood":null,"photo":null,"tags":null}

      """#
    #expect(json.output == lines)
    let csv = await scratch.run("query", "SELECT id, paid, total FROM orders", "--format", "csv")
    #expect(csv.output == "id,paid,total\r\n1,true,12.50\r\n2,false,NaN\r\n")
  }

  @Test(arguments: ResultFormat.allCases)
  func `every format writes rows and obeys the limit`(format: ResultFormat) async {
    let sql = "SELECT g, 'text' FROM generate_series(1, 1000000) g; SELECT 'second'"
    let run = await scratch.run("query", sql, "--limit", "2", "--format", format.rawValue)
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("text"))
    // The rest of the first result is not read, and the second statement still runs.
    #expect(run.output.contains("second"))
    #expect(run.output.count < 1_000)
  }

  @Test func `parameters can be numbers or names, of any type`() async {
    let sql = "SELECT id FROM orders WHERE id = $1 AND paid = $2 AND number = $3"
    let numbers = await scratch.run(
      "query",
      sql,
      "-p",
      "1=1",
      "-p",
      "2=1",
      "-p",
      "3=a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
      "--json"
    )
    #expect(numbers.output == "[\n{\"id\":1}\n]\n", "\(numbers.errors)")
    let names = await scratch.run(
      "query",
      "SELECT :who::text, id FROM customers WHERE name = :who",
      "-p",
      "who=Ann",
      "--format",
      "csv"
    )
    #expect(names.output.hasSuffix("Ann,1\r\n"), "\(names.errors)")
    let missing = await scratch.run("query", "SELECT $1::int + $2", "-p", "1=1")
    #expect(missing.code == .failure)
    #expect(missing.errors.contains("2 parameters"))
  }

  @Test func `a query without --write rolls back what a read-only transaction lets by`()
    async throws
  {
    let sql = "SELECT lo_create(4711); SELECT 1"
    for format in ["table", "json"] {
      let run = await scratch.run("query", sql, "--format", format)
      #expect(run.code == .success, "\(run.errors)")
    }
    let count = try scratch.connect().execute("SELECT count(*) FROM pg_largeobject_metadata")
      .first { row in try row.decode(Int.self, at: 0) }
    #expect(count == 0)
  }

  @Test(arguments: [
    "DELETE FROM customers", "COMMIT; DELETE FROM customers", "/**/ rollback",
    "SET TRANSACTION READ WRITE",
    "START TRANSACTION", "WITH d AS (DELETE FROM customers RETURNING id) SELECT * FROM d",
    "SELECT set_config('transaction_read_only', 'off', true); DELETE FROM customers",
  ])
  func `a query without --write changes nothing`(sql: String) async throws {
    let run = await scratch.run("query", sql)
    #expect(run.code == .failure)
    let count = try scratch.connect().execute("SELECT count(*) FROM customers")
      .first { row in try row.decode(Int.self, at: 0) }
    #expect(count == 2)
  }

  @Test func `each statement commits with --write, and an open transaction is rolled back`()
    async throws
  {
    let sql = "INSERT INTO customers (name) VALUES ($1) RETURNING id; VACUUM customers"
    let run = await scratch.run("query", sql, "-p", "1=Cy", "--write", input: nil)
    #expect(run.code == .failure, "VACUUM does not take the parameter.")
    let script = "UPDATE customers SET name = 'x';\nBEGIN;\nDELETE FROM orders;\n"
    let open = await scratch.run("query", "--write", input: script)
    #expect(open.code == .failure)
    #expect(open.errors.contains("rolled back"))
    let rows = try scratch.connect()
      .execute("SELECT (SELECT count(*) FROM orders), count(*) FROM customers WHERE name = 'x'")
      .first { row in [try row.decode(Int.self, at: 0), try row.decode(Int.self, at: 1)] }
    #expect(rows == [2, 3])
  }

  @Test func `an error shows its position and the server's hint, but no value`() async {
    let run = await scratch.run(
      "query",
      "SELECT nam FROM customers WHERE id = :customer",
      "-p",
      "customer=1"
    )
    #expect(
      run.errors == """
        livesql: column "nam" does not exist.
          SELECT nam FROM customers WHERE id = :customer
                 ^
        Hint: Perhaps you meant to reference the column "customers.name".

        """
    )
    let later = await scratch.run(
      "query",
      "SELECT 1 FROM customers WHERE id = :customer AND nam = 1",
      "-p",
      "customer=1"
    )
    let place = "\n" + String(repeating: " ", count: 51) + "^"
    #expect(later.errors.contains(place), "\(later.errors)")
    let secret = await scratch.run(
      "query",
      "INSERT INTO customers VALUES (1, $1)",
      "-p",
      "1=secret",
      "--write"
    )
    #expect(secret.errors.contains("customers_pkey"))
    let number = await scratch.run("query", "SELECT $1::int", "-p", "1=secret")
    #expect(number.code == .failure)
    for errors in [secret.errors, number.errors] { #expect(!errors.contains("secret")) }
  }

  @Test func `an error in a script has its line`() async {
    let run = await scratch.run("query", input: "SELECT 1;\n\nSELECT ';\n'\n;\nSELECT boom;\n")
    #expect(run.output.contains("(1 row)"))
    #expect(run.errors.hasPrefix("livesql: line 6: column \"boom\" does not exist."))
  }

  @Test func `a signal cancels the statement on the server`() async throws {
    let events = AsyncStream.makeStream(of: ProcessEvent.self)
    let console = Console(
      standardOutput: MemoryDestination(),
      standardError: MemoryDestination(),
      environment: [:],
      events: { [stream = events.stream] in stream }
    )
    let arguments = ["query", scratch.url, "SELECT pg_sleep(600)"]
    let run = Task { await Program().run(arguments, console: console) }
    let connection = try scratch.connect()
    let running = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%' AND wait_event = 'PgSleep'
      """
    func count() throws -> Int {
      try connection.execute(running).first { row in try row.decode(Int.self, at: 0) } ?? 0
    }
    try await until { try count() > 0 }
    events.continuation.yield(.termination(signal: 2))
    #expect(await run.value == ExitCode(rawValue: 130))
    try await until { try count() == 0 }
  }

  @Test(arguments: ["vacuum", "verify", "shell", "dump"])
  func `a command that is only for files says so`(command: String) async {
    let run = await scratch.run(command)
    #expect(run.code == .failure)
    #expect(run.errors.contains("is for files, not for PostgreSQL."))
  }
}
