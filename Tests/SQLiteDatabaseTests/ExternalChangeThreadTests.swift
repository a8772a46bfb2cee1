import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import SQLiteDatabase

/// Tests of the threads that wait for other processes' commits: they sleep while nothing happens,
/// and end with the database.
@Suite(.timeLimit(.hang)) struct ExternalChangeThreadTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Stopping an observation and starting another at once keeps the thread.
  @Test func `a thread whose end was revoked waits again`() async throws {
    let checks = Atomic<Int>(0)
    let hasEnded = Atomic<Bool>(false)
    let file = scratch.path(of: "a.db")
    _ = try DatabaseQueue(path: file)
    let loop = ExternalChangeLoop(
      file: file,
      interval: .milliseconds(20),
      commitCount: { 0 },
      check: {
        checks.add(1, ordering: .relaxed)
        return false
      },
      didEnd: { _ in hasEnded.store(true, ordering: .sequentiallyConsistent) }
    )
    loop.stop()
    #expect(loop.goOn())
    // The wake-up causes one check, and each pause another. A thread that spins would not pause; a
    // slow machine only makes the pauses longer.
    let start = ContinuousClock.now
    loop.start()
    await until { checks.load(ordering: .relaxed) >= 4 }
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    loop.stop()
    await until { hasEnded.load(ordering: .sequentiallyConsistent) }
  }

  /// Nothing else looks for commits meanwhile, which would watch again.
  @Test func `a subscriber who comes as the last one leaves keeps the watch for reports`()
    async throws
  {
    var configuration = Configuration()
    configuration.externalChangePollInterval = .seconds(3_600)
    let path = scratch.path(of: "a.db")
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try await database.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    let source = database.changeSource
    for _ in 0..<100 {
      let last = source.subscribe(to: .fullDatabase) { _ in }
      await until { source.shared.isFollowing }
      async let leaving: Void = last.cancel()
      let next = source.subscribe(to: .fullDatabase) { _ in }
      await leaving
      await until { source.shared.isFollowing }
      next.cancel()
    }
  }

  /// A check for other commits may end after the database object was released, and finds attached
  /// files to watch.
  @Test func `no thread continues after the database was released`() async throws {
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
