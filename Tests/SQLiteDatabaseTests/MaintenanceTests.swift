import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite(.timeLimit(.hang)) struct MaintenanceTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func shop(_ name: String = "shop.db") throws -> DatabasePool {
    let database = try DatabasePool(path: scratch.path(of: name))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE "my orders" (
            id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers (id), note TEXT
          );
          CREATE INDEX notes ON "my orders" (note);
          CREATE TABLE pairs (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
          """
      )
      for id in 1...200 {
        try db.execute(
          sql: "INSERT INTO customers VALUES (?, ?)",
          arguments: [id, "Customer \(id)"]
        )
        try db.execute(
          sql: "INSERT INTO \"my orders\" VALUES (?, ?, hex(zeroblob(40)))",
          arguments: [id, id]
        )
        try db.execute(sql: "INSERT INTO pairs VALUES (?, 'x')", arguments: [id])
      }
    }
    return database
  }
}

// MARK: - Integrity

extension MaintenanceTests {
  @Test func `a check of an intact database finds no problems`() async throws {
    let database = try shop()
    #expect(try await database.integrityCheck(checksForeignKeys: true).isEmpty)
    #expect(try await database.integrityCheck(isQuick: true).isEmpty)
    #expect(try DatabaseQueue().integrityCheckNow().isEmpty)
  }

  @Test(arguments: ["customers", "my orders", "pairs"])
  func `a check names the table with a damaged page`(table: String) async throws {
    try shop().close()
    try overwriteRoot(of: table, in: scratch.path(of: "shop.db"))
    let database = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    let problems = try await database.integrityCheck()
    #expect(Set(problems.map(\.table)) == [table])
    #expect(problems.allSatisfy { $0.kind == .damage && !$0.message.isEmpty })
    let quick = try await database.integrityCheck(isQuick: true)
    #expect(Set(quick.map(\.table)) == [table])
  }

  @Test func `a check names the table with a damaged index`() async throws {
    try shop().close()
    try overwriteRoot(of: "notes", in: scratch.path(of: "shop.db"))
    let database = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    #expect(Set(try await database.integrityCheck().map(\.table)) == ["my orders"])
  }

  @Test func `a full check finds an index that lacks a row`() async throws {
    let database = try shop()
    try await database.write { db in
      try db.execute(
        sql: "DROP INDEX notes; CREATE INDEX notes ON \"my orders\" (note) WHERE id > 100"
      )
    }
    try database.closeNow()
    try forgeSchema("CREATE INDEX notes ON \"my orders\" (note)", of: "notes")
    let reopened = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    let problems = try await reopened.integrityCheck()
    #expect(Set(problems.map(\.table)) == ["my orders"])
    #expect(problems.count == 100)
    // Newer versions of SQLite compare the number of entries of a table and its index, even in a
    // quick check.
    let isQuick = try await reopened.integrityCheck(isQuick: true)
    #expect(SQLiteRequirement(3, 43).isMet ? isQuick.count <= 1 : isQuick.isEmpty)
  }

  @Test func `a check can find violated foreign keys`() async throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try shop().close()
    let database = try DatabaseQueue(
      path: scratch.path(of: "shop.db"),
      configuration: configuration
    )
    try await database.write { try $0.execute(sql: "DELETE FROM customers WHERE id = 7") }
    #expect(try await database.integrityCheck().isEmpty)
    let problems = try await database.integrityCheck(checksForeignKeys: true)
    #expect(problems.map(\.kind) == [.foreignKey])
    #expect(problems.map(\.table) == ["my orders"])
    #expect(problems.first?.message == "Row 7 refers to a row of customers that does not exist.")
  }

  @Test func `a check handles tables whose names are numbers or contain quotes`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: "CREATE TABLE \"1\" (a); CREATE TABLE \"it's\" (a); INSERT INTO \"1\" VALUES (1)"
      )
    }
    #expect(try await database.integrityCheck(checksForeignKeys: true).isEmpty)
  }

  @Test func `a check reports its progress step by step`() throws {
    let database = try shop()
    var seen: [IntegrityCheckProgress] = []
    _ = try database.integrityCheck { seen.append($0) }
    #expect(seen.map(\.table) == ["sqlite_schema", "customers", "my orders", "pairs", nil, nil])
    #expect(seen.map(\.completedStepCount) == [0, 1, 2, 3, 4, 5])
    #expect(seen.map(\.isCompleted) == [false, false, false, false, false, true])
  }

  @Test func `an error of the progress closure ends the check`() throws {
    struct Enough: Error {}
    let database = try shop()
    #expect(throws: Enough.self) { try database.integrityCheck { _ in throw Enough() } }
    try database.write { try $0.execute(sql: "DELETE FROM pairs") }
  }

  @Test func `cancellation ends the check, and the database remains usable`() async throws {
    let database = try shop()
    let steps = Mutex(0)
    let task = Task {
      try await database.integrityCheck { _ in
        steps.withLock { $0 += 1 }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(steps.withLock { $0 } == 1)
    #expect(try await database.integrityCheck().isEmpty)
  }

  @Test func `a pool can be written during a check`() throws {
    let database = try shop()
    let problems = try database.integrityCheck { progress in
      guard !progress.isCompleted else { return }
      try database.write {
        try $0.execute(
          sql: "INSERT INTO pairs VALUES (?, 'y')",
          arguments: [progress.completedStepCount]
        )
      }
    }
    #expect(problems.isEmpty)
  }
}

// MARK: - Vacuum and checkpoints

extension MaintenanceTests {
  @Test func `vacuum frees space, and reports that any row may have changed`() async throws {
    let database = try shop()
    try await database.write { try $0.execute(sql: "DELETE FROM \"my orders\"") }
    var changes = database.changes.makeAsyncIterator()
    let before = try await database.statisticsLater()
    try await database.vacuum()
    let after = try await database.statisticsLater()
    #expect(before.freePageCount > 0)
    #expect(after.freePageCount == 0)
    #expect(after.pageCount < before.pageCount)
    let change = try #require(await changes.next())
    #expect(change.mayChangeAnyTable)
    #expect(change.tables.isEmpty)
    try await database.write { try $0.execute(sql: "DELETE FROM pairs WHERE a = 1") }
    guard case .rows(let rows) = await changes.next()?.tables["pairs"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(rows.map(\.key) == [.primaryKey([1, "x"])])
  }

  @Test func `vacuum works on shared and private in-memory databases`() throws {
    for database in [try DatabasePool(), try DatabaseQueue()] as [any DatabaseWriter] {
      try database.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
      #expect(try database.read { try Int.fetchOne($0, sql: "SELECT a FROM t") } == 1)
      try database.vacuum()
      #expect(try database.read { try Int.fetchOne($0, sql: "SELECT a FROM t") } == 1)
    }
  }

  @Test func `vacuum into a file makes a copy`() async throws {
    let database = try shop()
    let path = scratch.path(of: "it's a copy.db")
    try await database.vacuum(into: path)
    let copy = try DatabaseQueue(path: path)
    #expect(try await copy.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM pairs") } == 200)
    // The reader that made the copy still refuses to write.
    let error = await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.execute(sql: "DELETE FROM pairs") }
    }
    #expect(error?.code == .readOnly)
  }

  @Test func `vacuum into a file refuses an existing file and an empty path`() async throws {
    let database = try shop()
    let error = await #expect(throws: DatabaseError.self) {
      try await database.vacuum(into: scratch.path(of: "shop.db"))
    }
    #expect(error?.message.contains("There is a file at") == true)
    let empty = await #expect(throws: DatabaseError.self) { try await database.vacuum(into: "") }
    #expect(empty?.code == .cannotOpen)
  }

  @Test func `a checkpoint moves the log into the file`() async throws {
    let database = try shop()
    let passive = try await database.checkpoint()
    #expect(passive.logFrameCount > 0)
    #expect(passive.isComplete)
    try await database.checkpoint(.truncate)
    #expect(try await database.statisticsLater().walByteCount == 0)
    #expect(try await DatabaseQueue().checkpoint().logFrameCount == 0)
  }

  @Test func `an error reports a reader that blocks a checkpoint`() throws {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let path = scratch.path(of: "shop.db")
    try shop().close()
    let database = try DatabasePool(path: path, configuration: configuration)
    let error = #expect(throws: DatabaseError.self) {
      try database.read { db in
        try database.write { try $0.execute(sql: "DELETE FROM pairs") }
        try database.checkpoint(.truncate)
      }
    }
    #expect(error?.code == .busy)
    try database.checkpoint(.truncate)
  }
}

// MARK: - Statistics

extension MaintenanceTests {
  @Test func `statistics cover the writer and idle readers`() async throws {
    let database = try shop()
    _ = try await database.read { try Int.fetchAll($0, sql: "SELECT id FROM customers") }
    let statistics = try await database.statisticsLater()
    #expect(statistics.connections.map(\.role) == [.writer, .reader])
    #expect(statistics.connections.allSatisfy { $0.memoryUsed > 0 })
    #expect(statistics.connections[1].cachedStatementCount == 1)
    #expect(statistics.connections[1].cachedStatementBytes > 0)
    #expect(statistics.connections[0].cacheWriteCount > 0)
    #expect(statistics.pageCount > 4)
    #expect(statistics.walFrameCount > 0)
    #expect(statistics.walByteCount == 32 + statistics.walFrameCount * (statistics.pageSize + 24))
    #expect(statistics.libraryMemoryUsed >= statistics.memoryUsed / 2)
  }

  @Test func `released memory is allocated again on demand`() throws {
    let database = try shop()
    _ = try database.read { try Int.fetchAll($0, sql: "SELECT id FROM customers") }
    let before = try database.statistics()
    try database.releaseMemory()
    let after = try database.statistics()
    #expect(after.memoryUsed < before.memoryUsed)
    #expect(after.connections.allSatisfy { $0.cachedStatementCount == 0 })
    #expect(
      try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM customers") } == 200
    )
  }
}

// MARK: - Synchronous forms for asynchronous tests

extension DatabaseReader {
  fileprivate func statisticsLater() async throws -> DatabaseStatistics { try statistics() }
  fileprivate func integrityCheckNow() throws -> [IntegrityProblem] { try integrityCheck() }
}

extension DatabasePool {
  fileprivate func closeNow() throws { try close() }
}

extension MaintenanceTests {
  /// Changes the stored SQL of an index, so that the schema is wrong.
  private func forgeSchema(_ sql: String, of name: String) throws {
    let connection = try Connection(path: scratch.path(of: "shop.db"))
    try connection.setOption(.defensive, false)
    try connection.execute("PRAGMA writable_schema = 1")
    let statement = try Statement("UPDATE sqlite_schema SET sql = ? WHERE name = ?", on: connection)
    try statement.bind(sql, at: 1)
    try statement.bind(name, at: 2)
    try statement.run()
  }
}
