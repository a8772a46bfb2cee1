import Dispatch
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import PostgreSQLLive

/// Transactions that a snapshot shows although their sessions have not told all others yet.
///
/// That moment is too short to be met in a test. So the tests look at transactions that still run,
/// by a snapshot in which they have committed.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct CatalogInvalidationTests {
  private let scratch: PostgresScratchDatabase
  private let writer: PostgresConnection
  private let changes: StreamedChanges
  private let reader: PostgresSnapshotReader

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    writer = try scratch.connect()
    try writer.execute(script: "CREATE TABLE item (id int PRIMARY KEY)")
    changes = StreamedChanges(scratch.configuration, settings: .init(), barrier: .flushed) { _ in }
    reader = PostgresSnapshotReader(
      try scratch.connect(),
      changes,
      answerTimeout: .hang,
      schemaVersion: 1
    )
  }

  /// Returns a snapshot that shows all transactions before a number.
  private func snapshot(before number: UInt64) throws -> PostgresSnapshot {
    try #require(PostgresSnapshot("\(number):\(number):"))
  }

  @Test func `a transaction that a snapshot shows is awaited until its lock is released`() throws {
    defer { changes.close() }
    let number = try writer.begin("GRANT SELECT ON item TO PUBLIC")
    #expect(try !reader.isEnding(aTransactionOf: nil))
    #expect(try !reader.isEnding(aTransactionOf: snapshot(before: number)))
    #expect(try reader.isEnding(aTransactionOf: snapshot(before: number + 1)))
    try writer.execute(script: "COMMIT")
    #expect(try !reader.isEnding(aTransactionOf: snapshot(before: number + 1)))
  }

  @Test func `an open savepoint of a transaction that runs is not awaited`() throws {
    defer { changes.close() }
    let number = try writer.begin("SAVEPOINT one; INSERT INTO item VALUES (1)")
    try writer.execute(script: "SAVEPOINT two; INSERT INTO item VALUES (2)")
    let running = try #require(PostgresSnapshot("\(number):\(number + 5):\(number)"))
    #expect(try !reader.isEnding(aTransactionOf: running))
    #expect(try reader.isEnding(aTransactionOf: snapshot(before: number + 5)))
    #expect(try !reader.isEnding(aTransactionOf: nil))
    try writer.execute(script: "COMMIT")
  }

  @Test func `names are planned when the transaction has ended and told what it changed`() throws {
    defer { changes.close() }
    try writer.execute(script: "CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1")
    try reader.begin(within: .hang)
    #expect(try mayCallFunction)
    let (configuration, asking) = (scratch.configuration, reader.connection.processID)
    let begun = Mutex<UInt64?>(nil)
    let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = Thread {
      defer { hasEnded.signal() }
      guard let writer = try? PostgresConnection(configuration) else { return }
      begun.withLock { $0 = try? writer.begin("REVOKE EXECUTE ON FUNCTION f() FROM PUBLIC") }
      hasBegun.signal()
      try? writer.waitForQuestion(of: asking)
      try? writer.execute(script: "COMMIT")
    }
    thread.start()
    hasBegun.wait(for: "the transaction")
    let number = try #require(begun.withLock { $0 })
    let shown = try snapshot(before: number + 1)
    reader.catchUpWithCatalog(with: shown, within: .hang)
    #expect(try !mayCallFunction)
    #expect(try !reader.isEnding(aTransactionOf: shown))
    reader.end()
    hasEnded.wait(for: "the end of the transaction")
  }

  /// Whether another role may call the function, according to what the reader's session has cached.
  private var mayCallFunction: Bool {
    get throws {
      let sql = "SELECT has_function_privilege('pg_monitor', 'f()', 'EXECUTE')"
      return try reader.connection.execute(sql).first { row in try row.decode(Bool.self, at: 0) }
        ?? false
    }
  }

  @Test func `a transaction that does not end makes the next comparison find a change`() throws {
    defer { changes.close() }
    let number = try writer.begin("GRANT SELECT ON item TO PUBLIC")
    let scope = CatalogFingerprint.Scope(publications: [], ownSchemas: [])
    _ = try reader.catalog.compare(reader.connection, scope)
    #expect(try reader.catalog.compare(reader.connection, scope).isSame)
    try reader.begin(within: .hang)
    reader.catchUpWithCatalog(with: try snapshot(before: number + 1), within: .zero)
    reader.end()
    #expect(try !reader.catalog.compare(reader.connection, scope).isSame)
    #expect(try reader.catalog.compare(reader.connection, scope).isSame)
    try writer.execute(script: "ROLLBACK")
  }
}

extension PostgresConnection {
  /// Begins a transaction, runs a statement in it, and returns its number.
  fileprivate func begin(_ statement: String) throws -> UInt64 {
    try execute(script: "BEGIN; \(statement)")
    let number = try execute("SELECT pg_current_xact_id()::text").first { row in
      try row.decode(String.self, at: 0)
    }
    return try #require(number.flatMap { UInt64($0) })
  }

  /// Lets the server wait until another session has asked which transactions run.
  fileprivate func waitForQuestion(of processID: Int32) throws {
    try execute(
      script: """
        SET LOCAL statement_timeout = '300s';
        DO $$ BEGIN
          WHILE NOT EXISTS (
            SELECT FROM pg_locks WHERE pid = \(processID) AND relation = 'pg_locks'::regclass
          ) LOOP PERFORM pg_sleep(0.001); END LOOP;
        END $$
        """
    )
  }
}
