import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Hundreds of live queries, each for some rows of one table, while writers move rows between them.
@Suite(.requiresPostgres, .serialized, .timeLimit(.hang)) struct FilteredResultTests {
  private static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Returns a query for some rows, chosen by a number.
  private static func query(_ number: Int, _ random: inout SeededGenerator) -> TestQuery {
    let list = Int64.random(in: 1...8, using: &random)
    let value = Int64.random(in: 0...55, using: &random)
    let ofList: QueryFragment = "(\"item\".\"list\") = (\(QueryBinding.int(list)))"
    func items(
      _ columns: [String],
      _ filters: [QueryFragment],
      groupBy groups: [String] = [],
      orderBy order: [String] = [],
      limit: Int? = nil,
      isDistinct: Bool = false,
      sameAs sql: String
    ) -> TestQuery {
      TestQuery(
        columns,
        from: "\"item\"",
        tables: [(.first, "item")],
        filters: filters,
        groupBy: groups,
        orderBy: order,
        limit: limit,
        isDistinct: isDistinct,
        sameAs: "SELECT \(columns.joined(separator: ", ")) FROM item WHERE " + sql
      )
    }
    switch number % 13 {
    case 0:
      return items(
        ["item.id", "item.title", "item.value"],
        [ofList],
        sameAs: "list = \(list) ORDER BY id"
      )
    case 1:
      let range: QueryFragment =
        "(\"item\".\"value\") BETWEEN (\(QueryBinding.int(value))) AND (\(QueryBinding.int(value + 3)))"
      return items(
        ["item.id", "item.value"],
        [range],
        orderBy: ["item.value DESC"],
        sameAs: "value BETWEEN \(value) AND \(value + 3) ORDER BY value DESC, id"
      )
    case 2:
      return items(
        ["item.id", "item.value"],
        [ofList],
        orderBy: ["item.value"],
        limit: 3,
        sameAs: "list = \(list) ORDER BY value, id LIMIT 3"
      )
    case 3:
      let title: QueryFragment = "(\"item\".\"title\") = (\(QueryBinding.text("Ä\(value)")))"
      return items(["item.id", "item.list"], [title], sameAs: "title = 'Ä\(value)' ORDER BY id")
    case 4: return items(["count(*)"], [ofList], sameAs: "list = \(list)")
    case 5:
      return items(
        ["item.value", "count(*)"],
        [ofList],
        groupBy: ["item.value"],
        sameAs: "list = \(list) GROUP BY value ORDER BY value"
      )
    case 6:
      let id = Int64.random(in: 1...320, using: &random)
      return items(
        ["item.id", "item.value"],
        ["(\"item\".\"id\") = (\(QueryBinding.int(id)))"],
        sameAs: "id = \(id)"
      )
    case 7:
      return TestQuery(
        ["item.id", "part.code", "part.size"],
        from: "\"item\" JOIN \"part\" ON ((\"part\".\"item\") = (\"item\".\"id\"))",
        tables: [(.first, "item"), (.inner, "part")],
        filters: [ofList],
        sameAs: """
          SELECT item.id, part.code, part.size FROM item JOIN part ON part.item = item.id
          WHERE item.list = \(list) ORDER BY item.id, part.item, part.code COLLATE "C"
          """
      )
    case 8:
      let filters: [QueryFragment] = [
        "(\"item\".\"list\") IS NULL", "(\"item\".\"value\") > (\(QueryBinding.int(value)))",
      ]
      return items(
        ["item.id", "item.value"],
        filters,
        sameAs: "list IS NULL AND value > \(value) ORDER BY id"
      )
    case 9:
      return items(
        ["item.title"],
        [ofList],
        isDistinct: true,
        sameAs: "list = \(list) GROUP BY title ORDER BY title COLLATE \"C\" NULLS FIRST"
      )
    case 10:
      return items(
        ["item.id", "item.value"],
        ["(\"item\".\"value\") <= (\(QueryBinding.int(value)))", ofList],
        orderBy: ["item.value DESC"],
        limit: 4,
        sameAs: "value <= \(value) AND list = \(list) ORDER BY value DESC, id LIMIT 4"
      )
    case 11:
      // The subquery reads another table and decides on all rows.
      return items(
        ["item.id", "item.value"],
        [ofList, "(\"item\".\"value\") > (SELECT 5 * count(*) FROM \"list\")"],
        sameAs: "list = \(list) AND value > (SELECT 5 * count(*) FROM list) ORDER BY id"
      )
    default:
      return items(["max(item.value)", "count(*)"], [ofList], sameAs: "list = \(list)")
    }
  }

  private func run(settings: String = "", barrier: MomentBarrier = .flushed, refreshes: Int) throws
  {
    let seed = UInt64(Self.environment("LIVESQL_FUZZ_SEED") ?? 1)
    let count = Self.environment("LIVESQL_POSTGRES_QUERIES") ?? 240
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: ShopWriters.schema)
    let source = CheckedSource(
      ChangeSourceKind.stream.source(scratch.configuration, barrier: barrier)
    )
    defer { source.base.close() }
    let engine = LiveQueryEngine<CheckedSource>(EagerQueue())
    var random = SeededGenerator(seed: seed)
    let watches = (0..<count).map { number in
      let (query, sink) = (Self.query(number, &random), TestSink())
      source.watch(query, sink)
      return (query, sink, engine.subscribe(query.request, in: source, sink))
    }
    for (query, sink, _) in watches {
      #expect(sink.wait { _ in true }, "\(query.sql): \(sink.errors)")
    }
    let writers = ShopWriters(scratch.configuration, seed: seed, settings: settings, isMoving: true)
    source.wait(refreshes: refreshes)
    writers.stop()
    for (query, sink, subscription) in watches {
      #expect(subscription.plan?.isRerun == false, "\(query.sql)")
      #expect(sink.errors.isEmpty, "\(query.sql): \(sink.errors)")
    }
    #expect(source.complaints == [])
    #expect(source.reports == [])
    for (query, sink, _) in watches {
      let rows = try query.fresh(connection)
      #expect(sink.wait { $0 == rows }, "\(query.sql)")
    }
    let statistics = engine.statistics
    let reads = statistics.reduce(0) { $0 + $1.patchCount + $1.runCount }
    #expect(statistics.allSatisfy { $0.failedPatchCount == 0 })
    print(
      """
      \(source.refreshCount) refreshes of \(count) filtered live queries beside 8 writers, seed \(seed): \(reads) readings, \
      \(source.base.reportedCount) change sets, \(source.hiddenCount) times one was told that was not visible yet, \
      \(writers.failureCount) transactions failed.
      """
    )
  }

  @Test
  func `no result differs from a full read, although most commits touch few queries`()
    throws
  {
    try run(refreshes: Self.environment("LIVESQL_POSTGRES_REFRESHES") ?? TestRounds.scaled(20))
  }

  @Test func `no result differs with asynchronous commits`() throws {
    try run(
      settings: "SET synchronous_commit = off",
      barrier: .written,
      refreshes: (Self.environment("LIVESQL_POSTGRES_REFRESHES") ?? TestRounds.scaled(20)) / 2
    )
  }
}
