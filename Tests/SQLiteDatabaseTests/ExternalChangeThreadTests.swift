import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import SQLiteDatabase

/// The threads that wait for other processes' commits: they wait while nothing happens, and end with the database.
@Suite(.timeLimit(.minutes(5))) struct ExternalChangeThreadTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Whoever stops observing and observes again a moment later takes the end of the thread back.
  @Test func `a thread that was to end and goes on waits again`() async throws {
    let checks = Atomic<Int>(0)
    let hasEnded = Atomic<Bool>(false)
    let file = scratch.path(of: "a.db")
    _ = try DatabaseQueue(path: file)
    let loop = ExternalChangeLoop(
      file: file,
      interval: .seconds(3600),
      commitCount: { 0 },
      check: {
        checks.add(1, ordering: .relaxed)
        return false
      },
      didEnd: { _ in hasEnded.store(true, ordering: .sequentiallyConsistent) }
    )
    loop.stop()
    #expect(loop.goOn())
    loop.start()
    // What woke the thread wakes it once; a thread that spins looks thousands of times.
    await until { checks.load(ordering: .relaxed) >= 1 }
    for _ in 0..<10_000 { await Task.yield() }
    #expect(checks.load(ordering: .relaxed) == 1)
    loop.stop()
    await until { hasEnded.load(ordering: .sequentiallyConsistent) }
  }

  /// A look for others' commits may end after the database object has gone: it finds attached files to watch.
  @Test func `no thread goes on after the database has gone`() async throws {
    let extra = scratch.path(of: "extra.db")
    _ = try await DatabaseQueue(path: extra).write { db in
      try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    }
    weak var source: ChangeSource?
    do {
      var database: DatabaseQueue? = try DatabaseQueue(path: scratch.path(of: "a.db"))
      try await database?.writeWithoutTransaction { db in
        try db.execute(sql: "ATTACH ? AS extra", arguments: [extra])
      }
      source = database?.changeSource
      let subscription = source?.subscribe(to: .fullDatabase) { _ in }
      let monitor = database?.monitor
      await until { monitor?.threadCount == 2 }
      database = nil
      _ = monitor?.check()
      withExtendedLifetime(subscription) {}
    }
    await until { source == nil }
    #expect(source == nil)
  }
}
