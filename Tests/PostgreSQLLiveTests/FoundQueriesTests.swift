import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// The live queries that a commit rereads, if many queries each see some rows of one table.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct FoundQueriesTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, list int, value int NOT NULL, title text);
        INSERT INTO item SELECT i, 1 + i % 4, i, 'a' FROM generate_series(1, 40) i;
        INSERT INTO item SELECT i, 9, i, 'a' FROM generate_series(101, 160) i;
        CREATE PUBLICATION livesql FOR TABLE item
        """
    )
  }

  /// Live queries of one table that record what they have read.
  private final class Watched {
    let source: PostgresSource
    let engine = LiveQueryEngine<PostgresSource>()
    private let connection: PostgresConnection
    private let queries:
      [(name: String, query: TestQuery, sink: TestSink, subscription: LiveSubscription)]

    init(
      _ configuration: PostgresConfiguration,
      _ connection: PostgresConnection,
      _ watched: [(String, TestQuery)] = FoundQueriesTests.queries
    ) {
      source = PostgresSource(configuration)
      self.connection = connection
      let (source, engine) = (source, engine)
      queries = watched.map { name, query in
        let sink = TestSink()
        return (name, query, sink, engine.subscribe(query.request, in: source, sink))
      }
      for query in queries { #expect(query.sink.wait { _ in true }, "\(query.name)") }
    }

    deinit { source.close() }

    /// Returns the queries that a commit made read again; also compares all of them with the
    /// server.
    func reads(_ sql: String) async throws -> Set<String> {
      let before = engine.statistics.map { $0.patchCount + $0.runCount }
      try connection.execute(script: sql)
      try source.awaitReported()
      try await engine.catchUp()
      let after = engine.statistics.map { $0.patchCount + $0.runCount }
      for query in queries {
        let fresh = try query.query.fresh(connection)
        // A query that runs again has only the order that it requests.
        if query.subscription.plan?.isRerun == true {
          #expect(query.sink.rows.map(Set.init) == Set(fresh), "\(query.name) after \(sql)")
        } else {
          #expect(query.sink.rows == fresh, "\(query.name) after \(sql)")
        }
      }
      return Set(zip(queries, zip(before, after)).filter { $1.0 != $1.1 }.map(\.0.name))
    }
  }

  private static func items(
    _ conditions: [QueryFragment],
    _ sql: String,
    order: [String] = [],
    limit: Int? = nil,
    columns: [String] = ["item.id", "item.value", "item.title"]
  ) -> TestQuery {
    TestQuery(
      columns,
      from: "\"item\"",
      tables: [(.first, "item")],
      filters: conditions,
      orderBy: order,
      limit: limit,
      sameAs: "SELECT \(columns.joined(separator: ", ")) FROM item WHERE \(sql)"
    )
  }

  private static func list(_ number: Int64) -> QueryFragment {
    "(\"item\".\"list\") = (\(QueryBinding.int(number)))"
  }

  private static let queries: [(String, TestQuery)] = [
    ("list 1", items([list(1)], "list = 1 ORDER BY id")),
    ("list 2", items([list(2)], "list = 2 ORDER BY id")),
    ("list 3", items([list(3)], "list = 3 ORDER BY id")),
    (
      "first of 1",
      items([list(1)], "list = 1 ORDER BY value, id LIMIT 2", order: ["item.value"], limit: 2)
    ),
    (
      "first of 9",
      items([list(9)], "list = 9 ORDER BY value, id LIMIT 2", order: ["item.value"], limit: 2)
    ),
    ("key", items(["(\"item\".\"id\") = (\(QueryBinding.int(7)))"], "id = 7")),
    (
      "title",
      items(["(\"item\".\"title\") = (\(QueryBinding.text("b")))"], "title = 'b' ORDER BY id")
    ),
    (
      "values",
      items(
        ["(\"item\".\"value\") BETWEEN (\(QueryBinding.int(500))) AND (\(QueryBinding.int(600)))"],
        "value BETWEEN 500 AND 600 ORDER BY id"
      )
    ),
    ("count", items([list(1)], "list = 1", columns: ["count(*)"])),
  ]

  @Test func `a commit rereads the queries that show a touched row or will show it`() async throws {
    let watched = Watched(scratch.configuration, connection)
    // The rows that a count included before are not known.
    let steps: [(String, Set<String>)] = [
      // The stream describes the table first, which has not changed.
      ("UPDATE item SET value = 401 WHERE id = 1", ["list 2", "count"]),
      ("ANALYZE item; UPDATE item SET value = 402 WHERE id = 1", ["list 2", "count"]),
      ("UPDATE item SET list = 3 WHERE id = 1", ["list 2", "list 3", "count"]),
      ("UPDATE item SET list = 2 WHERE id = 1", ["list 2", "list 3", "count"]),
      ("INSERT INTO item VALUES (200, 2, 402, 'a')", ["list 2"]),
      ("INSERT INTO item VALUES (201, 1, 403, 'b')", ["list 1", "first of 1", "title", "count"]),
      (
        "UPDATE item SET value = 555 WHERE id = 201",
        ["list 1", "first of 1", "title", "values", "count"]
      ),
      (
        "UPDATE item SET title = NULL WHERE id = 201",
        ["list 1", "first of 1", "title", "values", "count"]
      ),
      ("DELETE FROM item WHERE id = 201", ["list 1", "first of 1", "values", "count"]),
      ("UPDATE item SET value = 556 WHERE id = 7", ["key", "values", "count"]),
      ("UPDATE item SET id = 77 WHERE id = 7", ["key", "values", "count"]),
      ("UPDATE item SET id = 7 WHERE id = 3", ["key", "count"]),
      // Far beyond the window's reserve.
      ("UPDATE item SET list = 8 WHERE id = 160", ["count"]),
      ("UPDATE item SET value = 0 WHERE id = 159", ["first of 9", "count"]),
      ("UPDATE item SET list = 8 WHERE id BETWEEN 101 AND 158", ["first of 9", "count"]),
      ("UPDATE item SET list = 7 WHERE id = 159", ["first of 9", "count"]),
      (
        "BEGIN; INSERT INTO item VALUES (300, 2, 1, ''); DELETE FROM item WHERE id = 300; COMMIT",
        []
      ),
    ]
    for (sql, expected) in steps {
      let reads = try await watched.reads(sql)
      #expect(reads == expected, "\(sql)")
    }
  }

  @Test func `queries that may see a row are read if its values are not reported`() async throws {
    let watched = Watched(scratch.configuration, connection)
    let all = Set(Self.queries.map(\.0))
    _ = try await watched.reads("UPDATE item SET value = value WHERE id = 1")
    // A long value that did not change is not reported.
    let long =
      "ALTER TABLE item ALTER title SET STORAGE EXTERNAL; UPDATE item SET title = repeat('b', 9000) WHERE id = 2"
    _ = try await watched.reads(long)
    #expect(
      try await watched.reads("UPDATE item SET value = 410 WHERE id = 2") == [
        "list 3", "title", "count",
      ]
    )
    for sql in [
      "TRUNCATE item",
      "INSERT INTO item SELECT i, 1 + i % 4, i, 'b' FROM generate_series(1, 12000) i",
      "ALTER TABLE item ADD extra int; UPDATE item SET extra = 1 WHERE id = 9",
      "ALTER TABLE item ALTER list TYPE bigint; UPDATE item SET list = 3 WHERE id = 9",
      """
      BEGIN; UPDATE item SET list = 2 WHERE id = 9; ALTER TABLE item DROP extra;
      UPDATE item SET list = 3 WHERE id = 9; COMMIT
      """,
    ] {
      #expect(try await watched.reads(sql).isSuperset(of: all), "\(sql)")
    }
    #expect(
      try await watched.reads("UPDATE item SET list = 4 WHERE id = 9") == [
        "list 3", "title", "count",
      ]
    )
    for identity in ["FULL", "DEFAULT"] {
      _ = try await watched.reads(
        "ALTER TABLE item REPLICA IDENTITY \(identity); UPDATE item SET list = 2 WHERE id = 10"
      )
      _ = try await watched.reads("UPDATE item SET list = 3 WHERE id = 10")
    }
    _ = try await watched.reads("UPDATE item SET list = 3 WHERE id = 10")
    #expect(
      try await watched.reads("UPDATE item SET list = 2 WHERE id = 10").isSuperset(of: [
        "list 2", "list 3",
      ])
    )
  }

  @Test func `rows that enter because of another table are matched from then on`() async throws {
    try connection.execute(
      script: "CREATE TABLE other (n int PRIMARY KEY); ALTER PUBLICATION livesql ADD TABLE other"
    )
    let above: QueryFragment =
      "(\"item\".\"value\") > (SELECT 100 + 10 * count(*) FROM \"other\")"
    let query = Self.items(
      [Self.list(9), above],
      "list = 9 AND value > (SELECT 100 + 10 * count(*) FROM other) ORDER BY id"
    )
    let watched = Watched(
      scratch.configuration,
      connection,
      Self.queries.dropLast() + [("above", query)]
    )
    let steps: [(String, Set<String>)] = [
      ("INSERT INTO other VALUES (1), (2)", ["above"]),
      ("UPDATE item SET list = 8 WHERE id = 150", ["above"]),
      ("DELETE FROM other WHERE n = 2", ["above"]),
      // This row entered the result although no commit has touched it.
      ("UPDATE item SET list = 8 WHERE id = 119", ["above"]),
      ("UPDATE item SET list = 8 WHERE id = 120", ["above"]),
    ]
    for (sql, expected) in steps {
      let reads = try await watched.reads(sql)
      #expect(reads.subtracting(["first of 9"]) == expected, "\(sql)")
    }
  }

  @Test func `a table with a changed collation is reread, whatever the commit touches`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        INSERT INTO item VALUES (400, 8, 1, 'B'), (401, 8, 1, 'x')
        """
    )
    let watched = Watched(scratch.configuration, connection, Self.queries.dropLast())
    #expect(try await watched.reads("UPDATE item SET value = 2 WHERE id = 401") == [])
    let sql = """
      ALTER TABLE item ALTER title TYPE text COLLATE nocase;
      UPDATE item SET value = 3 WHERE id = 401
      """
    #expect(try await watched.reads(sql) == Set(Self.queries.dropLast().map(\.0)))
    #expect(try await watched.reads("UPDATE item SET title = 'B' WHERE id = 401") == ["title"])
    #expect(try await watched.reads("UPDATE item SET value = 9 WHERE id = 401") == ["title"])
  }

  @Test
  func `names that differ only in case, and other types, are not compared in Swift`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE TABLE odd (id int PRIMARY KEY, "List" int, list int, code char(4), rate float8, day date);
        INSERT INTO odd SELECT i, i % 3, i % 5, 'a', i, now() FROM generate_series(1, 9) i;
        ALTER PUBLICATION livesql ADD TABLE odd
        """
    )
    let source = PostgresSource(scratch.configuration)
    defer { source.close() }
    try source.read { db throws in
      for (column, constraint) in [
        ("list", RowFilter.Constraint.oneOf([1])), ("List", .oneOf([1])), ("code", .oneOf(["a"])),
        ("rate", .oneOf([1])), ("day", .notNull), ("nothing", .notNull),
      ] {
        #expect(
          try db.filteredColumn(column, of: TableName(schema: "public", "odd"), by: constraint)
            == nil
        )
      }
      let item = TableName(schema: "public", "item")
      #expect(try db.filteredColumn("list", of: item, by: .oneOf([1])) == "list 23")
      #expect(try db.filteredColumn("list", of: item, by: .oneOf([1.5])) == nil)
      #expect(try db.filteredColumn("title", of: item, by: .oneOf(["a"])) == "title 25")
      // The database's collation is not known to order by bytes.
      #expect(
        try db.filteredColumn("title", of: item, by: .range(ValueRange(to: .init("a")))) == nil
      )
    }
  }
}
