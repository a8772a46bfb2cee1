import Dispatch
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Synchronization
import Testing

/// A gate for closures that cannot suspend.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open(for count: Int = 1) { for _ in 0..<count { semaphore.signal() } }

  /// Blocks the thread until the gate was opened once; not for threads that tasks need.
  func pass() { semaphore.wait() }

  /// Waits until the gate was opened once.
  func passed() async { await until { semaphore.wait(timeout: .now()) == .success } }
}

/// A value that several tasks share.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in body(&value) }
  }
}

extension PostgresScratchDatabase {
  /// Returns a database with a pool, on the scratch database.
  func database(_ change: (inout PostgresDatabaseConfiguration) -> Void = { _ in })
    -> PostgresDatabase
  {
    var configuration = PostgresDatabaseConfiguration(self.configuration)
    change(&configuration)
    return PostgresDatabase(configuration)
  }
}

extension PostgresConnection {
  /// Returns the integer that a query returns.
  func integer(_ sql: String, _ values: [PostgresValue] = []) throws -> Int? {
    try execute(sql, values).first { row in try row.decode(Int?.self, at: 0) } ?? nil
  }

  /// Waits until a statement of another session sleeps, or waits for a lock.
  ///
  /// The server names a statement already while it is prepared, so the text says too little.
  func untilRunning(_ part: String, waitsForLock: Bool = false) async throws {
    let sql = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
        AND query LIKE '%' || $1 || '%' AND CASE WHEN $2 THEN wait_event_type = 'Lock' ELSE wait_event = 'PgSleep' END
      """
    try await until { try integer(sql, [.text(part), .bool(waitsForLock)]) != 0 }
  }
}

/// Returns the error that a closure throws.
func failure<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) throws -> Failure {
  try #require(throws: type) { try body() }
}

/// Returns the error that a closure throws.
func failure<Failure: Error>(_ type: Failure.Type, _ body: () async throws -> Void) async throws
  -> Failure
{
  try await #require(throws: type) { try await body() }
}

/// Tasks that write pairs, a row into each of two tables, until they are stopped.
final class PairWriters: Sendable {
  /// The pairs that were committed, and those that may have been.
  let told = Shared<Set<Int>>([])
  let unknown = Shared<Set<Int>>([])
  private let isOver = Shared(false)
  private let tasks: [Task<Void, any Error>]

  /// Creates the tables, and starts the tasks.
  init(_ database: PostgresDatabase, count: Int) async throws {
    try await database.write { db in
      try db.execute(
        script: "CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY)"
      )
    }
    tasks = (0..<count).map { [told, unknown, isOver] number in
      Task {
        var value = number
        while !isOver.withLock({ $0 }) {
          let id = value
          value += count
          do {
            try await database.write { db in
              try db.execute("INSERT INTO a VALUES ($1)", [.integer(Int64(id))])
              try db.execute("INSERT INTO b VALUES ($1)", [.integer(Int64(id))])
            }
            told.withLock { _ = $0.insert(id) }
          } catch let error as PostgresDatabaseError where error.code == .commitUnknown {
            unknown.withLock { _ = $0.insert(id) }
          } catch is PostgresError {}
        }
      }
    }
  }

  deinit { isOver.withLock { $0 = true } }

  /// Waits until this many more pairs are known to be written.
  func untilWritten(_ more: Int) async {
    let count = told.withLock { $0.count }
    await until { told.withLock { $0.count } > count + more }
  }

  /// Stops the tasks.
  func stop() async throws {
    isOver.withLock { $0 = true }
    for task in tasks { try await task.value }
  }

  /// Checks that no pair is incomplete, and that all committed pairs exist.
  func check(_ db: PostgresConnection) throws {
    let (a, b) = (try ids("a", db), try ids("b", db))
    #expect(a == b)
    let known = told.withLock { $0 }
    #expect(known.isSubset(of: a))
    #expect(a.isSubset(of: known.union(unknown.withLock { $0 })))
  }

  private func ids(_ table: String, _ db: PostgresConnection) throws -> Set<Int> {
    Set(try db.execute("SELECT id FROM \(table)").map { row in try row.decode(Int.self, at: 0) })
  }
}
