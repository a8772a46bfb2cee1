import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries that each table they depend on refreshes, whatever the planner reports as read.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ReadTablesTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
  }

  private func probe(_ query: TestQuery) -> LiveProbe {
    LiveProbe(query, PostgresSource(scratch.configuration))
  }

  // MARK: Meaning of names

  private static let places = TestQuery(
    ["items.id", "items.place", "items.children"],
    from: "\"items\"",
    tables: [(.first, "items")],
    orderBy: ["items.id"],
    sameAs: "SELECT id, place, children FROM items ORDER BY id"
  )

  @Test(arguments: ["data.items", "\"Items\""])
  func `a view is not confused with the table of the same name that it reads`(table: String)
    async throws
  {
    try connection.execute(
      script: """
        CREATE SCHEMA data;
        CREATE TABLE \(table) (id bigint PRIMARY KEY, parent bigint, price int);
        INSERT INTO \(table) VALUES (1, NULL, 10), (2, 1, 20);
        CREATE VIEW items AS SELECT i.*, rank() OVER (ORDER BY price) AS place,
          (SELECT count(*) FROM \(table) c WHERE c.parent = i.id) AS children FROM \(table) i;
        CREATE PUBLICATION livesql FOR TABLE \(table)
        """
    )
    let probe = probe(Self.places)
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        "INSERT INTO \(table) VALUES (9, 1, 5)", "UPDATE \(table) SET price = 1 WHERE id = 2",
        "DELETE FROM \(table) WHERE id = 9",
      ]
    )
    #expect(probe.subscription.plan == .rerun(.subquery))
  }

  @Test func `of two tables with the same name, the search path decides`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE SCHEMA other;
        CREATE TABLE item (id int PRIMARY KEY, title text);
        CREATE TABLE other.item (id int PRIMARY KEY, title text);
        CREATE PUBLICATION livesql FOR TABLE item, other.item
        """
    )
    let query = TestQuery(
      ["item.id", "item.title"],
      from: "\"item\"",
      tables: [(.first, "item")],
      sameAs: "SELECT id, title FROM public.item ORDER BY id"
    )
    let probe = probe(query)
    try await probe.check(
      connection,
      after: ["INSERT INTO item VALUES (1, 'here')", "INSERT INTO other.item VALUES (2, 'there')"]
    )
    #expect(probe.subscription.plan == .keyedPatch)
  }

  // MARK: Missing partitions

  /// A query of partitions, all of which the planner prunes.
  enum Pruned: CaseIterable { case all, beside, within, view }

  private static func query(_ pruned: Pruned) -> TestQuery {
    let late = "\"day\" >= '2026-12-01'"
    return switch pruned {
    case .all:
      TestQuery(
        ["event.id"],
        from: "\"event\"",
        tables: [(.first, "event")],
        where: ["event.\(late)"],
        orderBy: ["event.id"],
        sameAs: "SELECT id FROM event WHERE \(late) ORDER BY id"
      )
    case .beside:
      TestQuery(
        ["list.id", "event.id"],
        from:
          "\"list\" LEFT JOIN \"event\" ON ((\"event\".\"list\") = (\"list\".\"id\") AND \(late))",
        tables: [(.first, "list"), (.left, "event")],
        orderBy: ["list.id", "event.id"],
        sameAs: """
          SELECT list.id, event.id FROM list LEFT JOIN event ON event.list = list.id AND \(late)
          ORDER BY list.id, event.id
          """
      )
    case .within:
      TestQuery(
        ["list.id", "(SELECT count(*) FROM \"event\" WHERE \(late))"],
        from: "\"list\"",
        tables: [(.first, "list")],
        orderBy: ["list.id"],
        sameAs: "SELECT id, (SELECT count(*) FROM event WHERE \(late)) FROM list ORDER BY id"
      )
    case .view:
      TestQuery(
        ["coming.id"],
        from: "\"coming\"",
        tables: [(.first, "coming")],
        orderBy: ["coming.id"],
        sameAs: "SELECT id FROM coming ORDER BY id"
      )
    }
  }

  private static let partitioned = """
    CREATE TABLE list (id int PRIMARY KEY);
    INSERT INTO list VALUES (1), (2);
    CREATE TABLE event (id int, day date, list int, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
    CREATE VIEW inner_coming AS SELECT id FROM event WHERE day >= '2026-12-01';
    CREATE VIEW coming AS SELECT id FROM list UNION ALL SELECT id FROM inner_coming
    """
  private static let november = """
    CREATE TABLE november PARTITION OF event FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')
    """

  @Test(arguments: Pruned.allCases, [false, true])
  func `rows of a partition that did not exist are shown`(pruned: Pruned, isEmpty: Bool)
    async throws
  {
    try connection.execute(
      script: """
        \(Self.partitioned);
        \(isEmpty ? "" : Self.november + ";")
        CREATE PUBLICATION livesql FOR TABLE list, event WITH (publish_via_partition_root = true)
        """
    )
    let probe = probe(Self.query(pruned))
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        "CREATE TABLE december PARTITION OF event FOR VALUES FROM ('2026-12-01') TO ('2027-01-01')",
        "INSERT INTO event VALUES (7, '2026-12-02', 1)",
        "UPDATE event SET list = 2, day = '2026-12-03' WHERE id = 7", "DELETE FROM event",
      ]
    )
  }

  @Test func `rows of a new partition are shown if it is published under its own name`()
    async throws
  {
    try connection.execute(
      script: """
        \(Self.partitioned); \(Self.november);
        INSERT INTO event VALUES (1, '2026-11-02', 1);
        CREATE PUBLICATION livesql FOR TABLE list, event
        """
    )
    let query = TestQuery(
      ["event.id"],
      from: "\"event\"",
      tables: [(.first, "event")],
      orderBy: ["event.id"],
      sameAs: "SELECT id FROM event ORDER BY id"
    )
    let probe = probe(query)
    try await probe.check(connection)
    try await probe.check(
      connection,
      after: [
        "CREATE TABLE december PARTITION OF event FOR VALUES FROM ('2026-12-01') TO ('2027-01-01')",
        "INSERT INTO event VALUES (7, '2026-12-02', 1)",
      ]
    )
  }

  @Test
  func `an unpublished partitioned table is refused, even if the planner prunes all of it`()
    throws
  {
    try connection.execute(
      script: "\(Self.partitioned); CREATE PUBLICATION livesql FOR TABLE list"
    )
    for pruned in Pruned.allCases {
      let error = probe(Self.query(pruned)).error
      #expect(error?.contains("ADD TABLE \"public\".\"event\"") == true, "\(error ?? "none")")
    }
  }

  @Test func `a column is not confused with the table of the same name`() async throws {
    try connection.execute(
      script: """
        \(Self.partitioned); \(Self.november);
        CREATE PUBLICATION livesql FOR TABLE list, event WITH (publish_via_partition_root = true)
        """
    )
    let lists = TestQuery(
      ["list.id"],
      from: "\"list\"",
      tables: [(.first, "list")],
      sameAs: "SELECT id FROM list ORDER BY id"
    )
    let source = PostgresSource(scratch.configuration)
    let first = LiveProbe(lists, source)
    try await first.check(connection)
    let second = LiveProbe(
      TestQuery(
        ["event.list", "event.id"],
        from: "\"event\"",
        tables: [(.first, "event")],
        sameAs: "SELECT list, id FROM event ORDER BY id"
      ),
      source
    )
    try await second.check(connection)
    #expect(second.subscription.plan == .keyedPatch)
  }

  // MARK: Functions

  @Test(arguments: ["total", "\"Total\""], [false, true])
  func `a function in a view or a policy counts as reading any table`(name: String, isPolicy: Bool)
    async throws
  {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, list int, value int);
        CREATE TABLE list (id int PRIMARY KEY);
        INSERT INTO list VALUES (1), (2);
        CREATE FUNCTION \(name)(int) RETURNS bigint STABLE LANGUAGE plpgsql AS
          'BEGIN RETURN (SELECT coalesce(sum(value), 0) FROM item WHERE list = $1); END';
        CREATE VIEW sums AS SELECT id, \(isPolicy ? "0" : "\(name)(id)") AS sum FROM list;
        CREATE ROLE \(scratch.name) LOGIN REPLICATION;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(scratch.name);
        ALTER VIEW sums OWNER TO \(scratch.name);
        \(isPolicy ? "ALTER TABLE list ENABLE ROW LEVEL SECURITY;" : "")
        CREATE POLICY rich ON list USING (\(name)(id) > 1);
        CREATE PUBLICATION livesql FOR TABLE item, list
        """
    )
    defer {
      try? connection.execute(
        script: "DROP OWNED BY \(scratch.name) CASCADE; DROP ROLE \(scratch.name)"
      )
    }
    var configuration = scratch.configuration
    configuration.options["user"] = scratch.name
    let probe = LiveProbe(
      TestQuery(
        ["sums.id", "sums.sum"],
        from: "\"sums\"",
        tables: [(.first, "sums")],
        orderBy: ["sums.id"],
        sameAs: "SELECT id, sum FROM sums ORDER BY id"
      ),
      PostgresSource(configuration)
    )
    let reader = try PostgresConnection(configuration)
    try await probe.check(reader)
    for step in ["INSERT INTO item VALUES (1, 1, 5)", "UPDATE item SET list = 2"] {
      try connection.execute(script: step)
      try await probe.check(reader, after: step)
    }
    #expect(probe.subscription.plan?.isRerun == true)
  }

  @Test func `a non-immutable operator in a view counts as reading any table`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY);
        CREATE TABLE list (id int PRIMARY KEY);
        INSERT INTO list VALUES (1);
        CREATE FUNCTION has(int, int) RETURNS bool STABLE LANGUAGE plpgsql AS
          'BEGIN RETURN EXISTS (SELECT FROM item WHERE id BETWEEN $1 AND $2); END';
        CREATE OPERATOR <~> (FUNCTION = has, LEFTARG = int, RIGHTARG = int);
        CREATE VIEW known AS SELECT id, id <~> 9 AS is_known FROM list;
        CREATE PUBLICATION livesql FOR TABLE item, list
        """
    )
    let probe = probe(
      TestQuery(
        ["known.id", "known.is_known"],
        from: "\"known\"",
        tables: [(.first, "known")],
        sameAs: "SELECT id, is_known FROM known"
      )
    )
    try await probe.check(connection)
    try await probe.check(connection, after: ["INSERT INTO item VALUES (3)"])
  }

  /// Plans show casts only if the statement has them, and never their functions.
  @Test(arguments: [("place", ""), ("", "AS IMPLICIT")])
  func `a cast by a function that is not immutable counts as reading any table`(
    type: String,
    context: String
  ) async throws {
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY);
        CREATE TABLE list (id int PRIMARY KEY);
        INSERT INTO list VALUES (1);
        CREATE TYPE place AS (number bigint);
        CREATE FUNCTION placed(int) RETURNS place STABLE LANGUAGE plpgsql AS
          'BEGIN RETURN ROW((SELECT count(*) FROM item) + $1)::place; END';
        CREATE CAST (int AS place) WITH FUNCTION placed(int) \(context);
        CREATE FUNCTION counted(place) RETURNS bigint IMMUTABLE LANGUAGE sql AS
          'SELECT ($1).number';
        CREATE PUBLICATION livesql FOR TABLE item, list
        """
    )
    let value = type.isEmpty ? "counted(list.id)" : "counted(CAST(list.id AS \(type)))"
    let probe = probe(
      TestQuery(
        ["list.id", value],
        from: "\"list\"",
        tables: [(.first, "list")],
        sameAs: "SELECT id, \(value) FROM list"
      )
    )
    try await probe.check(connection)
    try await probe.check(connection, after: ["INSERT INTO item VALUES (3)"])
  }
}
