import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite(.mayBlock, .timeLimit(.hang)) struct BackupTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func fill(_ database: any DatabaseWriter, count: Int = 2000) throws {
    try database.write { db in
      try db.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)")
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
          INSERT INTO items SELECT i, hex(zeroblob(40)) || i FROM n
          """,
        arguments: [count]
      )
    }
  }

  private func count(_ database: any DatabaseReader) throws -> Int? {
    try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") }
  }

  private func databases(_ kind: String, _ name: String) throws -> any DatabaseWriter {
    switch kind {
    case "queue file": try DatabaseQueue(path: scratch.path(of: name))
    case "pool file": try DatabasePool(path: scratch.path(of: name))
    case "memory pool": try DatabasePool()
    default: try DatabaseQueue()
    }
  }

  private static let kinds = ["memory queue", "memory pool", "queue file", "pool file"]

  @Test(arguments: kinds, kinds)
  func `copies all rows to any kind of database`(from: String, to: String) throws {
    let source = try databases(from, "source.db")
    let destination = try databases(to, "destination.db")
    try fill(source)
    try source.backup(to: destination)
    #expect(try count(destination) == 2000)
    #expect(try destination.integrityCheck().isEmpty)
    try destination.write { try $0.execute(sql: "DELETE FROM items WHERE id > 10") }
    #expect(try count(destination) == 10)
    #expect(try count(source) == 2000)
  }

  @Test(arguments: kinds)
  func `replaces the destination's content and what its connections cached`(kind: String)
    async throws
  {
    let source = try DatabaseQueue()
    try fill(source)
    let destination = try databases(kind, "destination.db")
    try await destination.write { db in
      try db.execute(sql: "CREATE TABLE items (other TEXT, id TEXT); CREATE TABLE more (a)")
    }
    let sql = "SELECT * FROM items LIMIT 1"
    let before = try await destination.read { try $0.cachedStatement(sql: sql).columnNames }
    #expect(before == ["other", "id"])
    try await source.backup(to: destination)
    let after = try await destination.read { try $0.cachedStatement(sql: sql).columnNames }
    #expect(after == ["id", "name"])
    let error = #expect(throws: DatabaseError.self) {
      try destination.write { try $0.execute(sql: "INSERT INTO more VALUES (1)") }
    }
    #expect(error?.code == .notFound)
  }

  @Test func `reports its progress up to the last page`() throws {
    let source = try DatabaseQueue()
    try fill(source)
    let destination = try DatabaseQueue()
    var seen: [DatabaseBackupProgress] = []
    try source.backup(to: destination, pagesPerStep: 10) { seen.append($0) }
    let pageCount = try source.statistics().pageCount
    #expect(seen.allSatisfy { $0.totalPageCount == pageCount })
    #expect(
      seen.map(\.completedPageCount) == Array(stride(from: 10, to: pageCount, by: 10)) + [pageCount]
    )
    #expect(seen.filter(\.isCompleted).count == 1)
  }

  @Test func `reports progress once for an empty database`() throws {
    var calls = 0
    try DatabaseQueue().backup(to: DatabaseQueue()) {
      calls += 1
      #expect($0.isCompleted)
    }
    #expect(calls == 1)
  }

  @Test(arguments: kinds)
  func `leaves the destination unchanged if the progress closure throws`(kind: String) throws {
    struct Enough: Error {}
    let source = try DatabaseQueue()
    try fill(source)
    let destination = try databases(kind, "destination.db")
    try fill(destination, count: 3)
    #expect(throws: Enough.self) {
      try source.backup(to: destination, pagesPerStep: 5) { progress in
        if progress.completedPageCount >= 20 { throw Enough() }
      }
    }
    #expect(try count(destination) == 3)
    #expect(try destination.integrityCheck().isEmpty)
    try destination.write { try $0.execute(sql: "DELETE FROM items") }
  }

  @Test func `an error of the last progress call is rethrown, and the copy remains`() throws {
    struct Late: Error {}
    let source = try DatabaseQueue()
    try fill(source)
    let destination = try DatabaseQueue()
    #expect(throws: Late.self) {
      try source.backup(to: destination) { if $0.isCompleted { throw Late() } }
    }
    #expect(try count(destination) == 2000)
  }

  @Test func `copies one snapshot while the source is written`() throws {
    let source = try DatabasePool(path: scratch.path(of: "source.db"))
    try fill(source)
    let destination = try DatabaseQueue(path: scratch.path(of: "destination.db"))
    var steps = 0
    try source.backup(to: destination, pagesPerStep: 2) { _ in
      steps += 1
      try source.write {
        try $0.execute(sql: "DELETE FROM items WHERE id IN (SELECT id FROM items LIMIT 9)")
      }
    }
    #expect(steps > 10)
    #expect(try count(destination) == 2000)
    #expect(try count(source) == 2000 - 9 * steps)
    #expect(try destination.integrityCheck().isEmpty)
  }

  @Test func `refuses to copy a database to itself`() throws {
    let database = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) { try database.backup(to: database) }
    #expect(error?.code == .misuse)
  }

  @Test func `two databases that are copied to each other do not deadlock`() async throws {
    let first = try DatabaseQueue()
    let second = try DatabaseQueue()
    try fill(first)
    try fill(second)
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { try await first.backup(to: second) }
        group.addTask { try await second.backup(to: first) }
      }
      try await group.waitForAll()
    }
    #expect(try count(first) == 2000)
  }

  @Test func `notifies the destination's subscribers and observers that anything may have changed`()
    async throws
  {
    final class Observer: TransactionObserver, Sendable {
      let sets = Mutex<[ChangeSet]>([])
      func databaseDidCommit(_ db: Database, changes: ChangeSet) {
        sets.withLock { $0.append(changes) }
      }
    }
    let source = try DatabaseQueue()
    try fill(source)
    let destination = try DatabasePool()
    let observer = Observer()
    try await destination.write { $0.add(transactionObserver: observer) }
    var changes = destination.changes.makeAsyncIterator()
    try await source.backup(to: destination)
    let change = try #require(await changes.next())
    #expect(change.mayChangeAnyTable && change.changesSchema)
    #expect(change.origin == .thisProcess)
    #expect(observer.sets.withLock { $0.filter(\.mayChangeAnyTable).count } == 1)
    try await destination.write { try $0.execute(sql: "DELETE FROM items WHERE id = 1") }
    guard case .rows(let rows) = await changes.next()?.tables["items"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(rows.map(\.key) == [.rowID(1)])
  }
}

// MARK: - Locks, cancellation and page sizes

extension BackupTests {
  @Test func `follows the busy policy while the destination is locked`() throws {
    let source = try DatabaseQueue()
    try fill(source)
    let path = scratch.path(of: "destination.db")
    let locking = try DatabaseQueue(path: path)
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let destination = try DatabaseQueue(path: path, configuration: configuration)
    let error = #expect(throws: DatabaseError.self) {
      try locking.write { db in
        try db.execute(sql: "CREATE TABLE kept (a)")
        try source.backup(to: destination)
      }
    }
    #expect(error?.code == .busy)
    #expect(
      try destination.read { try Row.fetchAll($0, sql: "SELECT * FROM sqlite_schema") }.isEmpty
    )
  }

  @Test func `continues once the destination is unlocked`() async throws {
    let source = try DatabaseQueue()
    try fill(source)
    let path = scratch.path(of: "destination.db")
    let locking = try DatabaseQueue(path: path)
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    var configuration = Configuration()
    configuration.busyMode = .callback { _ in
      ask.yield()
      return true
    }
    let destination = try DatabaseQueue(path: path, configuration: configuration)
    try await locking.transaction(deadline: .unhurried) { tx in
      try await tx.execute(sql: "CREATE TABLE kept (a)")
      let backup = Task.detached { try await source.backup(to: destination) }
      for await _ in asked.prefix(1) {}
      return backup
    }.value
    #expect(try count(destination) == 2000)
  }

  @Test func `is stopped by cancellation, and leaves the destination unchanged`() async throws {
    let source = try DatabaseQueue()
    try fill(source)
    let destination = try DatabaseQueue()
    try fill(destination, count: 3)
    let steps = Mutex(0)
    let task = Task {
      try await source.backup(to: destination, pagesPerStep: 5) { _ in
        steps.withLock { $0 += 1 }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(steps.withLock { $0 } == 1)
    #expect(try count(destination) == 3)
  }

  @Test(arguments: ["memory queue", "queue file", "memory pool"])
  func `copies a database with another page size`(kind: String) throws {
    let source = try DatabaseQueue()
    try source.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 8192") }
    try fill(source)
    let destination = try databases(kind, "destination.db")
    try source.backup(to: destination)
    #expect(try count(destination) == 2000)
    #expect(try destination.statistics().pageSize == 8192)
    if kind == "queue file" {
      let mode = try destination.writeWithoutTransaction {
        try String.fetchOne($0, sql: "PRAGMA journal_mode")
      }
      #expect(mode == "wal")
    }
  }

  @Test func `reports a page size that cannot change`() throws {
    let source = try DatabaseQueue()
    try source.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 8192") }
    try fill(source)
    let destination = try DatabaseQueue()
    try fill(destination, count: 3)
    let error = #expect(throws: DatabaseError.self) { try source.backup(to: destination) }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("8192") == true)
    #expect(try count(destination) == 3)
  }

  @Test func `refuses a read-only destination`() throws {
    let path = scratch.path(of: "destination.db")
    try fill(DatabaseQueue(path: path), count: 3)
    var configuration = Configuration()
    configuration.readOnly = true
    let destination = try DatabaseQueue(path: path, configuration: configuration)
    let error = #expect(throws: DatabaseError.self) { try DatabaseQueue().backup(to: destination) }
    #expect(error?.code == .readOnly)
    #expect(try count(destination) == 3)
  }
}
