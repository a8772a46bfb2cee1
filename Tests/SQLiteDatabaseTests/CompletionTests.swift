import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of accesses that return at once and call a closure when they are done.
@Suite(.timeLimit(.hang)) struct CompletionTests {
  private struct Refusal: Error {}

  private let scratch: ScratchDirectory
  private let pool: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    pool = try DatabasePool(path: scratch.path(of: "t.db"))
    try pool.write { try $0.execute(sql: "CREATE TABLE t (n)") }
  }

  private static func count(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? -1
  }

  /// Returns the first value that is passed to a closure.
  private func told<Value: Sendable>(
    _ start: (@escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value? {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    start { value in
      continuation.yield(value)
      continuation.finish()
    }
    for await value in stream { return value }
    return nil
  }

  @Test func `a read gets the database and cannot write`() async throws {
    let count = await told { tell in
      pool.asyncRead { result in tell(Result { try Self.count(try result.get()) }) }
    }
    #expect(try count?.get() == 0)
    let refused: Result<Void, any Error>? = await told { tell in
      pool.asyncUnsafeRead { result in
        tell(Result { try result.get().execute(sql: "DELETE FROM t") })
      }
    }
    #expect(throws: DatabaseError.self) { try refused?.get() }
  }

  @Test func `a write reports its result before anyone else writes`() async throws {
    let count: Result<Int, any Error>? = await told { tell in
      pool.asyncWrite { db in
        try db.execute(sql: "INSERT INTO t VALUES (1)")
      } completion: { db, result in
        tell(result.flatMap { _ in Result { try Self.count(db) } })
      }
    }
    #expect(try count?.get() == 1)
    let failure: (isRefusal: Bool, isOpen: Bool)? = await told { tell in
      pool.asyncWrite { db in
        try db.execute(sql: "INSERT INTO t VALUES (2)")
        throw Refusal()
      } completion: { db, result in
        if case .failure(let error) = result { tell((error is Refusal, db.isInsideTransaction)) }
      }
    }
    #expect(failure?.isRefusal == true)
    #expect(failure?.isOpen == false)
    #expect(try await pool.read(Self.count) == 1)
  }

  @Test func `writes run in the order in which they were started`() async throws {
    for number in 0..<50 {
      pool.asyncWriteWithoutTransaction { db in
        try? db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
      }
    }
    let numbers: Result<[Int], any Error>? = await told { tell in
      pool.asyncBarrierWriteWithoutTransaction { result in
        tell(Result { try Int.fetchAll(try result.get(), sql: "SELECT n FROM t ORDER BY rowid") })
      }
    }
    #expect(try numbers?.get() == Array(0..<50))
  }

  @Test func `accesses to a closed database fail and never wait`() async throws {
    let messages = MessageLog()
    var configuration = Configuration()
    configuration.logger = messages.logger
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.close()
    let code = await told { tell in
      queue.asyncRead { result in
        if case .failure(let error) = result { tell((error as? DatabaseError)?.code) }
      }
    }
    #expect(code == .closed)
    let written: [DatabaseError.Code?]? = await told { tell in
      queue.asyncWrite { _ in
      } completion: { db, result in
        guard case .failure(let error) = result else { return tell([]) }
        var codes = [(error as? DatabaseError)?.code]
        do { try db.execute(sql: "SELECT 1") } catch {
          codes.append((error as? DatabaseError)?.code)
        }
        tell(codes)
      }
    }
    #expect(written == [.closed, .closed])
    let barrier = await told { tell in
      queue.asyncBarrierWriteWithoutTransaction { result in
        if case .failure(let error) = result { tell((error as? DatabaseError)?.code) }
      }
    }
    #expect(barrier == .closed)
    queue.asyncWriteWithoutTransaction { _ in Issue.record("A write ran on a closed database.") }
    await until { !messages.all.isEmpty }
  }

  @Test func `migrations report their end`() async throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in try db.execute(sql: "INSERT INTO t VALUES (1)") }
    let count: Result<Int, any Error>? = await told { [migrator] tell in
      migrator.asyncMigrate(pool) { result in
        tell(result.flatMap { db in Result { try Self.count(db) } })
      }
    }
    #expect(try count?.get() == 1)
    migrator.registerMigration("v2") { _ in throw Refusal() }
    let failure: Bool? = await told { [migrator] tell in
      migrator.asyncMigrate(pool) { result in
        if case .failure(let error) = result { tell(error is Refusal) }
      }
    }
    #expect(failure == true)
  }

  @Test func `a concurrent read sees the last commit and not what follows`() async throws {
    let count: Result<Int, any Error>? = await told { tell in
      let went = Result {
        try pool.writeWithoutTransaction { db in
          try db.execute(sql: "INSERT INTO t VALUES (1)")
          pool.spawnConcurrentRead { result in tell(Result { try Self.count(try result.get()) }) }
          try db.execute(sql: "INSERT INTO t VALUES (2)")
        }
      }
      if case .failure(let error) = went { tell(.failure(error)) }
    }
    #expect(try count?.get() == 1)
  }

  @Test func `a concurrent read must be started in a write, after a commit`() throws {
    let codes = Log<DatabaseError.Code?>()
    let note: @Sendable (Result<Database, any Error>) -> Void = { result in
      if case .failure(let error) = result { codes.append((error as? DatabaseError)?.code) }
    }
    pool.asyncConcurrentRead(note)
    try pool.write { _ in pool.spawnConcurrentRead(note) }
    let queue = try DatabaseQueue()
    queue.spawnConcurrentRead(note)
    #expect(codes.all == [.misuse, .misuse, .misuse])
    try queue.writeWithoutTransaction { db in
      queue.spawnConcurrentRead { result in
        #expect(throws: DatabaseError.self) { try result.get().execute(sql: "CREATE TABLE t (n)") }
      }
      try db.execute(sql: "CREATE TABLE t (n)")
    }
  }
}
