import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests that counts and limits of a caller are limits, whatever their numbers, and never trap.
@Suite(.mayBlock, .timeLimit(.hang)) struct ExtremeCountTests {
  static let integers = [Int.min, .min + 1, -1, 0, 1, 2, 1 << 31, .max - 1, .max]

  @Test(arguments: integers)
  func `a history keeps as many steps as its limit says`(count: Int) throws {
    let limit = UndoHistory.Limit(stepCount: count)
    let (database, history) = try openedWithHistory(itemSchema, limit: limit)
    for id in 1...3 { try writeSQL(database, "INSERT INTO item VALUES (\(id), 'n\(id)', 1)") }
    #expect(history.undoCount == min(max(count, 0), 3))
    while try history.undo() != nil {}
    #expect(history.redoCount == min(max(count, 0), 3))
    while try history.redo() != nil {}
    let rows = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") }
    #expect(rows == 3)
  }

  @Test(arguments: integers)
  func `a history keeps as many bytes as its limit says`(count: Int) throws {
    let limit = UndoHistory.Limit(byteCount: count)
    let (database, history) = try openedWithHistory(itemSchema, limit: limit)
    for id in 1...3 { try writeSQL(database, "INSERT INTO item VALUES (\(id), 'n\(id)', 1)") }
    #expect(history.undoCount == (count > 1_000 ? 3 : 0))
  }

  @Test(arguments: [Int.min, -1, 0, 1, 3, .max])
  func `a snapshot opens a number of readers that it can`(count: Int) throws {
    let scratch = try ScratchDirectory()
    var configuration = Configuration()
    configuration.maximumReaderCount = count
    let path = scratch.path(of: "test.db")
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.write { try $0.execute(sql: "CREATE TABLE t (n); INSERT INTO t VALUES (1)") }
    let snapshot = try pool.makeSnapshotPool()
    try pool.write { try $0.execute(sql: "DELETE FROM t") }
    #expect(try snapshot.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test(arguments: integers, integers)
  func `the progress of a backup accepts every number`(remaining: Int, total: Int) {
    let progress = DatabaseBackupProgress(remainingPageCount: remaining, totalPageCount: total)
    _ = progress.completedPageCount
    #expect(progress.isCompleted == (remaining == 0))
  }

  @Test(arguments: integers)
  func `a cursor's elements are collected with any capacity, prefix and suffix`(count: Int) throws {
    let database = try DatabaseQueue()
    try database.read { db in
      func cursor() throws -> some Cursor<Int> {
        try Int.fetchCursor(db, sql: "VALUES (1), (2), (3)")
      }
      let array = try Array(cursor(), minimumCapacity: count)
      #expect(array == [1, 2, 3])
      let set = try Set(cursor(), minimumCapacity: count)
      #expect(set == [1, 2, 3])
      let shown = min(max(count, 0), 3)
      #expect(try Array(cursor().prefix(count)) == Array([1, 2, 3].prefix(shown)))
      #expect(try Array(cursor().dropFirst(count)) == Array([1, 2, 3].dropFirst(shown)))
      #expect(try cursor().suffix(count) == Array([1, 2, 3].suffix(shown)))
      #expect(try cursor().dropLast(count) == Array([1, 2, 3].dropLast(shown)))
    }
  }

  @Test(arguments: integers)
  func `violated foreign keys are found up to any number`(limit: Int) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (parent REFERENCES parent);
          INSERT INTO child VALUES (1), (2), (3)
          """
      )
      #expect(try db.foreignKeyViolations(limit: limit).count == min(max(limit, 0), 3))
    }
  }
}
