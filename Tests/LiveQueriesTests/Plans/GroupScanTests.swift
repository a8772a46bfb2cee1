import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Groups and partitions that no index finds, so that their rows are read by their numbers.
@Suite(.mayBlock) struct GroupScanTests {
  // MARK: Choice

  @Test(
    arguments: [
      ("SELECT list, count(*) FROM notes GROUP BY list", true),
      ("SELECT list, count(*) FROM notes WHERE id > 5 AND isDone GROUP BY list, kind", true),
      ("SELECT length(kind) AS l, max(id) FROM notes GROUP BY l HAVING max(id) > 2", true),
      ("SELECT kind, count(*) FROM done GROUP BY kind ORDER BY count(*), kind LIMIT 3", true),
      ("SELECT id, row_number() OVER (PARTITION BY list ORDER BY n, id) FROM notes", true),
      ("SELECT weight, count(DISTINCT list) FROM indexed GROUP BY weight", true),
      ("SELECT id, count(*) FROM notes GROUP BY id", false),
      ("SELECT list, count(*) FROM indexed GROUP BY list", false),
      ("SELECT list, weight, count(*) FROM indexed GROUP BY weight, list", false),
      ("SELECT weight, count(*) FROM indexed WHERE isDone = 1 GROUP BY weight", false),
      ("SELECT id, row_number() OVER (PARTITION BY list) FROM indexed", false),
      ("SELECT kind, count(*) FROM pairs GROUP BY kind", false),
      ("SELECT kind, count(*) FROM words GROUP BY kind", true),
      ("SELECT DISTINCT list FROM notes", false), ("SELECT count(*) FROM notes", false),
      ("SELECT id FROM notes", false),
    ]
  )
  func `rows are read by their numbers where the table would be scanned`(sql: String, scans: Bool)
    throws
  {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: ScanTables.schema) }
    let select = try #require(PlanQueries.statement(sql))
    let analyzed = try database.read { db in
      try PlanAnalysis.plan(select.parts, query: select.query, readFrom: select.text, db)
    }
    #expect(!analyzed.plan.isRerun)
    #expect(analyzed.scansTable == scans)
  }

  // MARK: Cost

  private static let changes = [
    "UPDATE notes SET weight = 9000 WHERE id = 70", "UPDATE notes SET list = 8 WHERE id = 70",
    "UPDATE notes SET list = NULL WHERE id = 71", "UPDATE notes SET list = 900 WHERE id = 71",
    "DELETE FROM notes WHERE id = 71",
    "INSERT INTO notes (id, list, weight) VALUES (70000, 3, -1)",
    "DELETE FROM notes WHERE id = 12; INSERT INTO notes (id, list, weight) VALUES (12, 5, 2)",
  ]

  @Test(
    arguments: [
      "SELECT visited(list) AS l, count(*), sum(weight), max(weight) FROM notes GROUP BY l",
      "SELECT visited(list) AS l, group_concat(id) FROM notes GROUP BY l HAVING count(*) > 19",
      "SELECT visited(list) AS l, min(id) FROM notes GROUP BY l ORDER BY max(weight) DESC, l LIMIT 90",
      "SELECT id, row_number() OVER (PARTITION BY visited(list) ORDER BY weight) FROM notes",
    ]
  )
  func `a change of one row visits only the rows of its groups`(sql: String) throws {
    let visits = Visits()
    let database = try DatabaseQueue()
    try database.write { db in
      db.add(function: visits.function)
      try db.execute(sql: ScanTables.schema + ScanTables.manyNotes)
    }
    let select = try #require(PlanQueries.statement(sql))
    var result = PatchedSelect(select)
    var fresh = PatchedSelect(select)
    for change in Self.changes {
      // Each plan starts without knowing how long patches take, so that the clock decides nothing.
      try database.unsafeRead { try result.start($0) }
      try database.write { try $0.execute(sql: change) }
      let touched = [70, 71, 12, 70_000].filter { change.contains("\($0)") }
      let changes = ScanTables.changes(ofNotes: touched)
      visits.reset()
      _ = try database.unsafeRead { try result.apply(changes, $0) }
      #expect(visits.count < 800, "\(change)")
      try database.unsafeRead { try fresh.start($0) }
      #expect(result.elements == fresh.elements, "\(change)")
    }
    #expect(result.patchCount > 1)
  }

  @Test func `a group with many of the rows is read with the table`() throws {
    let sql = "SELECT isDone, sum(list), count(*) FROM notes GROUP BY isDone"
    let judge = try #require(PlanQueries.text(sql))
    var plans = try WatchedPlan(ScanTables.schema + ScanTables.manyNotes, [judge])
    try plans.run("UPDATE notes SET list = 7 WHERE id = 5")
    try plans.run("UPDATE notes SET isDone = 1 WHERE id < 9")
    try plans.run("DELETE FROM notes WHERE id = 3")
    try plans.run("UPDATE notes SET isDone = NULL WHERE isDone")
    #expect(plans.patchCount == 4)
  }

  // MARK: Results

  private static let queries = [
    "SELECT kind, count(*), sum(weight), group_concat(id) FROM notes GROUP BY kind",
    """
    SELECT n, typeof(n), min(weight), max(weight), total(weight), count(DISTINCT kind) FROM notes
    WHERE isDone GROUP BY n HAVING count(*) > 1 ORDER BY count(*) DESC, n
    """,
    "SELECT upper(kind) AS k, isDone, avg(weight), max(n), id FROM notes GROUP BY k, isDone",
    "SELECT weight, group_concat(n) FROM notes GROUP BY weight ORDER BY max(id) DESC LIMIT 3",
    "SELECT kind, sum(weight), group_concat(id, '-') FROM done GROUP BY kind",
    "SELECT kind, sum(weight), max(b) FROM pairs GROUP BY kind",
    "SELECT kind, sum(weight), max(word) FROM words GROUP BY kind",
    "SELECT list, sum(weight), count(*) FROM indexed GROUP BY list",
    """
    SELECT list, count(*) AS n FROM notes GROUP BY list
    UNION ALL SELECT id, list FROM indexed ORDER BY 1, 2
    """,
  ]

  @Test(arguments: PropertySeeds.of(3))
  func `groups are patched as if they were fetched`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let judges = try Self.queries.map { try #require(PlanQueries.text($0)) }
    let start = (0..<80).map { _ in ScanTables.write(&random) }.joined(separator: ";\n")
    var plans = try WatchedPlan(ScanTables.schema + start, judges)
    for _ in 0..<150 {
      try plans.run(ScanTables.write(&random), "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    }
    for judge in plans.judges {
      #expect(judge.plan?.isRerun == false && judge.patchCount > 0, "\(judge.name)")
    }
  }
}
