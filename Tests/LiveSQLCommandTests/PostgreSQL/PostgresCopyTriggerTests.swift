import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// The command `livesql copy` into tables that have triggers and foreign keys.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyTriggerTests {
  private let fixture: PostgresCopyFixture

  init() throws { fixture = try PostgresCopyFixture() }

  /// Tables in which a trigger on orders counts in totals, which are copied too, and before.
  private func createCountingTables() throws {
    try fixture.fill(
      """
      CREATE TABLE a_totals (customer INTEGER, count INTEGER);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER);
      INSERT INTO a_totals VALUES (7, 2); INSERT INTO orders VALUES (1, 7), (2, 7)
      """
    )
    try fixture.prepare(
      """
      CREATE TABLE a_totals (customer bigint, count bigint);
      CREATE TABLE orders (id bigint PRIMARY KEY, customer bigint);
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE a_totals SET count = count + 1 WHERE customer = NEW.customer; RETURN NULL; END $$;
      CREATE TRIGGER counts AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();
      """
    )
  }

  @Test func `triggers are off while rows are copied, and on afterwards`() async throws {
    try createCountingTables()
    let run = await fixture.copy()
    #expect(run.code == .success, "\(run.errors)")
    #expect(try fixture.texts("SELECT count::text FROM a_totals") == ["2"])
    try fixture.prepare("INSERT INTO orders VALUES (3, 7)")
    #expect(try fixture.texts("SELECT count::text FROM a_totals") == ["3"])
  }

  @Test func `a trigger that changes a table that was copied before is noticed at the end`()
    async throws
  {
    try createCountingTables()
    let run = await fixture.copy("--triggers")
    #expect(run.code == .failure)
    #expect(run.errors.contains("The rows of a_totals differ after they were copied"))
    #expect(try fixture.texts("SELECT count::text FROM a_totals") == [])
  }

  @Test func `a role that may not turn triggers off is told so before the first row`()
    async throws
  {
    try createCountingTables()
    try await fixture.withRole { role in
      let refused = await fixture.copy(by: role)
      #expect(refused.code == .failure)
      #expect(refused.errors.contains("counts of orders. The role may not turn them off"))
      #expect(refused.errors.contains("--triggers"))
      #expect(try fixture.texts("SELECT id::text FROM orders") == [])
      try fixture.prepare("ALTER TABLE orders DISABLE TRIGGER counts")
      let run = await fixture.copy(by: role)
      #expect(run.code == .success, "\(run.errors)")
    }
  }

  @Test func `a trigger that always runs is refused`() async throws {
    try createCountingTables()
    try fixture.prepare("ALTER TABLE orders ENABLE ALWAYS TRIGGER counts")
    let run = await fixture.copy()
    #expect(run.code == .failure)
    #expect(run.errors.contains("ENABLE ALWAYS"), "\(run.errors)")
  }

  @Test func `tables refer to later ones, and rows that break a foreign key are refused`()
    async throws
  {
    try fixture.prepare(
      """
      CREATE TABLE z (i bigint PRIMARY KEY);
      CREATE TABLE a (i bigint CONSTRAINT a_to_z REFERENCES z)
      """
    )
    try fixture.fill(
      "CREATE TABLE a (i INTEGER); CREATE TABLE z (i INTEGER); INSERT INTO a VALUES (1), (NULL)"
    )
    let run = await fixture.copy()
    #expect(run.code == .failure)
    #expect(run.errors.contains("1 copied row would break a_to_z of a."), "\(run.errors)")
    #expect(try fixture.texts("SELECT i::text FROM z") == [])
    try fixture.fill("INSERT INTO z VALUES (1)")
    let whole = await fixture.copy()
    #expect(whole.code == .success, "\(whole.errors)")
    #expect(try fixture.texts("SELECT i::text FROM a WHERE i > 0") == ["1"])
  }

  @Test func `a key that is checked late stays unique`() async throws {
    try fixture.prepare("CREATE TABLE a (i bigint CONSTRAINT a_key UNIQUE DEFERRABLE)")
    try fixture.fill("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (1), (1)")
    let run = await fixture.copy()
    #expect(run.code == .failure)
    #expect(run.errors.contains("would break a_key of a."), "\(run.errors)")
  }

  @Test(.requiresServer(version: 15))
  func `NULLs of a key in which they are equal are unique too`() async throws {
    try fixture.prepare(
      "CREATE TABLE a (i bigint CONSTRAINT a_key UNIQUE NULLS NOT DISTINCT DEFERRABLE)"
    )
    try fixture.fill("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (NULL), (NULL)")
    let run = await fixture.copy()
    #expect(run.errors.contains("would break a_key of a."), "\(run.errors)")
  }

  @Test(.requiresServer(version: 18))
  func `a foreign key that is not enforced is not checked`() async throws {
    try fixture.prepare(
      """
      CREATE TABLE z (i bigint PRIMARY KEY);
      CREATE TABLE a (i bigint REFERENCES z NOT ENFORCED)
      """
    )
    try fixture.fill("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (1)")
    let run = await fixture.copy()
    #expect(run.code == .success, "\(run.errors)")
  }

  @Test func `an exclusion that is checked late is not passed over`() async throws {
    try fixture.prepare(
      "CREATE TABLE a (i bigint, CONSTRAINT a_apart EXCLUDE USING btree (i WITH =) DEFERRABLE)"
    )
    try fixture.fill("CREATE TABLE a (i INTEGER); INSERT INTO a VALUES (1), (1)")
    let refused = await fixture.copy()
    #expect(refused.errors.contains("The constraint a_apart of a is DEFERRABLE"))
    #expect(await fixture.copy("--triggers").code == .failure)
    #expect(try fixture.texts("SELECT i::text FROM a") == [])
  }
}
