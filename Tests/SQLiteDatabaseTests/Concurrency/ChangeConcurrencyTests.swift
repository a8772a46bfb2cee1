import DatabaseTypes
import Dispatch
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of change sets on their way from the committing threads to the observers.
@Suite(.mayBlock, .timeLimit(.hang)) struct ChangeConcurrencyTests {
  private static let count = 40

  @Test func `the buffer delivers each change set once and in order`() async {
    let buffer = ChangeBuffer()
    let adding = Task.detached {
      for number in 1...Self.count * 10 {
        buffer.add(ChangeSet(number: number, origin: .thisProcess))
        if number.isMultiple(of: 32) { await Task.yield() }
      }
      buffer.end()
    }
    var numbers: [Int] = []
    while let changes = await buffer.next() { numbers.append(changes.number) }
    await adding.value
    #expect(numbers == Array(1...Self.count * 10))
  }

  @Test func `a buffer resumes a cancelled task`() async {
    for _ in 0..<Self.count {
      let buffer = ChangeBuffer()
      let waiting = Task.detached { await buffer.next() }
      let adding = Task.detached { buffer.add(ChangeSet(number: 1, origin: .thisProcess)) }
      waiting.cancel()
      let number = await waiting.value?.number
      await adding.value
      #expect(number == nil || number == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `all iterators get all commits while others come and go`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let listening = (0..<3).map { _ in
      let changes = db.writer.changes
      return Task { await keys(in: changes, until: Self.count) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.count {
        group.addTask { try await db.writer.write { try $0.execute(sql: insert) } }
        group.addTask { for await _ in db.writer.changes.prefix(0) {} }
        group.addTask { _ = ChangeLog(db.writer) }
      }
      try await group.waitForAll()
    }
    for task in listening { #expect(await task.value.count == Self.count) }
  }

  @Test(arguments: DatabaseKind.files, [false, true])
  func `observers that come and go while the writer is held share one thread a file`(
    kind: DatabaseKind,
    isAttached: Bool
  ) async throws {
    let scratch = try ScratchDirectory()
    let other = scratch.path(of: "other.db")
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY)") { configuration in
      configuration.externalChangePollInterval = .milliseconds(1)
      guard isAttached else { return }
      configuration.prepareDatabase { try $0.execute(sql: "ATTACH ? AS other", arguments: [other]) }
    }
    let (isHeld, mayEnd) = (Signal(), DispatchSemaphore(value: 0))
    let holder = Task {
      try await onThread {
        try db.writer.useNow { _ in
          isHeld.send()
          mayEnd.wait()
        }
      }
    }
    await isHeld.wait()
    // With an attached file, a new observer checks it at once on another thread.
    let waitingCount = isAttached ? 2 : 1
    for _ in 0..<200 {
      let log = ChangeLog(db.writer)
      await until { db.writer.waitingWriteCount >= waitingCount }
      #expect(log.all.isEmpty)
    }
    #expect(db.writer.waitingWriteCount == waitingCount)
    #expect(db.writer.watchingThreadCount == 1)
    mayEnd.signal()
    try await holder.value
    // New observers still get others' commits, even after the thread has ended.
    for id in 1...3 {
      var changes = db.writer.changes.makeAsyncIterator()
      let other = try db.another()
      try await other.write { try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: [id]) }
      #expect(await changes.next()?.origin == .otherProcess)
    }
  }

  @Test(arguments: DatabaseKind.files)
  func `commits of another connection are noticed during writes`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let other = try db.another()
    let changes = db.writer.changes
    let foreign = Task {
      for await change in changes where change.origin == .otherProcess { return true }
      return false
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.count / 2 {
        group.addTask { try await db.writer.write { try $0.execute(sql: insert) } }
        group.addTask { try await other.write { try $0.execute(sql: insert) } }
      }
      try await group.waitForAll()
    }
    #expect(await foreign.value)
    #expect(try db.count() == Self.count)
  }
}

private let insert = "INSERT INTO t DEFAULT VALUES"

/// Returns the keys of the inserted rows, up to a number of rows.
private func keys(in changes: AsyncStream<ChangeSet>, until count: Int) async -> Set<RowKey> {
  var keys: Set<RowKey> = []
  for await change in changes {
    if case .rows(let rows) = change.tables["t"] { keys.formUnion(rows.map(\.key)) }
    if keys.count == count { break }
  }
  return keys
}
