import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Window functions whose partitions are read again by the numbers of their rows, or by values.
@Suite(.mayBlock) struct PartitionScanTests {
  private static let sql = """
    SELECT id, row_number() OVER (PARTITION BY visited(list) ORDER BY weight, id), sum(weight)
      OVER (PARTITION BY visited(list) ORDER BY id) FROM notes
    """

  @Test func `many rows of one commit visit only the rows of their partitions`() throws {
    let visits = Visits()
    let database = try DatabaseQueue()
    try database.write { db in
      db.add(function: visits.function)
      try db.execute(sql: ScanTables.schema + ScanTables.manyNotes)
    }
    let select = try #require(PlanQueries.statement(Self.sql))
    var result = PatchedSelect(select)
    var fresh = PatchedSelect(select)
    for first in [1, 500, 199, 3_990] {
      // The plan starts without knowing how long patches take, so that the clock decides nothing.
      try database.unsafeRead { try result.start($0) }
      let weight = first % 2 == 0 ? -1 : 90_000
      try database.write { db in
        try db.execute(
          sql: "UPDATE notes SET weight = \(weight) WHERE id BETWEEN \(first) AND \(first + 9)"
        )
      }
      visits.reset()
      let changes = ScanTables.changes(ofNotes: Array(first...first + 9))
      let difference = try database.unsafeRead { try result.apply(changes, $0) }
      // There are 200 rows in ten partitions, and each partition is read once.
      #expect(visits.count < 4_000)
      #expect((difference?.updated.count ?? 0) > 10)
      try database.unsafeRead { try fresh.start($0) }
      #expect(result.elements == fresh.elements)
    }
    #expect(result.plan == .partitions)
    #expect(result.patchCount == 4)
  }

  @Test func `rows that stay in their places are updated where they are`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: ScanTables.schema + ScanTables.manyNotes) }
    let sql = "SELECT id, max(weight) OVER (PARTITION BY list) FROM notes ORDER BY id DESC"
    var result = PatchedSelect(try #require(PlanQueries.statement(sql)))
    try database.unsafeRead { try result.start($0) }
    try database.write { try $0.execute(sql: "UPDATE notes SET weight = 9000 WHERE id = 205") }
    let difference = try database.unsafeRead { db in
      try result.apply(ScanTables.changes(ofNotes: [205]), db)
    }
    #expect(difference?.updated.map(\.newIndex) == (0..<20).map { 195 + $0 * 200 })
    #expect(difference?.counts.total == 20)
    #expect(result.elements[195] == "3805, 9000.0")
    // The maximum of the partition is another one now, but no value that is shown changes.
    try database.write { try $0.execute(sql: "UPDATE notes SET weight = 1 WHERE id = 405") }
    let none = try database.unsafeRead { db in
      try result.apply(ScanTables.changes(ofNotes: [405]), db)
    }
    #expect(none == nil)
    #expect(result.patchCount == 1)
  }

  @Test func `commits after one that touched all partitions are patched rightly`() throws {
    let sql = "SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight, id) FROM notes"
    let judge = try #require(PlanQueries.text(sql))
    var plans = try WatchedPlan(ScanTables.schema + ScanTables.manyNotes, [judge])
    for change in [
      "UPDATE notes SET weight = -weight WHERE id <= 400",
      "UPDATE notes SET list = 3 WHERE id = 77",
      "UPDATE notes SET list = list + 1 WHERE id <= 400", "DELETE FROM notes WHERE id = 78",
      "UPDATE notes SET weight = 1", "INSERT INTO notes (id, list) VALUES (-1, 4), (9000, 1000)",
    ] {
      try plans.run(change)
    }
  }

  private static let queries = [
    """
    SELECT id, kind, row_number() OVER (PARTITION BY kind ORDER BY weight),
      rank() OVER (PARTITION BY kind ORDER BY n) FROM notes
    """,
    """
    SELECT id, sum(weight) OVER (PARTITION BY list ORDER BY id ROWS 2 PRECEDING), n
    FROM notes WHERE isDone ORDER BY n, id
    """,
    """
    SELECT id, lag(id) OVER (PARTITION BY list, kind ORDER BY id DESC) FROM notes
    ORDER BY list, weight DESC, id LIMIT 7 OFFSET 2
    """,
    "SELECT id, group_concat(n) OVER (PARTITION BY n ORDER BY id) FROM notes",
    "SELECT id, max(weight) OVER (PARTITION BY kind) FROM done ORDER BY kind",
    "SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) FROM indexed",
    "SELECT a, b, count(*) OVER (PARTITION BY kind) FROM pairs",
    "SELECT word, first_value(word) OVER (PARTITION BY kind ORDER BY word) FROM words",
  ]

  /// A compound statement reads its partitions in the same way.
  private static let compound = """
    SELECT id, count(*) OVER (PARTITION BY kind) AS n FROM notes
    UNION ALL SELECT id, list FROM indexed ORDER BY 1, 2
    """

  @Test(arguments: PropertySeeds.of(3))
  func `partitions are patched as if they were fetched`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let judges = try (Self.queries + [Self.compound]).map { try #require(PlanQueries.text($0)) }
    let start = (0..<80).map { _ in ScanTables.write(&random) }.joined(separator: ";\n")
    var plans = try WatchedPlan(ScanTables.schema + start, judges)
    for _ in 0..<150 {
      try plans.run(ScanTables.write(&random), "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    }
    for judge in plans.judges.dropLast() {
      #expect(judge.plan?.isRerun == false && judge.patchCount > 0, "\(judge.name)")
    }
  }
}
