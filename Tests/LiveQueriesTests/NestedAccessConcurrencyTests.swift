import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries beside threads that write within reads.
@Suite(.mayBlock, .timeLimit(.hang)) struct NestedAccessConcurrencyTests {
  private static let rounds = 150

  @Test(arguments: [1, 5])
  func `eight threads that write within reads never wait for a live query, nor it for them`(
    readerCount: Int
  ) async throws {
    let scratch = try ScratchDirectory()
    var configuration = Configuration()
    configuration.maximumReaderCount = readerCount
    let pool = try DatabasePool(path: scratch.path(of: "t.db"), configuration: configuration)
    try await pool.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let query = pool.liveQuery(sql: "SELECT count(*) FROM t")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { try await Self.onThread { try Self.writeWithinReads(pool) } }
      }
      group.addTask {
        for try await update in query {
          let count: Int = try update.rows[0][0]
          if count == 8 * Self.rounds { return }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func writeWithinReads(_ pool: DatabasePool) throws {
    for _ in 0..<rounds {
      try pool.read { _ in try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") } }
    }
  }

  private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
