import LiveSQL
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Live queries on encrypted files, where the loaded SQLite is SQLCipher.
@Suite(.requiresEncryption, .timeLimit(.hang)) struct EncryptedLiveQueryTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func `a live query sees commits of its own object and of others`() async throws {
    let key = try EncryptionKey.raw([UInt8](repeating: 3, count: 32))
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.use(key) }
    let path = scratch.path(of: "live.db")
    let pool = try DatabasePool(path: path, configuration: configuration)
    try await pool.write { db in
      try db.execute(sql: "CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
    }
    let other = try DatabaseQueue(path: path, configuration: configuration)
    let writers: [any DatabaseWriter] = [pool, other]
    var updates = pool.liveQuery(sql: "SELECT n FROM tally").makeAsyncIterator()
    #expect(try await updates.next()?.rows.map(\.values) == [[0]])
    for n in 1...10 {
      try await writers[n % 2].write { try $0.execute(sql: "UPDATE tally SET n = \(n)") }
      var update = try await updates.next()
      while let rows = update?.rows, rows.map(\.values) != [[.integer(Int64(n))]] {
        update = try await updates.next()
      }
      #expect(update != nil)
    }
  }
}
