import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Groups and partitions that no index finds, so that their rows are read by their numbers.
@Suite(.mayBlock) struct GroupScanTests {
  private static let schema = """
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY, kind TEXT COLLATE NOCASE, list INTEGER, weight REAL, n, isDone BOOLEAN
    );
    CREATE TABLE indexed (id INTEGER PRIMARY KEY, list INTEGER, weight REAL, isDone BOOLEAN);
    CREATE INDEX byList ON indexed (list);
    CREATE INDEX byDone ON indexed (isDone);
    CREATE TABLE pairs (
      a TEXT, b INTEGER, kind TEXT COLLATE NOCASE, weight REAL, PRIMARY KEY (a, b)
    ) WITHOUT ROWID;
    CREATE TABLE words (word TEXT PRIMARY KEY, kind TEXT COLLATE NOCASE, weight REAL);
    CREATE VIEW done AS SELECT id, kind, weight FROM notes WHERE isDone;
    """

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
    try database.write { try $0.execute(sql: Self.schema) }
    let select = try #require(PlanQueries.statement(sql))
    let analyzed = try database.read { db in
      try PlanAnalysis.plan(select.parts, query: select.query, readFrom: select.text, db)
    }
    #expect(!analyzed.plan.isRerun)
    #expect(analyzed.scansTable == scans)
  }

  // MARK: Cost

  /// The number of calls of a function.
  ///
  /// State: the number, in an atomic.
  private final class Visits: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func reset() { number.store(0, ordering: .relaxed) }

    /// A function that returns its argument, and is called for each row that a statement visits.
    var function: DatabaseFunction {
      DatabaseFunction("visited", argumentCount: 1, pure: true) { arguments in
        self.number.add(1, ordering: .relaxed)
        return arguments[0]
      }
    }
  }

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
      try db.execute(
        sql: Self.schema + """
          WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 4000)
          INSERT INTO notes (id, list, weight) SELECT n, n % 200, n * 0.1 FROM i;
          """
      )
    }
    let select = try #require(PlanQueries.statement(sql))
    var result = PatchedSelect(select)
    var fresh = PatchedSelect(select)
    try database.unsafeRead { try result.start($0) }
    for change in Self.changes {
      try database.write { try $0.execute(sql: change) }
      let keys: [RowKey] = [.rowID(70), .rowID(71), .rowID(12), .rowID(70000)]
      let touched = keys.filter { key in
        if case .rowID(let id) = key { change.contains("\(id)") } else { false }
      }
      let changes = ChangeSet(
        number: 1,
        origin: .thisProcess,
        tables: ["notes": .rows(touched.map { Change(key: $0, old: .unknown, new: .unknown) })]
      )
      visits.reset()
      _ = try database.unsafeRead { try result.apply(changes, $0) }
      #expect(visits.count < 800, "\(change)")
      try database.unsafeRead { try fresh.start($0) }
      #expect(result.elements == fresh.elements, "\(change)")
    }
    #expect(result.patchCount > 1)
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
  ]

  private static func write(_ random: inout SeededGenerator) -> String {
    let kind = random.pick(["'a'", "'A'", "'b'", "'B'", "'b '", "NULL", "'c'"])
    let n = random.pick(["1", "1.0", "'1'", "NULL", "2.5", "-0.0", "0", "0.0", "x'31'"])
    let weight = random.pick(["0.1", "1e16", "-1e16", "0.3", "1", "NULL"])
    let id = Int.random(in: 1...60, using: &random)
    let other = Int.random(in: 2...9, using: &random)
    let isDone = random.pick(["0", "1"])
    let values = "\(kind), \(id % 5), \(weight), \(n), \(isDone)"
    return random.pick([
      "INSERT OR REPLACE INTO notes VALUES (\(id), \(values))",
      "DELETE FROM notes WHERE id = \(id); INSERT INTO notes VALUES (\(id), \(values))",
      "INSERT INTO notes VALUES (NULL, \(values)), (NULL, \(values))",
      "UPDATE notes SET kind = \(kind) WHERE id % \(other) = 1",
      "UPDATE notes SET n = \(n), weight = \(weight) WHERE id = \(id)",
      "UPDATE notes SET isDone = \(isDone) WHERE id BETWEEN \(id) AND \(id + 3)",
      "UPDATE OR REPLACE notes SET id = -id WHERE id IN (\(id), \(id + 1))",
      "DELETE FROM notes WHERE kind IS \(kind) AND id % 2",
      "DELETE FROM notes WHERE n IS \(n)",
      "INSERT OR REPLACE INTO pairs VALUES (\(other), \(id % 4), \(kind), \(weight))",
      "DELETE FROM pairs WHERE kind IS \(kind)",
      "INSERT OR REPLACE INTO words VALUES (\(kind) || \(id % 9), \(kind), \(weight))",
      "UPDATE OR REPLACE words SET word = word || 'x' WHERE weight > 1",
      "DELETE FROM words WHERE kind IS \(kind)",
      "INSERT OR REPLACE INTO indexed VALUES (\(id), \(other), \(weight), \(isDone))",
      "UPDATE indexed SET list = \(other) WHERE list = \(other - 1)",
    ])
  }

  @Test(arguments: PropertySeeds.of(3))
  func `groups are patched as if they were fetched`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let judges = try Self.queries.map { try #require(PlanQueries.text($0)) }
    let start = (0..<80).map { _ in Self.write(&random) }.joined(separator: ";\n")
    var plans = try WatchedPlan(Self.schema + start, judges)
    for _ in 0..<150 {
      try plans.run(Self.write(&random), "LIVESQL_FUZZ_SEED=\(seed) LIVESQL_FUZZ_ROUNDS=1")
    }
    for judge in plans.judges {
      #expect(judge.plan?.isRerun == false && judge.patchCount > 0, "\(judge.name)")
    }
  }
}
