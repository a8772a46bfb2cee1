import Foundation
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// The command `livesql copy --continue` into PostgreSQL.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyContinuingTests {
  private let fixture: PostgresCopyFixture

  init() throws {
    fixture = try PostgresCopyFixture()
    try fixture.fill(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, c TEXT REFERENCES c (code));
      CREATE INDEX a_by_c ON a (c);
      CREATE TABLE b (y TEXT); CREATE TABLE c (code TEXT PRIMARY KEY);
      INSERT INTO a VALUES (1, 'x'), (2, 'x'); INSERT INTO b VALUES ('no'); INSERT INTO c VALUES ('x')
      """
    )
  }

  private func constraints() throws -> [String] {
    try fixture.texts(
      """
      SELECT conname::text FROM pg_constraint WHERE contype = 'f'
      UNION ALL SELECT indexname::text FROM pg_indexes WHERE indexname = 'a_by_c' ORDER BY 1
      """
    )
  }

  @Test func `a copy that was interrupted is continued with the tables that are missing`()
    async throws
  {
    // The copy fails at the second table.
    try fixture.prepare("CREATE TABLE b (y uuid)")
    let first = await fixture.copy("--continue")
    #expect(first.code == .failure)
    #expect(first.errors.contains("It is in row 1 of the table."), "\(first.errors)")
    #expect(try fixture.texts("SELECT id::text FROM a ORDER BY id") == ["1", "2"])
    #expect(try constraints() == [])
    let plain = await fixture.copy()
    #expect(plain.errors.contains("Give --continue to complete it"), "\(plain.errors)")
    try fixture.prepare("ALTER TABLE b ALTER COLUMN y TYPE text")
    let second = await fixture.copy("--continue")
    #expect(second.code == .success, "\(second.errors)")
    #expect(second.output.contains("Copied 3 tables with 4 rows."))
    #expect(second.output.components(separatedBy: "already there").count == 2)
    #expect(try fixture.texts("SELECT id::text FROM a ORDER BY id") == ["1", "2"])
    #expect(try constraints() == ["a_by_c", "a_c_fkey"])
    #expect(
      try fixture.texts("SELECT description FROM pg_description WHERE description ~ 'livesql'")
        == []
    )
    #expect(try fixture.texts("INSERT INTO a (c) VALUES ('x') RETURNING id::text") == ["3"])
  }

  @Test func `a table with other rows than the file's is not taken for a part of the copy`()
    async throws
  {
    try fixture.prepare("CREATE TABLE b (y text); INSERT INTO b VALUES ('other')")
    let run = await fixture.copy("--continue")
    #expect(run.code == .failure)
    #expect(run.errors.contains("The table b has rows that are not those of the file: 1 with"))
    #expect(try fixture.texts("SELECT y FROM b") == ["other"])
    let both = await fixture.copy("--continue", "--append")
    #expect(both.code == .usage)
  }

  @Test func `foreign keys of existing tables are checked at the end`() async throws {
    try fixture.prepare(
      """
      CREATE TABLE c (code text PRIMARY KEY);
      CREATE TABLE a (id bigint PRIMARY KEY, c text CONSTRAINT a_to_c REFERENCES c)
      """
    )
    #expect(await fixture.copy("--continue").code == .success)
    try fixture.fill("INSERT INTO a VALUES (9, 'y')")
    try fixture.prepare("TRUNCATE a")
    let run = await fixture.copy("--continue")
    #expect(run.errors.contains("1 copied row breaks a_to_c of a."), "\(run.errors)")
    #expect(run.code == .failure)
    #expect(run.errors.contains("stay"))
    let start = try #require(run.errors.range(of: "DELETE FROM ONLY a c WHERE"))
    let rest = run.errors[start.lowerBound...]
    let end = try #require(rest.firstIndex(of: ";"))
    try fixture.prepare(String(rest[..<end]))
    #expect(try fixture.texts("SELECT id::text FROM a ORDER BY id") == ["1", "2"])
  }

  @Test func `a foreign key to rows that are there is checked before the commit`() async throws {
    try fixture.prepare(
      """
      CREATE TABLE other (code text PRIMARY KEY);
      CREATE TABLE a (id bigint PRIMARY KEY, c text CONSTRAINT a_to_other REFERENCES other)
      """
    )
    let run = await fixture.copy("--continue")
    #expect(run.code == .failure)
    #expect(run.errors.contains("2 copied rows would break a_to_other of a."), "\(run.errors)")
    #expect(try fixture.texts("SELECT id::text FROM a") == [])
  }
}
