import LiveSQLTestSupport
import PostgreSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// Values and names that the command `livesql copy` cannot copy to PostgreSQL as they are.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyNamesTests {
  private let fixture: PostgresCopyFixture

  init() throws { fixture = try PostgresCopyFixture() }

  private func defaults() throws -> [String] {
    try fixture.texts(
      """
      SELECT column_name || ' ' || data_type || coalesce(' ' || column_default, '')
      FROM information_schema.columns WHERE table_name = 'a' ORDER BY ordinal_position
      """
    )
  }

  @Test func `defaults fit the types that the values decide`() async throws {
    try fixture.fill(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, flag BOOLEAN DEFAULT TRUE, real REAL DEFAULT 9e999,
        number NUMERIC DEFAULT FALSE, word BOOLEAN DEFAULT TRUE);
      INSERT INTO a VALUES (7, 2, 1e999, 1e300, 'yes')
      """
    )
    let run = await fixture.copy()
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("it becomes bigint. The first one is in the row with id = 7"))
    #expect(
      try defaults() == [
        "id bigint", "flag bigint 1", "real double precision 'Infinity'::double precision",
        "number numeric 0", "word text '1'::text",
      ]
    )
    #expect(try fixture.texts("SELECT (number = 1e300)::text FROM a") == ["true"])
  }

  @Test func `a column can become text, or be left out`() async throws {
    try fixture.fill(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER, mixed, UNIQUE (mixed));
      INSERT INTO a VALUES (1, 5, 1), (2, 6, x'00'); CREATE TABLE b (x)
      """
    )
    let refused = await fixture.copy()
    #expect(refused.errors.contains("(such as in the row with id = 2)"), "\(refused.errors)")
    #expect(refused.errors.contains("--skip a.mixed"))
    let run = await fixture.copy("--skip", "a.mixed", "--text", "A.n", "--skip", "b")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("the table b is left out."))
    #expect(try defaults() == ["id bigint", "n text"])
    let unknown = await fixture.copy("--skip", "c")
    #expect(unknown.errors.contains("The file has no c, which --skip names."))
  }

  @Test func `a value that does not fit names its row`() async throws {
    try fixture.prepare("CREATE TABLE a (one text, two bigint, y uuid)")
    try fixture.fill(
      """
      CREATE TABLE a (one TEXT, two INTEGER, y TEXT, PRIMARY KEY (one, two)) WITHOUT ROWID;
      INSERT INTO a VALUES ('it''s', 3, 'no')
      """
    )
    let run = await fixture.copy()
    #expect(run.errors.contains("It is in the row with one = 'it''s' and two = 3."))
    #expect(run.errors.contains("--skip a.y"))
    #expect(!run.errors.contains("'no'"))
    #expect(await fixture.copy("--skip", "a.y").code == .success)
  }

  @Test(arguments: ["xmin", "ctid", "tableoid"])
  func `a column with a name that PostgreSQL uses is refused`(name: String) async throws {
    try fixture.fill("CREATE TABLE a (x INTEGER, \(name) INTEGER)")
    let run = await fixture.copy()
    #expect(run.errors.contains("The table a has a column \(name)"), "\(run.errors)")
    #expect(run.errors.contains("--skip a.\(name)"))
    #expect(await fixture.copy("--skip", "a.\(name)").code == .success)
  }

  @Test func `a table may have the name of another's key, but not one that is in use there`()
    async throws
  {
    try fixture.fill("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE a_pkey (x)")
    let run = await fixture.copy()
    #expect(run.code == .success, "\(run.errors)")
    try fixture.prepare("DROP TABLE a, a_pkey; CREATE TABLE b (x bigint); CREATE INDEX a ON b (x)")
    let refused = await fixture.copy()
    #expect(refused.errors.contains("The name of the table a is in use in the schema public"))
    #expect(await fixture.copy("--skip", "a").code == .success)
  }

  @Test func `numbers beyond those of floating point are copied from the server as texts`()
    async throws
  {
    try fixture.prepare(
      """
      CREATE TABLE a (big numeric, small numeric, plain numeric);
      INSERT INTO a VALUES (1e400, 1e-400, 1.5), ('NaN', 0, 2)
      """
    )
    let run = await ProgramRun(list: ["copy", fixture.scratch.url, fixture.path])
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("a.big: its numbers have too many digits: it becomes TEXT."))
    #expect(!run.output.contains("a.plain"))
  }
}
