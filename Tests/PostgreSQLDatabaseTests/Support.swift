import Dispatch
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Synchronization
import Testing

/// Something that closures wait for which cannot suspend.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open(for count: Int = 1) { for _ in 0..<count { semaphore.signal() } }

  /// Blocks the thread until the gate was opened for somebody: not one that tasks need.
  func pass() { semaphore.wait() }

  /// Waits until the gate was opened for somebody.
  func passed() async { await until { semaphore.wait(timeout: .now()) == .success } }
}

/// A value that several tasks use.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in body(&value) }
  }
}

/// Waits until something has come about.
func until(_ condition: () throws -> Bool) async rethrows {
  while try !condition() { await Task.yield() }
}

extension PostgresScratchDatabase {
  /// A database with a pool, on the scratch database.
  func database(_ change: (inout PostgresDatabaseConfiguration) -> Void = { _ in })
    -> PostgresDatabase
  {
    var configuration = PostgresDatabaseConfiguration(self.configuration)
    change(&configuration)
    return PostgresDatabase(configuration)
  }
}

extension PostgresConnection {
  /// The integer of a query that has one.
  func integer(_ sql: String, _ values: [PostgresValue] = []) throws -> Int? {
    try execute(sql, values).first { row in try row.decode(Int?.self, at: 0) } ?? nil
  }

  /// Waits until a statement of another session is running, or waiting for a lock.
  func untilRunning(_ part: String, waitsForLock: Bool = false) async throws {
    let sql = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
        AND query LIKE '%' || $1 || '%' AND (wait_event_type = 'Lock' OR NOT $2)
      """
    try await until { try integer(sql, [.text(part), .bool(waitsForLock)]) != 0 }
  }
}

/// The error that a closure throws.
func failure<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) throws -> Failure {
  try #require(throws: type) { try body() }
}

/// The error that a closure throws.
func failure<Failure: Error>(_ type: Failure.Type, _ body: () async throws -> Void) async throws
  -> Failure
{
  try await #require(throws: type) { try await body() }
}
