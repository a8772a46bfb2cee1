import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQLSyntax
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// The SQL text, views and compound statements that are patched on PostgreSQL, and the reasons why
/// others run again.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PatchedTextTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE list (id int PRIMARY KEY, name text NOT NULL);
      CREATE TABLE item (id int PRIMARY KEY, list int, "Title" text, title text, price numeric(9,2),
        weight numeric, size int, tags text[], facts jsonb, at timestamptz);
      INSERT INTO list VALUES (1, 'a'), (2, 'b');
      INSERT INTO item (id, list, title, price) VALUES (1, 1, 'x', 1.5), (2, 2, 'y', 2);
      CREATE PUBLICATION livesql FOR TABLE list, item
      """
    )
  }

  private func plan(_ sql: String, as role: String? = nil) throws -> LivePlan {
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    return try source.read { db in
      if let role { try db.connection.execute(script: "SET LOCAL ROLE \(role)") }
      guard let parts = SelectParts.reading(QueryFragment(sql), as: .postgres) else {
        return .rerun(.text)
      }
      let text = QueryFragment(sql)
      return try PlanAnalysis.plan(parts, query: text, readFrom: text, db).plan
    }
  }

  /// Returns the number of rows that the links of a subquery step through at their start.
  private func stepsOfLinks(itemCount: Int) throws -> Int {
    let sql = "SELECT l.id FROM list l WHERE EXISTS (SELECT 1 FROM item i WHERE i.list = l.id)"
    try connection.execute(
      script: "TRUNCATE item; INSERT INTO item (id, list) SELECT n, 1 "
        + "FROM generate_series(1, \(itemCount)) n"
    )
    let text = QueryFragment(sql)
    let parts = try #require(SelectParts.reading(text, as: .postgres))
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    return try source.read { db in
      var links = JoinLinks<PostgresSnapshotReader>(
        try PlanAnalysis.plan(parts, query: text, readFrom: text, db)
      )
      let before = db.steppedRowCount
      try links.load(db)
      return db.steppedRowCount - before
    }
  }

  @Test func `a start reads each link once, however many there are`() throws {
    let few = try stepsOfLinks(itemCount: 900)
    let many = try stepsOfLinks(itemCount: 1_900)
    #expect(few == 900)
    // Of many, the rows of both tables are counted besides.
    #expect(many == 1_900 + 2)
  }

  private static let patched: [(String, LivePlan)] = [
    ("SELECT * FROM item", .keyedPatch), ("SELECT * FROM public.item AS i", .keyedPatch),
    ("SELECT id FROM Item WHERE Id = 5", .keyedPatch),
    ("SELECT id, price::text || 'x' AS text FROM item", .keyedPatch),
    ("SELECT id, tags[1] FROM item WHERE tags @> '{a}' AND facts->>'a' ~ '^x'", .keyedPatch),
    ("SELECT \"Title\" AS t FROM item ORDER BY t", .orderedPatch),
    (
      "SELECT id FROM item WHERE title = $x$it's$x$ OR title = E'a\\\\b' /* a /* b */ c */",
      .keyedPatch
    ),
    ("SELECT id FROM item ORDER BY price DESC NULLS LAST LIMIT 3 OFFSET 1", .orderedWindow),
    ("SELECT DISTINCT title, price FROM item", .distinctRows),
    ("SELECT price, count(*) FROM item GROUP BY price", .groups),
    ("SELECT weight, array_agg(id ORDER BY id) FROM item GROUP BY weight", .groups),
    ("SELECT list.name, title FROM item JOIN list ON list.id = item.list", .join),
    ("SELECT count(*) FROM item WHERE size > 3", .aggregate),
    ("SELECT id, rank() OVER (PARTITION BY list ORDER BY size) FROM item", .partitions),
    (
      """
      SELECT id, title FROM item WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY list ORDER BY at DESC, id) AS n FROM item
      ) AS numbered WHERE numbered.n = 1)
      """, .firstRows
    ),
    (
      "SELECT l.id FROM list l WHERE EXISTS (SELECT 1 FROM item i WHERE i.list = l.id)", .keyedPatch
    ),
    ("SELECT id FROM item UNION SELECT id FROM list", .compound),
    ("SELECT title FROM item EXCEPT SELECT name FROM list ORDER BY 1", .compound),
    (
      "SELECT id, title FROM item UNION ALL SELECT id, name FROM list ORDER BY id LIMIT 2",
      .orderedWindow
    ),
    ("SELECT price FROM item UNION SELECT price FROM item WHERE size > 1", .compound),
    ("SELECT id FROM item INTERSECT SELECT id FROM list UNION SELECT list FROM item", .compound),
    ("WITH a AS (SELECT id FROM item WHERE size > 1) SELECT id FROM a", .keyedPatch),
  ]

  @Test(arguments: patched)
  func `SQL text is patched`(sql: String, plan: LivePlan) throws {
    #expect(try self.plan(sql) == plan)
  }

  private static let rerun: [(String, LivePlan.Reason)] = [
    // Syntax that is parsed differently from SQLite's.
    ("SELECT DISTINCT ON (list) id, list FROM item ORDER BY list, id", .unknownText),
    ("SELECT id FROM item ORDER BY id FETCH FIRST 3 ROWS ONLY", .unknownText),
    ("SELECT id, interval '1 day 5 minutes' hour FROM item", .unknownText),
    ("SELECT id, size::double precision FROM item", .unknownText),
    ("SELECT id, generate_series(1, size) FROM item", .noKey("generate_series")),
    ("SELECT id, unnest(tags) AS tag FROM item", .noKey("unnest")),
    ("SELECT i FROM generate_series(1, 3) AS i", .noKey("generate_series")),
    ("SELECT id, tag FROM item, unnest(tags) AS tag", .noKey("unnest")),
    (
      "SELECT id, n FROM item CROSS JOIN LATERAL generate_series(1, size) n",
      .noKey("generate_series")
    ),
    ("SELECT id, key FROM item LEFT JOIN jsonb_each(facts) ON true", .noKey("jsonb_each")),
    ("SELECT id FROM ONLY item", .noKey("only")),
    ("SELECT id, random() FROM item", .volatile("random")),
    ("SELECT id, ctid FROM item", .volatile("ctid")),
    ("SELECT id, \"xmin\" FROM item", .volatile("xmin")),
    ("SELECT id FROM item ORDER BY ctid", .volatile("ctid")),
    ("SELECT id, cast(tableoid AS int) FROM item", .volatile("tableoid")),
    ("SELECT id FROM item UNION ALL SELECT count(ctid) FROM list", .volatile("ctid")),
    (
      "SELECT id, pg_current_xact_id_if_assigned() FROM item",
      .volatile("pg_current_xact_id_if_assigned")
    ),
    ("SELECT id FROM item LIMIT 3", .unorderedLimit),
    ("SELECT list, count(*) FROM item GROUP BY ROLLUP (list)", .unknownText),
    ("SELECT id, rank() OVER (ORDER BY size) FROM item", .window),
    ("SELECT id, rank() OVER w FROM item WINDOW w AS (PARTITION BY list)", .text),
    ("SELECT id FROM item WHERE facts ? 'a'", .unknownText),
    ("SELECT weight FROM item UNION SELECT weight FROM item", .distinct),
    ("SELECT DISTINCT weight FROM item", .distinct),
    ("SELECT facts FROM item UNION SELECT facts FROM item", .distinct),
    ("SELECT size FROM item UNION SELECT size::bigint FROM item", .distinct),
    ("SELECT id FROM item UNION SELECT id FROM list INTERSECT SELECT 1 FROM list", .unknownText),
    ("SELECT id FROM item UNION DISTINCT SELECT id FROM list", .text),
    ("SELECT id FROM item EXCEPT ALL SELECT id FROM list", .text),
    ("TABLE item", .text), ("VALUES (1)", .text),
    ("SELECT 1 FROM item, LATERAL (SELECT 1) AS l", .subquery),
  ]

  @Test(arguments: rerun)
  func `other SQL text runs again, with a reason`(sql: String, reason: LivePlan.Reason) throws {
    #expect(try plan(sql) == .rerun(reason))
  }

  @Test func `names are resolved as the server resolves them`() throws {
    // Two columns whose names differ only in case.
    let probe = LiveProbe(
      TestQuery(
        text: "SELECT id, upper(title) AS \"Title\" FROM item ORDER BY \"Title\" DESC, title",
        width: 2,
        sameAs: """
          SELECT id, upper(title) FROM item ORDER BY upper(title) DESC NULLS FIRST, title NULLS LAST, id
          """
      ),
      PostgresSource(scratch.configuration)
    )
    #expect(probe.sink.wait { $0.count == 2 })
    #expect(probe.subscription.plan == .orderedPatch)
    try connection.execute(
      script:
        "INSERT INTO item (id, title, \"Title\") VALUES (3, 'xx', 'a'), (4, 'X', 'b'), (5, NULL, 'c')"
    )
    #expect(probe.sink.wait { $0.map { $0[0] } == [5, 2, 3, 4, 1].map { .integer($0) } })
  }

  @Test func `a view is patched like its tables, also after it is replaced`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE VIEW named AS
          SELECT item.id, list.name FROM item JOIN list ON list.id = item.list WHERE item.price < 9
        """
    )
    let query = TestQuery(
      text: "SELECT id, name FROM named",
      width: 2,
      sameAs: "SELECT id, name FROM named ORDER BY id"
    )
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    #expect(probe.subscription.plan == .join)
    try await probe.check(
      connection,
      after: [
        "UPDATE item SET price = 20 WHERE id = 1", "UPDATE list SET name = 'c' WHERE id = 2",
        """
        CREATE OR REPLACE VIEW named AS
          SELECT item.id, upper(list.name) AS name FROM item LEFT JOIN list ON list.id = item.list;
        UPDATE item SET size = 1 WHERE id = 2
        """,
        "INSERT INTO item (id, price) VALUES (7, 100)",
        """
        DROP VIEW named;
        CREATE VIEW named AS SELECT id, title AS name FROM item WHERE price > 50;
        UPDATE item SET title = 'new' WHERE id = 7
        """,
      ]
    )
    #expect(probe.subscription.plan == .keyedPatch)
    #expect(probe.sink.errors.isEmpty)
  }

  @Test func `a replaced view is noticed even if its tables are unchanged`() async throws {
    try connection.execute(script: "CREATE VIEW named AS SELECT id, title FROM item")
    let query = TestQuery(
      text: "SELECT id, title FROM named",
      width: 2,
      sameAs: "SELECT id, title FROM named ORDER BY id"
    )
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    for round in 0..<20 {
      // An index makes the stream describe the table again.
      try await probe.check(
        connection,
        after: [
          """
          CREATE OR REPLACE VIEW named AS SELECT id, title || \(round) AS title FROM item;
          CREATE INDEX item_\(round) ON item (size); UPDATE item SET size = \(round) WHERE id = 1
          """
        ]
      )
    }
  }

  @Test func `a replaced view is followed at once if there is an event trigger`() throws {
    try connection.execute(
      script: """
        CREATE VIEW named AS SELECT id, title FROM item;
        CREATE FUNCTION tell() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN
          PERFORM pg_catalog.pg_logical_emit_message(true, 'livesql', 'schema'); END$$;
        CREATE EVENT TRIGGER tell ON ddl_command_end WHEN TAG IN ('CREATE VIEW') EXECUTE FUNCTION tell()
        """
    )
    let probe = LiveProbe(
      TestQuery(text: "SELECT id, title FROM named", width: 2),
      PostgresSource(scratch.configuration)
    )
    #expect(probe.sink.wait { $0.count == 2 })
    try connection.execute(
      script:
        "CREATE OR REPLACE VIEW named AS SELECT id, upper(title) AS title FROM item WHERE id = 2"
    )
    #expect(probe.sink.wait { $0 == [[2, .text("Y")]] })
  }

  @Test func `a view with other privileges, or without rows of tables, runs again`() throws {
    let role = "reader_\(scratch.configuration.options["dbname"] ?? "x")"
    try connection.execute(
      script: """
        CREATE TABLE secret (id int PRIMARY KEY, owner text, size int);
        CREATE VIEW shown AS SELECT id FROM secret WHERE size > 1;
        CREATE VIEW sums AS SELECT list, sum(size) AS size FROM item GROUP BY list;
        CREATE VIEW firsts AS SELECT id FROM item ORDER BY id LIMIT 3;
        CREATE VIEW protected AS SELECT id FROM list WITH CHECK OPTION;
        ALTER PUBLICATION livesql ADD TABLE secret;
        CREATE ROLE \(role);
        GRANT SELECT ON shown TO \(role);
        """
    )
    defer {
      _ = try? connection.execute(script: "DROP OWNED BY \(role); DROP ROLE \(role)")
    }
    #expect(try plan("SELECT id FROM shown") == .keyedPatch)
    // The role may read the view, but not the table.
    #expect(try plan("SELECT id FROM shown", as: role) == .rerun(.noKey("shown")))
    try connection.execute(script: "ALTER TABLE secret ENABLE ROW LEVEL SECURITY")
    #expect(try plan("SELECT id FROM shown") == .rerun(.noKey("shown")))
    #expect(try plan("SELECT list FROM sums") == .rerun(.subquery))
    #expect(try plan("SELECT id FROM firsts") == .rerun(.subquery))
    #expect(try plan("SELECT id FROM protected") == .keyedPatch)
  }
}
