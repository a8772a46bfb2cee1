import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite(.mayBlock, .timeLimit(.hang)) struct RestoreTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func fill(_ database: any DatabaseWriter, _ name: String) throws {
    try database.write { db in
      try db.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)")
      for id in 1...300 {
        try db.execute(sql: "INSERT INTO items VALUES (?, ?)", arguments: [id, name])
      }
    }
  }

  private func names(_ database: any DatabaseReader) throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT DISTINCT name FROM items") }
  }

  private func backupFile(_ name: String) throws -> String {
    let path = scratch.path(of: "backup.db")
    let database = try DatabaseQueue(path: path)
    try fill(database, name)
    try database.close()
    return path
  }

  @Test func `replaces the content with that of a file`() throws {
    let path = try backupFile("old")
    let database = try DatabasePool(path: scratch.path(of: "shop.db"))
    try fill(database, "new")
    try database.restore(from: path)
    #expect(try names(database) == ["old"])
    #expect(try names(DatabaseQueue(path: path)) == ["old"])
  }

  @Test func `replaces the content with that of an open database`() throws {
    let source = try DatabasePool()
    try fill(source, "old")
    let database = try DatabaseQueue()
    try fill(database, "new")
    try database.restore(from: source)
    #expect(try names(database) == ["old"])
  }

  @Test func `waits for open readers, which see the old content until they end`() async throws {
    let path = try backupFile("old")
    let database = try DatabasePool(path: scratch.path(of: "shop.db"))
    try fill(database, "new")
    let (readerIsIn, readerEntered) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    async let seen = database.read { db in
      let before = try String.fetchOne(db, sql: "SELECT name FROM items")
      readerEntered.yield()
      gate.wait()
      return [before, try String.fetchOne(db, sql: "SELECT name FROM items")]
    }
    for await _ in readerIsIn.prefix(1) {}
    let isRestored = Mutex(false)
    async let restored: Void = {
      try await database.restore(from: path)
      isRestored.withLock { $0 = true }
    }()
    // The writer is taken about now; a later write waits for the restore or comes before it.
    #expect(isRestored.withLock { $0 } == false)
    gate.signal()
    #expect(try await seen == ["new", "new"])
    try await restored
    #expect(try names(database) == ["old"])
  }

  @Test func `notifies subscribers that anything may have changed, and captures rows afterwards`()
    async throws
  {
    let path = try backupFile("old")
    let database = try DatabasePool(path: scratch.path(of: "shop.db"))
    try fill(database, "new")
    var changes = database.changes.makeAsyncIterator()
    try await database.restore(from: path)
    let change = try #require(await changes.next())
    #expect(change.mayChangeAnyTable && change.changesSchema)
    try await database.write { try $0.execute(sql: "UPDATE items SET name = 'x' WHERE id = 2") }
    guard case .rows(let rows) = await changes.next()?.tables["items"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(rows.map(\.old.row?.values) == [[2, "old"]])
    #expect(rows.map(\.new.row?.values) == [[2, "x"]])
  }

  @Test func `refuses a missing file`() throws {
    let database = try DatabaseQueue()
    try fill(database, "new")
    let error = #expect(throws: DatabaseError.self) {
      try database.restore(from: scratch.path(of: "missing.db"))
    }
    #expect(error?.code == .cannotOpen)
    #expect(try names(database) == ["new"])
  }

  @Test func `refuses a file that is not a database`() async throws {
    let path = scratch.path(of: "notes.txt")
    try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: path))
    let database = try DatabaseQueue()
    try fill(database, "new")
    let error = await #expect(throws: DatabaseError.self) { try await database.restore(from: path) }
    #expect(error?.code == .notADatabase)
    #expect(try names(database) == ["new"])
  }

  @Test func `refuses a damaged file before it overwrites anything`() throws {
    let path = try backupFile("old")
    try overwriteRoot(of: "items", in: path)
    let database = try DatabasePool(path: scratch.path(of: "shop.db"))
    try fill(database, "new")
    var steps = 0
    let error = #expect(throws: DatabaseError.self) {
      try database.restore(from: path) { _ in steps += 1 }
    }
    #expect(error?.code == .corrupt)
    #expect(steps == 0)
    #expect(try names(database) == ["new"])
  }

  @Test func `keeps the old content if the progress closure throws`() throws {
    struct Enough: Error {}
    let path = try backupFile("old")
    let database = try DatabasePool(path: scratch.path(of: "shop.db"))
    try fill(database, "new")
    #expect(throws: Enough.self) {
      try database.restore(from: path, pagesPerStep: 1) { _ in throw Enough() }
    }
    #expect(try names(database) == ["new"])
  }

  @Test func `gives up after the barrier timeout if a reader does not end`() throws {
    var configuration = Configuration()
    configuration.barrierTimeout = .zero
    let database = try DatabasePool(path: scratch.path(of: "shop.db"), configuration: configuration)
    try fill(database, "new")
    let source = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try database.read { _ in try runOnAnotherThread { try database.restore(from: source) } }
    }
    #expect(error?.code == .busy)
    #expect(try names(database) == ["new"])
  }
}

/// Runs a closure on another thread, and waits for it.
private func runOnAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
  let result = Mutex<Result<Void, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let answer = Result { try body() }
    result.withLock { $0 = answer }
    done.signal()
  }
  done.wait()
  try result.withLock { $0 }?.get()
}
