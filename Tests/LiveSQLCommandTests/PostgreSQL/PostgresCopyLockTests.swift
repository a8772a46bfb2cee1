import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// The locks of the command `livesql copy` into existing tables.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyLockTests {
  private let fixture: PostgresCopyFixture

  init() throws {
    fixture = try PostgresCopyFixture()
    try fixture.fill("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (1)")
    try fixture.prepare(
      """
      CREATE TABLE z (i bigint PRIMARY KEY); INSERT INTO z VALUES (1);
      CREATE TABLE a (i bigint CONSTRAINT a_to_z REFERENCES z);
      \(Self.setting("SET lock_timeout = ''200ms''"))
      """
    )
  }

  /// Returns the statement that changes a setting of the database.
  private static func setting(_ change: String) -> String {
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I \(change)', current_database()); END $$"
  }

  @Test(arguments: [[], ["--continue"]], ["DELETE FROM z", "INSERT INTO a VALUES (NULL)"])
  func `a table that another transaction writes is not copied into`(
    options: [String],
    sql: String
  ) async throws {
    let writer = try fixture.scratch.connect()
    try writer.execute(script: "BEGIN; \(sql)")
    let run = await copy(options)
    #expect(run.code == .failure)
    let name = sql.contains("FROM z") ? "public.z" : "public.a"
    #expect(run.errors.contains("The table \(name) cannot be locked"), "\(run.errors)")
    try writer.execute(script: "ROLLBACK")
    #expect(try fixture.texts("SELECT i::text FROM a") == [])
    // What follows may wait for anything else that holds a lock.
    try fixture.prepare(Self.setting("RESET lock_timeout"))
    #expect(await copy(options).code == .success)
  }

  @Test func `a role that may not lock a table is told what to do`() async throws {
    try fixture.prepare("ALTER TABLE a DROP CONSTRAINT a_to_z")
    try await fixture.withRole { role in
      try fixture.prepare(
        "REVOKE ALL ON a FROM \(role); GRANT SELECT, INSERT ON a TO \(role)"
      )
      let run = await fixture.copy(by: role)
      #expect(run.code == .failure)
      #expect(run.errors.contains("GRANT UPDATE ON public.a"), "\(run.errors)")
    }
  }

  @Test func `rows of tables that inherit satisfy no foreign key, and break none`() async throws {
    try fixture.prepare(
      """
      CREATE TABLE z_child () INHERITS (z); DELETE FROM z; INSERT INTO z_child VALUES (1)
      """
    )
    let run = await fixture.copy()
    #expect(run.code == .failure)
    #expect(run.errors.contains("1 copied row would break a_to_z of a."), "\(run.errors)")
  }

  private func copy(_ options: [String]) async -> ProgramRun {
    await ProgramRun(list: ["copy", fixture.path, fixture.scratch.url] + options)
  }
}
