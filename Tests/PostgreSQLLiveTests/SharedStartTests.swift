import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQL
@testable import PostgreSQLLive

/// What live queries ask the server when they start, and what they share.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SharedStartTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
  }

  private static func query(_ table: String, _ column: String = "id", is value: Int) -> TestQuery {
    TestQuery(
      ["\(table).id"],
      from: "\"\(table)\"",
      tables: [(.first, table)],
      filters: ["\(raw: table).\(raw: column) = \(bind: value)"],
      orderBy: ["\(table).id"],
      sameAs: "SELECT id FROM \(table) WHERE \(column) = \(value) ORDER BY id"
    )
  }

  @Test func `statements with other values share what the server says about them`() throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY); INSERT INTO item SELECT generate_series(1, 200);
        CREATE PUBLICATION livesql FOR TABLE item
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let queries = (1...200).map { Self.query("item", is: $0).request }
    try source.read { db in
      let known = try queries[0].region?(db)
      let before = db.connection.sentCount
      for query in queries {
        let region = try query.region?(db)
        #expect(region == known)
      }
      #expect(db.connection.sentCount == before)
    }
    let engine = LiveQueryEngine<PostgresSource>()
    let sinks = queries.map { _ in TestSink() }
    let subscriptions = zip(queries, sinks).map { engine.subscribe($0, in: source, $1) }
    for sink in sinks { #expect(sink.wait { $0.count == 1 }, "\(sink.errors)") }
    withExtendedLifetime(subscriptions) {}
  }

  /// Such a function may be inlined, and then the planner leaves out its tables with some values.
  @Test func `statements that call a function with a body do not share what they read`() throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY); CREATE TABLE other (id int PRIMARY KEY);
        CREATE FUNCTION listed(bigint) RETURNS SETOF int IMMUTABLE LANGUAGE sql AS
          'SELECT id FROM other WHERE $1 > 0';
        CREATE PUBLICATION livesql FOR TABLE item, other
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let queries = [-1, 1].map { value -> QueryFragment in
      "SELECT item.id FROM item JOIN listed(\(bind: value)) AS l (id) ON l.id = item.id"
    }
    let other = TableName(schema: "public", "other")
    let areRead = try source.read { db in
      try queries.map { try db.region(of: $0).tables[other] != nil }
    }
    #expect(areRead == [false, true])
  }

  /// A cast by a function that a statement does not name.
  @Test func `statements share nothing where a cast calls a function with a body`() throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY); CREATE TYPE place AS (number int);
        CREATE FUNCTION placed(int) RETURNS place IMMUTABLE LANGUAGE sql AS 'SELECT ROW($1)::place';
        CREATE CAST (int AS place) WITH FUNCTION placed(int);
        CREATE PUBLICATION livesql FOR TABLE item
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let queries = try (1...2).map { try #require(Self.query("item", is: $0).request.query) }
    try source.read { db in
      _ = try db.region(of: queries[0])
      let before = db.connection.sentCount
      _ = try db.region(of: queries[0])
      #expect(db.connection.sentCount == before)
      _ = try db.region(of: queries[1])
      #expect(db.connection.sentCount > before)
    }
  }

  @Test func `a plan's own statements are not explained`() throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY); CREATE PUBLICATION livesql FOR TABLE item
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let query = try #require(Self.query("item", is: 1).request.query)
    try source.read { db in
      let before = try (db.region(of: query), db.connection.sentCount)
      let (result, region) = db.notingReads { try db.note(query + " -- of a plan") }
      try result.get()
      #expect(db.connection.sentCount == before.1)
      #expect(region() == before.0)
      #expect(db.connection.sentCount > before.1)
    }
  }

  @Test func `regions of many statements are asked for together`() throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, a int, b int, c int);
        CREATE PUBLICATION livesql FOR TABLE item
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let good = try ["a", "b", "c"].map { column in
      try #require(Self.query("item", column, is: 1).request.query)
    }
    let bad = try #require(Self.query("item", "missing", is: 1).request.query)
    try source.read { db in
      db.prepareRegions(of: good)
      #expect(db.explanations.count == 3)
      for query in good {
        let region = try db.region(of: query)
        #expect(region.tables.count == 1)
      }
      #expect(db.explanations.isEmpty)
    }
    // One that fails leaves the others alone.
    try source.read { db in
      db.forgetSchema()
      db.prepareRegions(of: good + [bad])
      #expect(db.explanations.isEmpty)
      for query in good {
        let region = try db.region(of: query)
        #expect(region.tables.count == 1)
      }
      #expect(throws: PostgresError.self) { try db.region(of: bad) }
    }
  }

  private static let children = """
    CREATE TABLE item (id int PRIMARY KEY, kind int);
    CREATE TABLE one (PRIMARY KEY (id), CHECK (kind = 1)) INHERITS (item);
    CREATE TABLE two (PRIMARY KEY (id), CHECK (kind = 2)) INHERITS (item);
    INSERT INTO one VALUES (1, 1); INSERT INTO two VALUES (2, 2);
    CREATE PUBLICATION livesql FOR TABLE item, one, two
    """

  @Test func `a statement that reads other children with other values is asked about again`()
    async throws
  {
    try connection.execute(script: Self.children)
    let source = PostgresSource(scratch.configuration)
    let first = LiveProbe(Self.query("item", "kind", is: 1), source)
    try await first.check(connection)
    let second = LiveProbe(Self.query("item", "kind", is: 2), source)
    try await second.check(connection)
    try await second.check(connection, after: ["INSERT INTO two VALUES (4, 2)"])
    withExtendedLifetime(first) {}
  }

  /// The plan for the parent alone would overlook what is written to its children.
  @Test func `a plan is not shared with a statement that reads other children`() async throws {
    try connection.execute(script: Self.children)
    let source = PostgresSource(scratch.configuration)
    let first = LiveProbe(Self.query("item", "kind", is: 3), source)
    try await first.check(connection)
    #expect(first.subscription.plan == .orderedPatch)
    let second = LiveProbe(Self.query("item", "kind", is: 2), source)
    try await second.check(connection)
    #expect(second.subscription.plan?.isRerun == true)
    try await second.check(connection, after: ["INSERT INTO two VALUES (4, 2)"])
    withExtendedLifetime(first) {}
  }

  @Test func `a name that another statement uses for itself is no table`() async throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY); CREATE TABLE list (id int PRIMARY KEY);
        INSERT INTO item VALUES (1); CREATE PUBLICATION livesql FOR TABLE item, list
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    let list = try #require(Self.query("list", is: 1).request.query)
    let own: QueryFragment = "WITH list AS (SELECT id FROM item) SELECT id FROM list"
    let (ofList, ofOwn) = try (
      source.read { db in try db.region(of: list) }, source.read { db in try db.region(of: own) }
    )
    #expect(ofList.tables.keys.map(\.name) == ["list"])
    #expect(ofOwn.tables.keys.map(\.name) == ["item"])
  }
}
