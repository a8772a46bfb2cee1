import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Changes of the catalog that concern live queries, and others that must leave them alone.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct CatalogScopeTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let role: String

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TYPE mood AS ENUM ('calm', 'glad'); CREATE TYPE other AS ENUM ('x');
      CREATE FUNCTION limit_of(int) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS
        'BEGIN RETURN $1 < 2; END';
      CREATE FUNCTION is_shown(int) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS
        'BEGIN RETURN limit_of($1); END';
      CREATE TABLE item (id int PRIMARY KEY, mood mood);
      INSERT INTO item VALUES (1, 'calm'), (2, 'glad'), (3, 'calm');
      CREATE VIEW shown AS SELECT id, mood FROM item;
      CREATE PUBLICATION livesql FOR TABLE item
      """
    )
    role = "scoped_in_\(scratch.name)"
  }

  private static func rows(of table: String) -> TestQuery { .rows(of: table, ["id", "mood"]) }

  /// Returns a source that compares the catalog only when somebody waits.
  private func quietSource() -> PostgresSource {
    PostgresSource(
      scratch.configuration,
      changes: StreamedChanges(scratch.configuration, settings: .init(), barrier: .flushed),
      catalogIntervals: .seconds(3_600) ... .seconds(3_600)
    )
  }

  /// Returns whether a comparison finds no change since the last one.
  private func isKnown(_ source: PostgresSource) throws -> Bool {
    let scope = try #require(source.changes as? any CatalogDependent).scope()
    return try source.reader.use { try $0.catalog.compare($0.connection, scope).isSame }
  }

  @Test func `functions, types, operators and casts that no query uses leave the queries running`()
    async throws
  {
    let probe = LiveProbe(Self.rows(of: "shown"), quietSource())
    try await probe.check(connection)
    let changes = [
      "CREATE FUNCTION unused(int) RETURNS int LANGUAGE sql AS 'SELECT $1'",
      "CREATE OR REPLACE FUNCTION unused(int) RETURNS int LANGUAGE sql AS 'SELECT $1 + 1'",
      "ALTER TYPE other ADD VALUE 'y'", "DROP FUNCTION unused(int)",
      "CREATE OPERATOR <~> (FUNCTION = int4lt, LEFTARG = int, RIGHTARG = int)",
      "CREATE CAST (other AS text) WITH INOUT AS IMPLICIT",
    ]
    for change in changes {
      try connection.execute(script: change)
      let isKnown = try isKnown(probe.source)
      #expect(isKnown, "\(change)")
    }
    try connection.execute(
      script: """
        CREATE SCHEMA livesql;
        CREATE FUNCTION livesql.mood(int) RETURNS int LANGUAGE sql AS 'SELECT 1'
        """
    )
    let isKnown = try isKnown(probe.source)
    #expect(!isKnown)
  }

  @Test func `labels of an enum in a column start the queries`() async throws {
    let probe = LiveProbe(Self.rows(of: "shown"), PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(connection, after: ["ALTER TYPE mood RENAME VALUE 'calm' TO 'quiet'"])
  }

  @Test(arguments: ["is_shown", "limit_of"])
  func `a changed function that a policy calls starts the queries`(name: String) async throws {
    try connection.execute(
      script: """
        CREATE ROLE \(role); GRANT SELECT ON item TO \(role);
        ALTER TABLE item ENABLE ROW LEVEL SECURITY; CREATE POLICY low ON item USING (is_shown(id))
        """
    )
    defer { try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)") }
    let (reader, setRole) = (try scratch.connect(), "SET ROLE \(role)")
    try reader.execute(script: setRole)
    let source = PostgresSource(
      scratch.configuration,
      changes: StreamedChanges(scratch.configuration, settings: .init(), barrier: .flushed),
      onConnect: { try $0.execute(script: setRole) }
    )
    let probe = LiveProbe(Self.rows(of: "item"), source)
    try await probe.check(reader)
    #expect(probe.sink.rows?.count == 1)
    try connection.execute(
      script: """
        CREATE OR REPLACE FUNCTION \(name)(int) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS
          'BEGIN RETURN $1 < 3; END'
        """
    )
    // The session of the comparison has cached the body of the function that calls it.
    try await probe.check(reader, after: "another body of \(name)")
    #expect(probe.sink.rows?.count == 2)
  }

  @Test func `a function that a statement calls starts the queries once it is changed`()
    async throws
  {
    let query = TestQuery(
      text: "SELECT id, is_shown(id) FROM item ORDER BY id",
      width: 2
    )
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        """
        CREATE OR REPLACE FUNCTION is_shown(int) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS
          'BEGIN RETURN $1 > 2; END'
        """
      ]
    )
  }

  @Test func `a query that a type makes fail is read again once the type is another`()
    async throws
  {
    let query = TestQuery(
      text: "SELECT id, mood::text FROM item WHERE mood = 'calm'::mood ORDER BY id",
      width: 2
    )
    let probe = LiveProbe(query, quietSource())
    try await probe.check(connection)
    try connection.execute(script: "ALTER TYPE mood RENAME VALUE 'calm' TO 'quiet'")
    try await probe.catchUp()
    #expect(probe.error?.contains("calm") == true)
    try connection.execute(script: "ALTER TYPE mood RENAME VALUE 'glad' TO 'calm'")
    try await probe.catchUp()
    #expect(probe.sink.rows == [[.integer(2), .text("calm")]])
  }

  @Test func `the catalog objects of ended queries are forgotten`() async throws {
    let source = PostgresSource(
      scratch.configuration,
      changes: StreamedChanges(scratch.configuration, settings: .init(), barrier: .flushed),
      catalogIntervals: .milliseconds(10) ... .milliseconds(10)
    )
    let probe = LiveProbe(Self.rows(of: "shown"), source)
    try await probe.check(connection)
    let isKnown = try source.reader.use { !$0.catalog.isEmpty }
    #expect(isKnown)
    probe.subscription.cancel()
    await until { (try? source.reader.use { $0.catalog.isEmpty }) == true }
  }

  @Test func `a view that is recreated restarts the queries once`() async throws {
    let probe = LiveProbe(Self.rows(of: "shown"), quietSource())
    try await probe.check(connection)
    // The view is compared when the commit is read.
    try connection.execute(
      script: """
        CREATE OR REPLACE VIEW shown AS SELECT id, mood FROM item WHERE id < 3;
        UPDATE item SET mood = 'glad' WHERE id = 1
        """
    )
    #expect(probe.sink.wait { $0.count == 2 })
    let isKnown = try isKnown(probe.source)
    #expect(isKnown)
  }
}

/// The pauses between comparisons of the catalog.
@Suite struct CatalogPaceTests {
  @Test func `pauses double while nothing happens, up to the longest`() {
    let pace = CatalogPace(.seconds(2) ... .seconds(9))
    var pauses: [Duration] = []
    for _ in 0..<5 {
      pauses.append(pace.plan().pause)
      pace.slowDown(after: .zero)
    }
    #expect(pauses == [.seconds(2), .seconds(4), .seconds(8), .seconds(9), .seconds(9)])
  }

  @Test func `something that happens is followed by the shortest pause, once`() {
    let pace = CatalogPace(.seconds(2) ... .seconds(30))
    #expect(!pace.speedUp())
    let old = pace.plan()
    #expect(pace.begin(old.number))
    pace.slowDown(after: .zero)
    #expect(pace.speedUp())
    #expect(!pace.speedUp())
    let new = pace.plan()
    #expect(new.pause == .seconds(2))
    #expect(pace.isNewest(new.number) && !pace.isNewest(old.number))
  }

  @Test func `where comparing takes long, pauses are long`() {
    let pace = CatalogPace(.seconds(2) ... .seconds(4))
    pace.slowDown(after: .milliseconds(200))
    #expect(pace.plan().pause == .seconds(10))
    // It is the shortest pause already.
    #expect(!pace.speedUp())
    #expect(pace.plan().pause == .seconds(10))
  }

  @Test func `activity shortens a pause only if the load permits it`() {
    let pace = CatalogPace(.seconds(2) ... .seconds(30))
    for _ in 0..<4 { pace.slowDown(after: .milliseconds(200)) }
    #expect(pace.plan().pause == .seconds(30))
    #expect(pace.speedUp())
    #expect(pace.plan().pause == .seconds(10))
    // Where nothing was compared, nothing is known of the load.
    #expect(pace.begin(pace.plan().number))
    pace.slowDown(after: nil)
    #expect(pace.speedUp())
    #expect(pace.plan().pause == .seconds(10))
  }

  @Test func `activity during a comparison keeps the pause short`() {
    let pace = CatalogPace(.seconds(2) ... .seconds(30))
    #expect(pace.begin(pace.plan().number))
    #expect(!pace.speedUp())
    pace.slowDown(after: .zero)
    let next = pace.plan()
    #expect(next.pause == .seconds(2))
    #expect(pace.begin(next.number))
    pace.slowDown(after: .zero)
    #expect(pace.plan().pause == .seconds(4))
  }
}
