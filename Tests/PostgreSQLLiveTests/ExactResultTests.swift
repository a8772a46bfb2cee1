import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries with eight concurrent writers: after each refresh, the results equal a full read in
/// the same snapshot.
@Suite(.requiresPostgres, .serialized, .timeLimit(.hang)) struct ExactResultTests {
  /// The number of refreshes; `LIVESQL_POSTGRES_REFRESHES` sets another one.
  private static let refreshes =
    ProcessInfo.processInfo.environment["LIVESQL_POSTGRES_REFRESHES"].flatMap { Int($0) }
    ?? TestRounds.scaled(60)
  /// The kinds of sources of changes; `LIVESQL_POSTGRES_SOURCE` selects one.
  private static let kinds: [ChangeSourceKind] =
    ProcessInfo.processInfo.environment["LIVESQL_POSTGRES_SOURCE"].flatMap {
      ChangeSourceKind(rawValue: $0)
    }
    .map { [$0] } ?? [.stream, .log, .logWithoutWaking]
  private static let seed =
    ProcessInfo.processInfo.environment["LIVESQL_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// The queries, each with its expected plan.
  static let queries: [(TestQuery, LivePlan)] = [
    (
      TestQuery(
        ["item.id", "item.title", "item.value"],
        from: "\"item\"",
        tables: [(.first, "item")],
        where: ["item.value > 5"],
        sameAs: "SELECT id, title, value FROM item WHERE value > 5 ORDER BY id"
      ), .keyedPatch
    ),
    (
      TestQuery(
        ["item.id", "item.value"],
        from: "\"item\"",
        tables: [(.first, "item")],
        orderBy: ["item.value DESC"],
        sameAs: "SELECT id, value FROM item ORDER BY value DESC, id"
      ), .orderedPatch
    ),
    (
      TestQuery(
        ["item.id", "item.score"],
        from: "\"item\"",
        tables: [(.first, "item")],
        orderBy: ["item.score"],
        sameAs: "SELECT id, score FROM item ORDER BY score NULLS FIRST, id"
      ), .orderedPatch
    ),
    (
      TestQuery(
        ["item.id", "item.title"],
        from: "\"item\"",
        tables: [(.first, "item")],
        orderBy: ["item.title COLLATE \"en-x-icu\" DESC", "item.at"],
        sameAs: """
          SELECT id, title FROM item
          ORDER BY title COLLATE "en-x-icu" DESC NULLS LAST, at NULLS FIRST, id
          """
      ), .orderedPatch
    ),
    (
      TestQuery(
        ["item.id", "item.value"],
        from: "\"item\"",
        tables: [(.first, "item")],
        orderBy: ["item.value", "item.id DESC"],
        limit: 10,
        sameAs: "SELECT id, value FROM item ORDER BY value, id DESC LIMIT 10"
      ), .orderedWindow
    ),
    (
      TestQuery(
        ["item.list", "count(*)"],
        from: "\"item\"",
        tables: [(.first, "item")],
        groupBy: ["item.list"],
        sameAs: "SELECT list, count(*) FROM item GROUP BY list ORDER BY list NULLS FIRST"
      ), .groups
    ),
    (
      TestQuery(
        ["part.code", "sum(part.size)"],
        from: "\"part\"",
        tables: [(.first, "part")],
        groupBy: ["part.code"],
        sameAs: "SELECT code, sum(size) FROM part GROUP BY code ORDER BY code COLLATE \"C\""
      ), .groups
    ),
    (
      TestQuery(
        ["item.id", "part.code", "part.size"],
        from: "\"item\" JOIN \"part\" ON ((\"part\".\"item\") = (\"item\".\"id\"))",
        tables: [(.first, "item"), (.inner, "part")],
        where: ["item.value > 10"],
        sameAs: """
          SELECT item.id, part.code, part.size FROM item JOIN part ON part.item = item.id
          WHERE item.value > 10 ORDER BY item.id, part.item, part.code COLLATE "C"
          """
      ), .join
    ),
    (
      TestQuery(
        ["list.name", "item.id"],
        from: "\"list\" LEFT JOIN \"item\" ON ((\"item\".\"list\") = (\"list\".\"id\"))",
        tables: [(.first, "list"), (.left, "item")],
        sameAs: """
          SELECT list.name, item.id FROM list LEFT JOIN item ON item.list = list.id
          ORDER BY list.id, item.id NULLS FIRST
          """
      ), .join
    ),
    (
      TestQuery(
        ["list.name", "count(*)"],
        from: "\"list\" JOIN \"item\" ON ((\"item\".\"list\") = (\"list\".\"id\"))",
        tables: [(.first, "list"), (.inner, "item")],
        groupBy: ["list.id"],
        sameAs: """
          SELECT list.name, count(*) FROM list JOIN item ON item.list = list.id GROUP BY list.id
          ORDER BY list.id
          """
      ), .groups
    ),
    (
      TestQuery(
        ["count(*)"],
        from: "\"item\"",
        tables: [(.first, "item")],
        where: ["item.value > 20"],
        sameAs: "SELECT count(*) FROM item WHERE value > 20"
      ), .aggregate
    ),
    (
      TestQuery(
        ["max(item.value)", "sum(item.value)"],
        from: "\"item\"",
        tables: [(.first, "item")],
        sameAs: "SELECT max(value), sum(value) FROM item"
      ), .aggregate
    ),
    (
      TestQuery(
        ["item.title"],
        from: "\"item\"",
        tables: [(.first, "item")],
        isDistinct: true,
        sameAs: "SELECT title FROM item GROUP BY title ORDER BY title COLLATE \"C\" NULLS FIRST"
      ), .distinctRows
    ),
  ]

  /// A set of tables and queries.
  private enum Shapes {
    case usual, odd, text

    var queries: [(TestQuery, LivePlan)] {
      switch self {
      case .usual: ExactResultTests.queries
      case .odd: OddShapes.queries
      case .text: TextShapes.queries
      }
    }

    var schema: String {
      switch self {
      case .usual: ""
      case .odd: OddShapes.schema
      case .text: TextShapes.schema
      }
    }

    var tables: [String] { ["list", "item", "part"] + (self == .odd ? OddShapes.tables : []) }
  }

  /// - Parameters:
  ///   - barrier: The commits that results must show.
  ///   - isExactThroughout: Whether each result must equal a full read, and not just the last ones.
  private func run(
    _ kind: ChangeSourceKind = .stream,
    settings: String = "",
    barrier: MomentBarrier = .flushed,
    _ shapes: Shapes = .usual,
    isExactThroughout: Bool = true,
    refreshes: Int
  ) throws {
    let isOdd = shapes == .odd
    let scratch = try scratch(isOdd: isOdd)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    try connection.execute(script: shapes.schema)
    if kind != .stream { try connection.execute(script: kind.setUp(shapes.tables)) }
    let source = CheckedSource(kind.source(scratch.configuration, barrier: barrier))
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    let watches = shapes.queries.map { query, plan in
      let sink = TestSink()
      source.watch(query, sink)
      return (query, plan, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (query, _, sink, _) in watches {
      #expect(sink.wait { _ in true }, "\(query.sql): \(sink.errors)")
    }
    let followed = shapes == .text ? Array(watches[..<4] + watches[12...16]) : []
    let followers = followed.map { Follower($0.0.request, engine, source) }
    let writers = ShopWriters(scratch.configuration, seed: Self.seed, settings: settings)
    // The trigger log reports the schema only with the next touched row.
    let changer =
      shapes == .text && kind == .stream
      ? SchemaChanger(scratch.configuration, TextShapes.changes, source, seed: Self.seed) : nil
    source.wait(refreshes: refreshes)
    changer?.stop()
    writers.stop()
    for (query, plan, sink, subscription) in watches {
      #expect(subscription.plan == plan, "\(query.sql)")
      #expect(sink.errors.isEmpty, "\(query.sql): \(sink.errors)")
    }
    if isExactThroughout { #expect(source.complaints == []) }
    #expect(source.reports == [])
    if shapes == .usual { try touchFewRows(source, watches.map { ($0.0, $0.2) }, connection) }
    let statistics = engine.statistics
    for (query, watch) in zip(statistics, watches) {
      // In a few refreshes not every query has a change.
      if refreshes >= 100 || shapes == .usual {
        #expect(query.patchCount > 0 || watch.1.isRerun, "\(query)")
      }
      #expect(query.failedPatchCount == 0)
    }
    try showsTheEnd(source, watches.map { ($0.0, $0.2) }, connection)
    let (patches, runs) = statistics.reduce((0, 0)) { ($0.0 + $1.patchCount, $0.1 + $1.runCount) }
    for follower in followers { #expect(follower.end() == nil) }
    // Of many touched rows, measured times decide whether they are patched, so this is no question
    // for the daily check.
    if settings.isEmpty, shapes == .usual, refreshes >= 300 { #expect(patches > 4 * runs) }
    print(
      """
      By the \(kind): \(source.refreshCount) refreshes of \(watches.count) live queries beside 8 writers, seed \(Self.seed): \
      \(patches) patches, \(runs) runs, \(source.base.reportedCount) change sets, \(source.hiddenCount) times one was told that \
      was not visible yet, \(writers.failureCount) transactions failed.
      """
    )
  }

  /// - Parameter isOdd: Whether texts are ordered by ICU's rules, if the server supports that for a
  ///   database.
  private func scratch(isOdd: Bool) throws -> PostgresScratchDatabase {
    let server = try PostgresTestServer.streaming
    let version = try PostgresConnection(server.configuration()).serverVersion
    let isICU = isOdd && version >= 150_000
    let options = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en' LC_COLLATE 'C'"
    return try PostgresScratchDatabase(on: server, options: isICU ? options : "")
  }

  /// Changes a row that each query sees, after the writers have stopped.
  ///
  /// So few rows are patched whatever it costs.
  private func touchFewRows(
    _ source: CheckedSource,
    _ watches: [(TestQuery, TestSink)],
    _ connection: PostgresConnection
  ) throws {
    for sql in [
      """
      INSERT INTO list VALUES (1, 'list') ON CONFLICT DO NOTHING;
      INSERT INTO item VALUES (400, 1, 'few', 30, 1, now())
      """,
      "INSERT INTO part VALUES (400, 'a', 1)", "UPDATE item SET value = -1 WHERE id = 400",
      "UPDATE item SET value = 90, title = 'fewer', list = NULL WHERE id = 400",
    ] {
      try connection.execute(script: sql)
      try showsTheEnd(source, watches, connection)
    }
  }

  /// Checks that, after the writers have stopped, all rows are shown.
  private func showsTheEnd(
    _ source: CheckedSource,
    _ watches: [(TestQuery, TestSink)],
    _ connection: PostgresConnection
  ) throws {
    for (query, sink) in watches {
      let rows = try query.fresh(connection)
      #expect(sink.wait { $0 == rows }, "\(query.sql)")
    }
  }

  @Test(arguments: kinds)
  func `no result differs from a full read in the same snapshot`(kind: ChangeSourceKind) throws {
    try run(kind, refreshes: Self.refreshes)
  }

  @Test(arguments: kinds)
  func
    `no result differs for partitions, fixed-length or ICU texts, or functions in views`(
      kind: ChangeSourceKind
    ) throws
  { try run(kind, .odd, refreshes: Self.refreshes / 3) }

  @Test(arguments: kinds)
  func
    `no result differs for SQL text, views, compounds and decimal groups while the schema changes`(
      kind: ChangeSourceKind
    ) throws
  { try run(kind, .text, refreshes: Self.refreshes / 4) }

  @Test func `no result from the log differs with asynchronous commits`() throws {
    try run(.log, settings: "SET synchronous_commit = off", refreshes: Self.refreshes / 3)
  }

  /// A moment shows asynchronous commits before the stream does, so results may lack them for a
  /// while.
  @Test func `the last results show all asynchronous commits, by default without waiting`() throws {
    try run(
      settings: "SET synchronous_commit = off",
      isExactThroughout: false,
      refreshes: Self.refreshes / 3
    )
  }

  @Test func `no result differs with asynchronous commits if reads wait for everything written`()
    throws
  {
    try run(settings: "SET synchronous_commit = off", barrier: .written, refreshes: 25)
  }
}
