import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of the rules for opening and closing, and for several connections.
@Suite(.mayBlock, .timeLimit(.hang)) struct RulesConnectionTests {
  private func files(of db: TestDatabase) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: db.scratch.path).sorted()
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 17: the last connection to close checkpoints and removes the log`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    #expect(try db.count() == 0)
    let other = try db.another()
    try other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    try db.writer.close()
    #expect(try files(of: db).contains("test.db-wal"))
    try other.close()
    #expect(try files(of: db) == ["test.db"])
    #expect(try db.another().read { try $0.count() } == 1)
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 17: a released database also checkpoints and removes the log`(kind: DatabaseKind)
    async throws
  {
    var db: TestDatabase? = try TestDatabase(kind, "CREATE TABLE t (a)")
    _ = try await db?.writer.read { try $0.count() }
    try await db?.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    let scratch = try #require(db?.scratch)
    db = nil
    await until {
      (try? FileManager.default.contentsOfDirectory(atPath: scratch.path)) == ["test.db"]
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 17: closing waits its turn, and later accesses are refused`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let closed = try await db.writer.transaction(deadline: .unhurried) { tx in
      let closed = Task { try await onThread { try db.writer.close() } }
      await until { db.writer.waitingWriteCount == 1 }
      try await tx.execute(sql: "INSERT INTO t VALUES (1)")
      return closed
    }
    try await closed.value
    let error = #expect(throws: DatabaseError.self) { try db.count() }
    #expect(error?.code == .closed)
    try db.writer.close()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 17: closing with an unfinished statement fails and closes nothing`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    #expect(try db.count() == 0)
    var leaked: PreparedStatement? = try db.writer.writeWithoutTransaction {
      try $0.makeStatement(sql: "INSERT INTO t VALUES (7)")
    }
    let log = ChangeLog(db.writer)
    let error = #expect(throws: DatabaseError.self) { try db.writer.close() }
    #expect(error?.code == .busy)
    #expect(error?.message.contains("cannot be closed") == true)
    try db.execute("INSERT INTO t VALUES (1)")
    #expect(try db.count() == 1)
    #expect(log.all.count == 1)
    leaked = nil
    try db.writer.close()
    #expect(leaked == nil)
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 17: a failed close does not end the watch for other processes`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    var changes = db.writer.changes.makeAsyncIterator()
    let leaked = try db.writer.useNow {
      try $0.makeStatement(sql: "INSERT INTO t VALUES (7)")
    }
    #expect(throws: DatabaseError.self) { try db.writer.close() }
    try await db.another().write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    #expect(await changes.next()?.origin == .otherProcess)
    #expect(leaked.parameterCount == 0)
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 17: a database in WAL mode can be opened read-only`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let open = { (configure: (inout Configuration) -> Void) in
      var configuration = Configuration()
      configuration.readOnly = true
      configure(&configuration)
      let path = db.scratch.path(of: "test.db")
      return kind == .pool
        ? try DatabasePool(path: path, configuration: configuration) as any DatabaseWriter
        : try DatabaseQueue(path: path, configuration: configuration)
    }
    // While the log is in use, and after it was removed.
    for _ in 0..<2 {
      let reader = try open { _ in }
      #expect(try reader.read { try $0.count() } == 1)
      let error = #expect(throws: DatabaseError.self) {
        try reader.write { try $0.execute(sql: "DELETE FROM t") }
      }
      #expect(error?.code == .readOnly)
      try reader.close()
      try db.writer.close()
    }
  }

  @Test(arguments: DatabaseKind.pools)
  func `rule 22: a barrier waits for reads up to its timeout`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)") {
      $0.barrierTimeout = .milliseconds(20)
    }
    let isReading = Signal()
    let mayEnd = DispatchSemaphore(value: 0)
    let reading = Task {
      try await db.writer.read { db in
        let count = try db.count()
        isReading.send()
        mayEnd.wait()
        return count
      }
    }
    await isReading.wait()
    let sync = await #expect(throws: DatabaseError.self) {
      try await onThread { try db.writer.barrierWriteWithoutTransaction { _ in } }
    }
    let async = await #expect(throws: DatabaseError.self) {
      try await db.writer.barrierWriteWithoutTransaction { _ in }
    }
    let close = await #expect(throws: DatabaseError.self) {
      try await onThread { try db.writer.close() }
    }
    #expect([sync?.code, async?.code, close?.code] == [.busy, .busy, .busy])
    // A barrier that gave up does not block reads and writes.
    #expect(try db.count() == 0)
    mayEnd.signal()
    #expect(try await reading.value == 0)
    try await db.writer.barrierWriteWithoutTransaction {
      try $0.execute(sql: "INSERT INTO t VALUES (1)")
    }
    #expect(try db.count() == 1)
  }

  @Test(arguments: DatabaseKind.pools)
  func `rule 22: no one reads during a barrier`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let pool = try #require(db.writer as? DatabasePool)
    let reads = Log<Int>()
    let isUp = Signal()
    let mayEnd = DispatchSemaphore(value: 0)
    let barrier = Task {
      try await pool.barrierWriteWithoutTransaction { db in
        isUp.send()
        mayEnd.wait()
        try db.execute(sql: "INSERT INTO t VALUES (1)")
      }
    }
    await isUp.wait()
    let reading = (0..<8).map { _ in Task { reads.append(try await pool.read { try $0.count() }) } }
    await until { pool.readers.waitingCount == 8 }
    #expect(reads.all.isEmpty)
    mayEnd.signal()
    try await barrier.value
    for task in reading { try await task.value }
    #expect(reads.all == Array(repeating: 1, count: 8))
  }

  @Test(arguments: DatabaseKind.pools)
  func `rule 22: a read within a barrier is refused instead of waiting for it`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let readWithin: @Sendable (Database) throws -> Void = { _ in
      let error = #expect(throws: DatabaseError.self) { try db.count() }
      #expect(error?.code == .nestedAccess)
    }
    try db.writer.barrierNow(readWithin)
    try await db.writer.barrierWriteWithoutTransaction(readWithin)
    #expect(try db.count() == 0)
  }

  @Test(arguments: DatabaseKind.pools)
  func `rule 22: a barrier and a close within a read are refused at once`(kind: DatabaseKind) throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    try db.writer.read { _ in
      let barrier = #expect(throws: DatabaseError.self) {
        try db.writer.barrierWriteWithoutTransaction { _ in }
      }
      let close = #expect(throws: DatabaseError.self) { try db.writer.close() }
      #expect([barrier?.code, close?.code] == [.nestedAccess, .nestedAccess])
    }
    try db.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `rule 22: barriers, closing and reading transactions do not deadlock`() async throws {
    let db = try TestDatabase(.pool, "CREATE TABLE t (a)")
    let count = try await db.writer.transaction(deadline: .unhurried) { tx in
      let barrier = Task.detached {
        try await db.writer.barrierWriteWithoutTransaction { _ in }
      }
      await until { db.writer.waitingWriteCount == 1 }
      try await tx.execute(sql: "INSERT INTO t VALUES (1)")
      let count = try await db.writer.read { try $0.count() }
      return (count, barrier)
    }
    #expect(count.0 == 0)
    try await count.1.value
    #expect(try db.count() == 1)
  }

  @Test func `rule 23: a pool's connections share a WAL file or private memory`() throws {
    let memory = #expect(throws: DatabaseError.self) { try DatabasePool(path: ":memory:") }
    #expect(memory?.code == .misuse)
    let scratch = try ScratchDirectory()
    for mode in [JournalMode.delete, .truncate, .persist, .unchanged] {
      var configuration = Configuration()
      configuration.journalMode = mode
      let path = scratch.path(of: "\(mode).db")
      let error = #expect(throws: DatabaseError.self) {
        try DatabasePool(path: path, configuration: configuration)
      }
      #expect(error?.code == .misuse)
      #expect(error?.message.contains("DatabaseQueue") == true)
    }
  }

  @Test func `rule 23: connections of an in-memory pool never see a locked table`() async throws {
    let db = try TestDatabase(.poolInMemory, "CREATE TABLE t (a)")
    let pool = try #require(db.writer as? DatabasePool)
    #expect(!pool.path.contains("cache=shared"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          try await pool.write {
            try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: [index])
          }
        }
        group.addTask { _ = try await pool.read { try Row.fetchAll($0, sql: "SELECT * FROM t") } }
        group.addTask { try await pool.write { try $0.execute(sql: "CREATE TABLE u\(index) (a)") } }
      }
      try await group.waitForAll()
    }
    #expect(try db.count() == 20)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 25: result codes are extended from the first statement`(kind: DatabaseKind) throws {
    let codes = Log<Int32>()
    let db = try TestDatabase(kind) { configuration in
      configuration.prepareDatabase { db in
        do {
          try db.execute(
            sql: "CREATE TEMP TABLE p (a PRIMARY KEY); INSERT INTO p VALUES (1), (1)"
          )
        } catch let error as DatabaseError { codes.append(error.extendedResultCode.rawValue) }
      }
    }
    #expect(codes.all == [ResultCode.constraintPrimaryKey.rawValue])
    #expect(try db.integer("SELECT 1") == 1)
  }

  @Test func `rule 25: a failed opening throws SQLite's code and closes what it opened`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "missing/a.db")
    for _ in 0..<2000 {
      let error = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: path) }
      #expect(error?.code == .cannotOpen)
      #expect(error?.resultCode == .cannotOpen)
    }
    // So many that leaked descriptors would have used up all of them.
    let text = scratch.path(of: "text")
    try "This is not a database, though it is longer than a header would be. "
      .data(using: .utf8)?.write(to: URL(fileURLWithPath: text))
    for _ in 0..<2000 {
      let error = #expect(throws: DatabaseError.self) { try DatabasePool(path: text) }
      #expect(error?.code == .notADatabase)
      #expect(error?.resultCode == .notADatabase)
    }
  }
}
