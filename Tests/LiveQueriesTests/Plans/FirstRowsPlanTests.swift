import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Live queries of the first row of each group.
@Suite(.mayBlock) struct FirstRowsPlanTests {
  private static let comment = "LIVESQL_FUZZ_ROUNDS=1 LIVESQL_FUZZ_SEED="

  @Test(arguments: PropertySeeds.of(3))
  func `first rows of groups are patched as if they were fetched`(seed: UInt64) throws {
    var round = try PlanRound(seed: seed, PlanQueries.firstRows)
    let complaint = try round.run(transactionCount: 60)
    #expect(complaint == nil, "\(Self.comment)\(seed)")
    let plans: [LivePlan?] = [.firstRows, .orderedWindow]
    #expect(round.judges.allSatisfy { plans.contains($0.plan) }, "\(round.judges.map(\.plan))")
    #expect(round.judges[0].plan == .firstRows)
    #expect(round.judges[0].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `first rows are recognized in SQL text`(seed: UInt64) throws {
    let judges = try PlanQueries.firstRowTexts.map { try #require(PlanQueries.text($0)) }
    var round = try PlanRound(seed: seed, judges)
    let complaint = try round.run(transactionCount: 60)
    #expect(complaint == nil, "\(Self.comment)\(seed)")
    // A key that a collation compares is not followed.
    let plans: [LivePlan?] = [.firstRows, .rerun(.subquery)]
    #expect(plans.contains(round.judges[0].plan))
    #expect(round.judges[1].plan == .firstRows)
    #expect(round.judges[1].patchCount > 0)
  }

  @Test(arguments: PropertySeeds.of(2))
  func `other queries of numbered rows run again`(seed: UInt64) throws {
    let judges = try PlanQueries.firstRowReruns.map { try #require(PlanQueries.text($0)) }
    var round = try PlanRound(seed: seed, judges)
    let complaint = try round.run(transactionCount: 20)
    #expect(complaint == nil, "\(Self.comment)\(seed)")
    for judge in round.judges { #expect(judge.plan?.isRerun == true, "\(judge.name)") }
  }

  /// The first rows of tables with several kinds of keys and groups.
  private static let queries = [
    """
    SELECT id, kind, n FROM notes WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY kind ORDER BY weight DESC, id) AS r FROM notes
    ) WHERE r = 1)
    """,
    """
    SELECT id, n FROM notes WHERE n IS NOT 2.5 AND id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY n, list ORDER BY id DESC) AS r FROM notes
      WHERE isDone
    ) WHERE r = 1) ORDER BY weight, id LIMIT 3
    """,
    """
    SELECT a, b, weight FROM pairs WHERE (b, a) IN (SELECT b, a FROM (
      SELECT a, b, row_number() OVER (PARTITION BY kind ORDER BY weight, a, b DESC) AS r FROM pairs
    ) WHERE r = 1)
    """,
    """
    SELECT word, kind FROM words WHERE word IN (SELECT word FROM (
      SELECT word, row_number() OVER (PARTITION BY kind ORDER BY weight, word) AS r FROM words
    ) WHERE r = 1) ORDER BY word
    """,
    """
    SELECT id, list FROM indexed WHERE rowid IN (SELECT k FROM (
      SELECT rowid AS k, row_number() OVER (PARTITION BY list ORDER BY weight, rowid) AS r
      FROM indexed
    ) WHERE r = 1)
    """,
  ]

  @Test(arguments: PropertySeeds.of(3))
  func `first rows are patched whatever keys and groups are`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let judges = try Self.queries.map { try #require(PlanQueries.text($0)) }
    let start = (0..<80).map { _ in ScanTables.write(&random) }.joined(separator: ";\n")
    var plans = try WatchedPlan(ScanTables.schema + start, judges)
    for _ in 0..<150 { try plans.run(ScanTables.write(&random), "\(Self.comment)\(seed)") }
    for judge in plans.judges {
      #expect(judge.plan?.isRerun == false && judge.patchCount > 0, "\(judge.name)")
    }
  }

  @Test func `a commit looks up the first rows of the groups that it touched`() throws {
    let visits = Visits()
    let database = try DatabaseQueue()
    try database.write { db in
      db.add(function: visits.function)
      try db.execute(sql: ScanTables.schema + ScanTables.manyNotes)
      try db.execute(sql: "CREATE INDEX latest ON notes (list, weight)")
    }
    let sql = """
      SELECT id, weight FROM notes WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight DESC, id DESC) AS r
        FROM notes WHERE visited(id) > 0
      ) WHERE r = 1) ORDER BY id
      """
    let select = try #require(PlanQueries.statement(sql))
    var result = PatchedSelect(select)
    try database.unsafeRead { try result.start($0) }
    #expect(result.plan == .firstRows)
    #expect(result.elements.count == 200)
    let changes = [
      // A row that becomes the first one of its list, one that ceases to be, and one that moves.
      ("UPDATE notes SET weight = 9000 WHERE id = 205", 205, ["205, 9000.0"]),
      ("UPDATE notes SET weight = 0 WHERE id = 205", 205, ["3805, 380.5"]),
      ("DELETE FROM notes WHERE id = 3805", 3_805, ["3605, 360.5"]),
      (
        "UPDATE notes SET list = 7, weight = 9001 WHERE id = 3605", 3_605,
        ["3405, 340.5", "3605, 9001.0"]
      ),
    ]
    for (write, id, expected) in changes {
      try database.write { try $0.execute(sql: write) }
      visits.reset()
      try database.unsafeRead { db in
        _ = try result.apply(ScanTables.changes(ofNotes: [id]), db)
      }
      #expect(visits.count < 10, "\(write)")
      for row in expected { #expect(result.elements.contains(row), "\(write)") }
      #expect(result.elements.count == 200)
    }
    #expect(result.patchCount == 4)
    var fresh = PatchedSelect(select)
    try database.unsafeRead { try fresh.start($0) }
    #expect(result.elements == fresh.elements)
  }

  @Test func `a row that stays behind the first one changes nothing`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: ScanTables.schema + ScanTables.manyNotes) }
    let sql = """
      SELECT id FROM notes WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight, id) AS r FROM notes
      ) WHERE r = 1)
      """
    var result = PatchedSelect(try #require(PlanQueries.statement(sql)))
    try database.unsafeRead { try result.start($0) }
    try database.write { try $0.execute(sql: "UPDATE notes SET weight = 50000 WHERE id = 999") }
    let difference = try database.unsafeRead { db in
      try result.apply(ScanTables.changes(ofNotes: [999]), db)
    }
    #expect(difference == nil)
  }

  @Test func `a change of a row that later conditions exclude is not filtered out`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: PlanSchema.sql(collation: "BINARY", isUnique: false))
    }
    let select = DecodableSelect(
      Item.where(\.isDone).first(ofEach: \.list) { $0.weight }.where { $0.list.eq(2) }
    )
    let analyzed = try database.read { db in
      try PlanAnalysis.plan(select.parts, query: select.query, db)
    }
    #expect(analyzed.plan == .firstRows)
    #expect(analyzed.filters["items"]?.debugDescription == "isDone IS TRUE")
    #expect(analyzed.plan.description == "first rows of touched groups")
  }
}
