import LiveSQLTestSupport
import PostgreSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// Which rows the command `livesql copy` copies from and to PostgreSQL.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyRowsTests {
  private let fixture: PostgresCopyFixture

  init() throws { fixture = try PostgresCopyFixture() }

  /// Copies the server's database to the file.
  private func copyBack(by role: String = "postgres") async -> ProgramRun {
    let url = fixture.scratch.url.replacing("postgres@", with: "\(role)@")
    return await ProgramRun(list: ["copy", url, fixture.path])
  }

  @Test func `rows of tables that inherit, and of partitions, are copied once`() async throws {
    try fixture.prepare(
      """
      CREATE TABLE parents (i bigint, n numeric); CREATE TABLE children () INHERITS (parents);
      CREATE TABLE parts (i bigint) PARTITION BY RANGE (i);
      CREATE TABLE part PARTITION OF parts FOR VALUES FROM (0) TO (10);
      INSERT INTO parents VALUES (1, 1); INSERT INTO children VALUES (2, 2); INSERT INTO parts VALUES (3)
      """
    )
    let run = await copyBack()
    #expect(run.code == .success, "\(run.errors)")
    let database = try DatabaseQueue(path: fixture.path)
    let counts = try await database.read { db in
      try ["parents", "children", "parts"].map { name in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(name)") ?? 0
      }
    }
    #expect(counts == [1, 1, 1])
    try database.close()
    // And back into tables of the same kinds, in which another table has rows already.
    try fixture.prepare("TRUNCATE ONLY parents; TRUNCATE parts")
    let refused = await fixture.copy()
    #expect(refused.errors.contains("The table children already has rows."), "\(refused.errors)")
    try fixture.prepare("TRUNCATE children")
    let back = await fixture.copy()
    #expect(back.code == .success, "\(back.errors)")
    #expect(!back.output.contains("added to"), "\(back.output)")
    #expect(try fixture.texts("SELECT i::text FROM parents ORDER BY i") == ["1", "2"])
    let again = await fixture.copy("--append")
    #expect(again.output.contains("added to the existing rows"), "\(again.output)")
  }

  @Test func `a partition is copied if its table is only named as one of the schema`() async throws
  {
    try fixture.prepare(
      """
      CREATE SCHEMA archive;
      CREATE TABLE archive.events (i bigint) PARTITION BY RANGE (i);
      CREATE TABLE events (i bigint) PARTITION BY RANGE (i);
      CREATE TABLE old_events PARTITION OF archive.events FOR VALUES FROM (0) TO (10);
      CREATE TABLE new_events PARTITION OF events FOR VALUES FROM (0) TO (10);
      INSERT INTO archive.events VALUES (1), (2); INSERT INTO events VALUES (3)
      """
    )
    let run = await copyBack()
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("Copied 2 tables with 3 rows."), "\(run.output)")
    let database = try DatabaseQueue(path: fixture.path)
    let count = try await database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM old_events")
    }
    #expect(count == 2)
    try database.close()
  }

  @Test func `row security that hides rows is refused in both directions`() async throws {
    try fixture.prepare(
      """
      CREATE TABLE a (i bigint); INSERT INTO a VALUES (1), (2);
      ALTER TABLE a ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON a USING (i = 1)
      """
    )
    try await fixture.withRole { role in
      let run = await copyBack(by: role)
      #expect(run.code == .failure)
      #expect(run.errors.contains("Row security hides rows of a from the role"), "\(run.errors)")
      try fixture.fill("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (3)")
      let there = await fixture.copy("--append", by: role)
      #expect(there.errors.contains("Row security hides rows of a from the role"))
      #expect(try fixture.texts("SELECT count(*)::text FROM a") == ["2"])
    }
  }
}
