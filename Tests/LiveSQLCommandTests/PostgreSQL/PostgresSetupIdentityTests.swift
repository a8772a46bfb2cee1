import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// Which tables the command `livesql postgres setup` publishes, so that their rows can be changed.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresSetupIdentityTests {
  private let scratch: PostgresScratchDatabase

  init() throws { scratch = try PostgresScratchDatabase() }

  private func setUp(_ tables: String...) async -> ProgramRun {
    await ProgramRun(list: ["postgres", "setup", scratch.url, "--yes"] + tables)
  }

  /// Updates and deletes a row of each table.
  private func change(_ tables: String...) throws {
    let connection = try scratch.connect()
    for table in tables {
      try connection.execute(script: "UPDATE \(table) SET x = 2; DELETE FROM \(table)")
    }
  }

  @Test func `rows of all published tables and partitions can be updated and deleted`()
    async throws
  {
    try scratch.connect().execute(
      script: """
        CREATE TABLE late (i bigint PRIMARY KEY DEFERRABLE, x int);
        CREATE TABLE other (i bigint PRIMARY KEY DEFERRABLE, j bigint NOT NULL, x int);
        CREATE UNIQUE INDEX other_j ON other (j);
        CREATE UNIQUE INDEX other_half ON other (i) WHERE x > 0;
        CREATE TABLE parts (i bigint PRIMARY KEY, x int) PARTITION BY RANGE (i);
        CREATE TABLE part PARTITION OF parts FOR VALUES FROM (0) TO (10);
        ALTER TABLE part REPLICA IDENTITY NOTHING;
        CREATE TABLE bare (i bigint PRIMARY KEY, x int); ALTER TABLE bare REPLICA IDENTITY NOTHING;
        INSERT INTO late VALUES (1, 1); INSERT INTO other VALUES (1, 1, 1); INSERT INTO parts VALUES (1, 1);
        INSERT INTO bare VALUES (1, 1);
        """
    )
    let run = await setUp()
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("would fail: late\n"), "\(run.output)")
    for sql in [
      #""public"."other""#, "ALTER TABLE ONLY public.other REPLICA IDENTITY USING INDEX other_j",
      "ALTER TABLE ONLY public.part REPLICA IDENTITY DEFAULT",
      "ALTER TABLE ONLY public.bare REPLICA IDENTITY DEFAULT",
    ] { #expect(run.output.contains(sql), "\(sql)\n\(run.output)") }
    try change("late", "other", "parts", "bare")
    let named = await setUp("late")
    #expect(named.code == .failure)
    #expect(named.errors.contains("The table late has a primary key that is DEFERRABLE"))
    #expect(named.errors.contains("ALTER TABLE ONLY public.late REPLICA IDENTITY FULL."))
  }

  @Test func `a published table whose updates fail gets an identity`() async throws {
    try scratch.connect().execute(
      script: """
        CREATE TABLE late (i bigint PRIMARY KEY DEFERRABLE, x int); INSERT INTO late VALUES (1, 1);
        CREATE PUBLICATION livesql FOR TABLE late WITH (publish_via_partition_root = true)
        """
    )
    #expect(throws: PostgresError.self) { try change("late") }
    let run = await setUp()
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("Updates and deletes of late fail while they are published"))
    try change("late")
    #expect(await setUp().output.contains("Nothing is missing."))
  }
}
