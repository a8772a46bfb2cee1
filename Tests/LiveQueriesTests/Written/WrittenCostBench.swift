import LiveSQL
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import Synchronization
import Testing

/// A counter of the instructions that SQLite's virtual machine runs for a database.
///
/// State: an atomic number.
final class StepCounter: Sendable {
  /// The hook is called once for so many instructions.
  private static let stride = 8

  private let count = Atomic<Int>(0)

  /// The number of instructions so far.
  var steps: Int { count.load(ordering: .relaxed) }

  /// Counts the instructions of a connection, from now on.
  func install(in db: Database) throws {
    try db.direct { connection in
      try connection.setProgressHook(every: Self.stride) { [self] in
        count.wrappingAdd(Self.stride, ordering: .relaxed)
        return .proceed
      }
    }
  }
}

/// The costs of a live query on a database of a certain size, in counts.
struct WrittenCost: Sendable {
  /// What running the statement takes.
  var fresh = 0
  /// What the first result takes.
  var start = 0
  /// What following single changes takes, together.
  var changes = 0
  /// The number of times that the live query was read to follow them.
  var readCount = 0

  /// Returns what grows faster than it may when the tables double.
  ///
  /// Running a statement again may be quadratic; then patching may be, too. Changes may also take
  /// as much as running it again for each: from a certain size on, a plan may do that.
  ///
  /// - Parameters:
  ///   - floor: An amount that is added to each count, so that small ones do not matter.
  ///   - unit: What is counted.
  func complaint(doubled: WrittenCost, floor: Int, unit: String) -> String? {
    let allowed = max(3, growth(fresh, doubled.fresh, floor) * 1.25)
    func complaint(_ name: String, _ one: Int, _ two: Int) -> String {
      "\(name) takes \(one) \(unit), and \(two) on tables twice as large; "
        + "running it again takes \(fresh) and \(doubled.fresh)"
    }
    if growth(start, doubled.start, floor) > allowed {
      return complaint("the first result", start, doubled.start)
    }
    let isAsOftenRun = doubled.changes <= doubled.readCount * doubled.fresh * 5 / 4
    guard !isAsOftenRun, growth(changes, doubled.changes, floor) > allowed else { return nil }
    return complaint("following changes", changes, doubled.changes)
  }

  private func growth(_ one: Int, _ two: Int, _ floor: Int) -> Double {
    Double(max(0, two) + floor) / Double(max(0, one) + floor)
  }
}

/// A database with tables of a certain size.
struct WrittenCostBench {
  private let bench: WrittenBench
  private let counter = StepCounter()
  private var database: any DatabaseWriter { bench.here }

  /// Creates a database.
  ///
  /// - Parameter rowCount: The number of rows of the largest tables.
  init(rowCount: Int) throws {
    var random = SeededGenerator(seed: 1)
    let layout = WrittenLayout(plain: &random)
    bench = try WrittenBench(layout) { [counter] db in
      // As it is by default. Here, no text is equal to another by its collation alone.
      try db.execute(sql: "PRAGMA automatic_index = ON")
      try counter.install(in: db)
    }
    try bench.here.write { db in
      for sql in Self.filling(rowCount) { try db.execute(sql: sql) }
    }
  }

  /// Returns the statements that fill the tables: each row is linked to about ten others.
  private static func filling(_ rowCount: Int) -> [String] {
    let (few, count) = (rowCount / 10, rowCount)
    return [
      "list SELECT i, 'list ' || i, i, i FROM c WHERE i <= \(few)",
      """
      item (id, t, n, big, low, r, d, list, mixed) SELECT
      i, 't' || i, i, 1, i, i + 0.5, '{"a":' || i || '}', 1 + i % \(few), i FROM c
      """,
      "o SELECT i, 1 + i % \(few), i % 50 FROM c", "cu SELECT i, 'c' || i FROM c WHERE i <= \(few)",
      "tag SELECT i, 'x' FROM c", "tag SELECT i, 'y' FROM c", "word SELECT 't' || i, i, i FROM c",
      "\"order\" SELECT i, 's' || i, i, 'x' FROM c",
      "tree SELECT i, nullif(i / 2, 0), i FROM c", "loose SELECT 'b' || i, i / 10 FROM c",
      "odd SELECT 'r' || i, i, i FROM c", "log SELECT i, 'n', i % \(few) FROM c",
      "hay (rowid, t) SELECT i, 'alpha' FROM c", "third.mark SELECT i + 10, i, i % 10 FROM c",
      "extra.note SELECT i + 10, 'b' || i, i FROM c", "temp.pick SELECT i + 10, 'w' FROM c",
      "extra.cu SELECT i + 10, 'e' || i FROM c WHERE i <= \(few)",
    ].map { values in
      let parts = values.split(separator: " SELECT", maxSplits: 1)
      return """
        INSERT INTO \(parts[0]) WITH RECURSIVE c(i) AS (
          SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(count)
        ) SELECT \(parts[1])
        """
    }
  }

  /// Changes of single rows, of which each shape reads some.
  private static let changes = [
    "UPDATE item SET n = n + 3 WHERE id = 5", "UPDATE item SET t = t || 'x' WHERE id = 6",
    "UPDATE item SET list = 2 WHERE id = 7", "UPDATE item SET mixed = -1, big = 2 WHERE id = 8",
    "UPDATE item SET d = '{\"a\":3}', r = -0.5, low = -7 WHERE id = 9",
    "DELETE FROM item WHERE id = 11", "INSERT INTO item (id, t, n, list) VALUES (11, 'u', 4, 1)",
    "UPDATE list SET name = name || 'x', cid = 3 WHERE id = 3",
    "UPDATE o SET cid = 3, amount = 1 WHERE id = 5",
    "UPDATE cu SET name = name || 'x' WHERE cid = 3",
    "INSERT INTO tag VALUES (5, 'z')", "DELETE FROM tag WHERE id = 5 AND tag = 'z'",
    "UPDATE word SET v = v + 1 WHERE k = 't5'",
    "UPDATE tree SET parent = 1, w = w + 1 WHERE id = 9",
    "UPDATE \"order\" SET \"select\" = 'x', \"from\" = 4 WHERE \"group\" = 5",
    "UPDATE loose SET number = 3 WHERE oid = 5", "UPDATE odd SET oid = 7, v = 2 WHERE _rowid_ = 5",
    "UPDATE log SET item = 3 WHERE id = 5", "DELETE FROM hay WHERE rowid = 5",
    "UPDATE extra.note SET item = 4 WHERE id = 15", "UPDATE third.mark SET w = 3 WHERE id = 15",
    "UPDATE temp.pick SET why = 'v' WHERE id = 15",
  ]
}

// MARK: - Measuring

extension WrittenCostBench {
  /// Counts the instructions for a statement.
  func steps(of sql: String) async throws -> WrittenCost {
    let request = SQLRequest<Row>(sql: sql)
    var cost = WrittenCost()
    // The first time, statements are compiled, and what is found out about tables is kept.
    for _ in 1...2 {
      await until { database.liveQueryStatistics.isEmpty }
      cost = WrittenCost()
      try await add(to: &cost.fresh) { _ = try await rows(request).count }
      let before = counter.steps
      let property = try await started(request)
      let startCount = readCount
      cost.start = (counter.steps - before) / max(1, startCount)
      for change in Self.changes {
        try await add(to: &cost.changes) { try await follow(change) }
      }
      cost.readCount = readCount - startCount
      if let error = property.loadError { throw error }
    }
    return cost
  }

  /// Starts a live query, and returns once it has its first result.
  ///
  /// Waiting for it reads nothing, while loading it would start it once more.
  ///
  /// - Throws: The error of the query.
  private func started(_ request: SQLRequest<Row>) async throws -> FetchAll<Row> {
    let property = FetchAll(request, database: database, delivery: .immediate)
    try await database.liveQueriesCaughtUp()
    if let error = property.loadError { throw error }
    return property
  }

  /// The number of times that live queries were read: once for a first result, unless a check for
  /// commits of others has them read again.
  private var readCount: Int {
    database.liveQueryStatistics.reduce(0) { $0 + $1.runCount + $1.patchCount }
  }

  /// Commits a change, and waits until live queries show it.
  private func follow(_ change: String) async throws {
    try await database.write { try $0.execute(sql: change) }
    try await database.liveQueriesCaughtUp()
  }

  private func rows(_ request: SQLRequest<Row>) async throws -> [Row] {
    try await database.read { try request.fetchAll($0) }
  }

  private func add(to sum: inout Int, _ work: () async throws -> Void) async throws {
    let before = counter.steps
    try await work()
    sum += counter.steps - before
  }

  /// Counts the bytes that are held for a statement: by its rows, by a live query once it has its
  /// first result, and by the live query after all changes.
  ///
  /// - Throws: A ``FuzzTrouble`` if the system does not count them.
  func bytes(of sql: String) async throws -> WrittenCost {
    let request = SQLRequest<Row>(sql: sql)
    var cost = WrittenCost()
    for _ in 1...2 {
      await until { database.liveQueryStatistics.isEmpty }
      let before = try heldBytes()
      let rows = try await rows(request)
      cost.fresh = try heldBytes() - before
      let property = try await started(request)
      let first = try heldBytes()
      for change in Self.changes { try await follow(change) }
      if let error = property.loadError { throw error }
      let changed = try heldBytes()
      // The rows, which are held besides, and all that the live query holds.
      withExtendedLifetime((rows, property)) {
        cost.start = first - before - cost.fresh
        cost.changes = changed - before - cost.fresh
      }
    }
    return cost
  }

  private func heldBytes() throws -> Int {
    guard let bytes = ProcessLevel.currentHeapBytes() else {
      throw FuzzTrouble("The C library does not count bytes.")
    }
    return bytes
  }
}
