import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that only one thread at a time uses a connection.
///
/// SQLite's own mutex is off, so the library alone ensures this.
@Suite(.mayBlock, .timeLimit(.hang)) struct ConnectionUseConcurrencyTests {
  /// A counter of the threads that are within a statement of one connection.
  private final class Gauge: Sendable {
    private let count = Atomic<Int>(0)
    let clashes = Atomic<Int>(0)
    let uses = Atomic<Int>(0)

    /// Runs for a while within a statement.
    func use() {
      uses.add(1, ordering: .relaxed)
      if count.add(1, ordering: .sequentiallyConsistent).newValue != 1 {
        clashes.add(1, ordering: .relaxed)
      }
      var sum = 0
      for number in 0..<2000 { sum &+= number * number }
      if sum == 0 || count.subtract(1, ordering: .sequentiallyConsistent).newValue != 0 {
        clashes.add(1, ordering: .relaxed)
      }
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `no two threads use one connection at once`(kind: DatabaseKind) async throws {
    let gauges = Log<Gauge>()
    let db = try TestDatabase(kind, "CREATE TABLE t (a)") { configuration in
      configuration.maximumReaderCount = 2
      // In memory, reads wait for writes.
      configuration.busyMode = .timeout(.unhurried)
      configuration.prepareDatabase { db in
        let gauge = Gauge()
        gauges.append(gauge)
        try db.connection.addFunction("used", argumentCount: 0) { _ in
          gauge.use()
          return 1
        }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        group.addTask {
          for round in 0..<30 { try await Self.access(index, round, db.writer, kind) }
        }
      }
      try await group.waitForAll()
    }
    let all = gauges.all
    #expect(all.count <= (DatabaseKind.pools.contains(kind) ? 4 : 1))
    #expect(all.map { $0.clashes.load(ordering: .relaxed) }.allSatisfy { $0 == 0 })
    #expect(all.map { $0.uses.load(ordering: .relaxed) }.reduce(0, +) > 200)
  }

  private static func access(
    _ index: Int,
    _ round: Int,
    _ database: any DatabaseWriter,
    _ kind: DatabaseKind
  ) async throws {
    let read: @Sendable (Database) throws -> Void = {
      _ = try Int.fetchOne($0, sql: "SELECT used()")
    }
    let write: @Sendable (Database) throws -> Void = {
      try $0.execute(sql: "INSERT INTO t VALUES (used())")
    }
    switch index % 9 {
    case 0: try await database.read(read)
    case 1: try await onThread { try database.readNow(read) }
    case 2: try await database.write(write)
    case 3: try await onThread { try database.writeNow(write) }
    case 4: try await database.readLastCommit { db, _ in try read(db) }
    case 5: try await onThread { _ = try database.statistics() }
    case 6:
      let task = Task { try await database.read(read) }
      if round.isMultiple(of: 2) { task.cancel() }
      do { try await task.value } catch is CancellationError {}
    case 7:
      try await database.transaction(deadline: .unhurried) { tx in
        try await tx.run(write)
        // In an in-memory pool, reads wait for a write.
        if kind == .pool { try await database.read(read) }
      }
    default: try await database.barrierWriteWithoutTransaction(write)
    }
  }
}
