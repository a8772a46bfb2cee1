import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Groups whose rows are computed from running totals.
@Suite(.mayBlock) struct GroupTotalsTests {
  // MARK: Choice

  @Test(
    arguments: [
      ("SELECT list, count(*) FROM notes GROUP BY list", true),
      ("SELECT count(*), list + 1 FROM notes GROUP BY list + 1", true),
      ("SELECT list, sum(id), avg(id) + 1, max(n) FROM notes WHERE isDone GROUP BY list", true),
      ("SELECT list, count(n) FILTER (WHERE isDone) FROM notes GROUP BY list", true),
      ("SELECT list, n, min(id) FROM notes GROUP BY list, n HAVING count(*) > 2", true),
      ("SELECT list FROM notes GROUP BY list ORDER BY max(id) DESC, list LIMIT 3", true),
      // A row of the group decides.
      ("SELECT list, id, count(*) FROM notes GROUP BY list", false),
      ("SELECT list, weight FROM notes GROUP BY list", false),
      ("SELECT list, count(*) FROM notes GROUP BY list ORDER BY weight", false),
      // A computed value has neither the column's affinity nor its collation.
      ("SELECT list = '1', count(*) FROM notes GROUP BY list", false),
      ("SELECT list, count(*) FROM notes GROUP BY list HAVING list > '1'", false),
      // Equal texts may be written in several ways.
      ("SELECT kind, count(*) FROM notes GROUP BY kind", false),
      ("SELECT list, count(DISTINCT n) FROM notes GROUP BY list", false),
      ("SELECT list, group_concat(id) FROM notes GROUP BY list", false),
      ("SELECT list, max(id, n) FROM notes GROUP BY list", false),
      // An index finds the rows.
      ("SELECT list, count(*) FROM indexed GROUP BY list", false),
    ]
  )
  func `rows are computed if they depend on totals alone`(sql: String, isComputed: Bool) throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: ScanTables.schema) }
    let select = try #require(PlanQueries.statement(sql))
    let analyzed = try database.read { db in
      try PlanAnalysis.plan(select.parts, query: select.query, readFrom: select.text, db)
    }
    #expect(!analyzed.plan.isRerun)
    let found = if case .computedGroups = analyzed.selectPlan { true } else { false }
    #expect(found == isComputed)
  }

  // MARK: Cost

  private static let changes: [(sql: String, id: Int, visits: Int)] = [
    ("UPDATE notes SET n = 9000 WHERE id = 70", 70, 1),
    ("UPDATE notes SET list = 8 WHERE id = 70", 70, 1),
    ("UPDATE notes SET list = 900 WHERE id = 71", 71, 1),
    ("DELETE FROM notes WHERE id = 71", 71, 0),
    ("INSERT INTO notes (id, list, n) VALUES (70000, 3, -1)", 70_000, 1),
    ("UPDATE notes SET n = -2 WHERE id = 70000", 70_000, 1),
    ("DELETE FROM notes WHERE id = 70000", 70_000, 0),
  ]

  @Test(
    arguments: [
      "SELECT visited(list) AS l, count(*), sum(n), max(n) FROM notes GROUP BY l",
      "SELECT visited(list) AS l, min(n) FROM notes GROUP BY l ORDER BY max(n) DESC, l LIMIT 90",
      "SELECT visited(list) AS l, avg(n) FROM notes GROUP BY l HAVING count(*) > 19",
    ]
  )
  func `a change of one row visits only that row`(sql: String) throws {
    let visits = Visits()
    let database = try DatabaseQueue()
    try database.write { db in
      db.add(function: visits.function)
      try db.execute(sql: ScanTables.schema + ScanTables.manyNotes + "UPDATE notes SET n = id")
    }
    let select = try #require(PlanQueries.statement(sql))
    var result = PatchedSelect(select)
    var fresh = PatchedSelect(select)
    for change in Self.changes {
      // Each plan starts without knowing how long patches take, so that the clock decides nothing.
      try database.unsafeRead { try result.start($0) }
      try database.write { try $0.execute(sql: change.sql) }
      visits.reset()
      _ = try database.unsafeRead { db in
        try result.apply(ScanTables.changes(ofNotes: [change.id]), db)
      }
      #expect(visits.count == change.visits, "\(change.sql)")
      try database.unsafeRead { try fresh.start($0) }
      #expect(result.elements == fresh.elements, "\(change.sql)")
    }
    #expect(result.patchCount > 1)
  }

  // MARK: Results

  private static let queries = [
    "SELECT list, count(*) FROM notes GROUP BY list",
    "SELECT list, count(n), sum(n), total(n), avg(n), min(n), max(n) FROM notes GROUP BY list",
    "SELECT list, n, count(*), max(id) FROM notes GROUP BY list, n",
    "SELECT isDone, min(id), max(id), sum(id) FROM notes WHERE list > 1 GROUP BY isDone",
    """
    SELECT list + 0 AS l, sum(id) FILTER (WHERE isDone) AS s, max(id) - min(id) FROM notes
    GROUP BY l HAVING count(*) > 1 AND max(id) > 7 ORDER BY s DESC, l LIMIT 3
    """,
    "SELECT list, max(weight), sum(length(kind)) FROM notes GROUP BY list ORDER BY count(*), list",
    "SELECT list, max(id * 1000000000000), sum(id * 1000000000000) FROM notes GROUP BY list",
  ]

  @Test(arguments: PropertySeeds.of(3))
  func `computed groups are as if they were fetched`(seed: UInt64) throws {
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

  @Test func `a group that shows a real is read from then on`() throws {
    let judge = try #require(PlanQueries.text("SELECT n, count(*), max(id) FROM notes GROUP BY n"))
    var plans = try WatchedPlan(ScanTables.schema, [judge])
    try plans.run("INSERT INTO notes (id, n) VALUES (1, 1), (2, 2), (3, 3), (4, 4)")
    try plans.run("INSERT INTO notes (id, n) VALUES (-1, 1.0)")
    try plans.run("DELETE FROM notes WHERE id = 1")
    try plans.run("UPDATE notes SET n = 1 WHERE id = 4")
  }
}
