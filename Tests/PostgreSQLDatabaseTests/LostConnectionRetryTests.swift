import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLDatabase

/// The policies for lost connections, and their combinations.
@Suite struct LostConnectionPolicyTests {
  private static let lost = PostgresError(code: .connectionFailure, message: "")
  private static let conflict = PostgresError(code: .serializationFailure, message: "")
  private static let unknown = PostgresDatabaseError.commitUnknown(lost)

  /// Returns the number of attempts that a policy allows if each fails with the error.
  private func attempts(_ retry: PostgresRetry, _ error: any Error) -> Int {
    (1...20).first { retry.delay(after: $0, error) == nil } ?? 0
  }

  @Test func `each policy retries after its own errors`() {
    let conflicts = PostgresRetry.serializationFailures()
    let losses = PostgresRetry.lostConnections()
    #expect(attempts(conflicts, Self.conflict) == 5 && attempts(conflicts, Self.lost) == 1)
    #expect(attempts(losses, Self.conflict) == 1 && attempts(losses, Self.lost) == 3)
    #expect(attempts(losses, PostgresDatabaseError.lostAgain) == 3)
    #expect(attempts(losses, PostgresError(code: .adminShutdown, message: "")) == 3)
    #expect(attempts(losses, PostgresError(code: .uniqueViolation, message: "")) == 1)
    #expect(attempts(.never, Self.lost) == 1)
    #expect(attempts(.lostConnections(attempts: 0), Self.lost) == 1)
  }

  @Test func `a commit whose outcome is unknown is only repeated on request`() {
    #expect(attempts(.lostConnections(attempts: 9), Self.unknown) == 1)
    #expect(attempts(.lostConnections(attempts: 9, afterUnknownCommit: true), Self.unknown) == 9)
  }

  @Test func `combined policies retry after the errors of each`() {
    let losses = PostgresRetry.lostConnections(attempts: 4, afterUnknownCommit: true)
    let both = PostgresRetry.serializationFailures(attempts: 7).or(losses)
    #expect(attempts(both, Self.conflict) == 7)
    #expect(attempts(both, Self.lost) == 4 && attempts(both, Self.unknown) == 4)
    #expect(both == losses.or(.serializationFailures(attempts: 7)))
    #expect(attempts(both.or(.lostConnections(attempts: 6)), Self.lost) == 6)
    #expect(attempts(both.or(.lostConnections(attempts: 6)), Self.unknown) == 4)
  }
}

/// Accesses that run again after a lost connection.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct LostConnectionRetryTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database()
    try database.write { db in
      try db.execute(
        script: """
          CREATE TABLE visit (attempt int);
          CREATE TABLE item (id int);
          CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(606); RETURN NULL; END $$;
          CREATE CONSTRAINT TRIGGER last AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION end_session()
          """
      )
    }
  }

  /// Notes an attempt in the table, and loses the connection in the first ones.
  private static func visit(_ attempt: Int, losing count: Int, _ db: PostgresConnection) throws {
    try db.execute("INSERT INTO visit VALUES ($1)", [.integer(Int64(attempt))])
    if attempt <= count {
      try db.execute("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(605)")
    }
  }

  private func visits() async throws -> [Int?] {
    try await database.read { db in
      try db.execute("SELECT attempt FROM visit ORDER BY 1")
        .map { row in try row.decode(Int?.self, at: 0) }
    }
  }

  @Test func `a write runs again on another connection, and its first attempts leave nothing`()
    async throws
  {
    let attempts = Shared(0)
    try await database.write(retrying: .lostConnections(attempts: 3)) { db in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      try Self.visit(attempt, losing: 2, db)
    }
    #expect(try await visits() == [3])
    #expect(database.statistics.lostCount == 2)
  }

  @Test func `a write that blocks its thread runs again, too`() throws {
    var attempt = 0
    try database.write(retrying: .lostConnections()) { db in
      attempt += 1
      try Self.visit(attempt, losing: 1, db)
    }
    #expect(attempt == 2)
  }

  @Test func `a suspending transaction runs again`() async throws {
    let attempts = Shared(0)
    try await database.withTransaction(retrying: .lostConnections()) { transaction in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      try await transaction.run { db in try Self.visit(attempt, losing: 1, db) }
    }
    #expect(try await visits() == [2])
  }

  @Test func `a lost connection is an error unless retries are requested`() throws {
    var attempt = 0
    let error = try failure(PostgresError.self) {
      try database.write(retrying: .serializationFailures()) { db in
        attempt += 1
        try Self.visit(attempt, losing: 9, db)
      }
    }
    #expect(error.endsSession)
    #expect(attempt == 1)
  }

  @Test(arguments: [false, true])
  func `a write whose commit is unknown runs again only if its closure may`(
    mayRunAgain: Bool
  ) async throws {
    let attempts = Shared(0)
    let retry = PostgresRetry.lostConnections(attempts: 3, afterUnknownCommit: mayRunAgain)
    let database = database
    let write = { @Sendable in
      try await database.write(retrying: retry) { db in
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        let table = attempt == 1 ? "item" : "visit"
        try db.execute("INSERT INTO \(table) VALUES ($1)", [.integer(Int64(attempt))])
      }
    }
    if mayRunAgain {
      try await write()
      #expect(try await visits() == [2])
    } else {
      let error = try await failure(PostgresDatabaseError.self) { try await write() }
      #expect(error.code == .commitUnknown)
      #expect(attempts.withLock { $0 } == 1)
    }
  }
}
