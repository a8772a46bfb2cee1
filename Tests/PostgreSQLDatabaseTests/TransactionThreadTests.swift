import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

/// Tests of the threads on which the closures of transactions that may suspend run.
///
/// Each test has a process of its own, because one blocks all threads of the cooperative pool, and
/// a check of an actor ends the process if it fails.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TransactionThreadTests {
  let scratch: PostgresScratchDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    try scratch.connect().execute(script: "CREATE TABLE item (number int)")
  }

  @Test func `a transaction goes on while accesses block all threads of the pool`() async throws {
    let options = scratch.configuration.options
    await #expect(processExitsWith: .success) { [options = options as [String: String]] in
      try await goOnAmongBlockedThreads(options) { body in try await body(nil) }
    }
  }

  @Test func `an actor's transaction goes on while accesses block all threads of the pool`()
    async throws
  {
    let options = scratch.configuration.options
    await #expect(processExitsWith: .success) { [options = options as [String: String]] in
      let owner = Owner()
      try await goOnAmongBlockedThreads(options) { body in
        try await owner.call { try await body(owner) }
      }
    }
  }

  @Test func `the closure runs on the caller's actor, also when it runs again`() async throws {
    let options = scratch.configuration.options
    await #expect(processExitsWith: .success) { [options = options as [String: String]] in
      let (database, owner) = (openedDatabase(options), Owner())
      try await owner.call { try await insertAgain(into: database, owner) }
      try await callOnMainActor { try await insertAgain(into: database, MainActor.shared) }
      #expect(try await count(in: database) == 2)
      await database.close()
    }
  }
}

/// Opens a database with one connection.
private func openedDatabase(_ options: [String: String]) -> PostgresDatabase {
  var connection = PostgresConfiguration()
  connection.options = options
  var configuration = PostgresDatabaseConfiguration(connection)
  configuration.maximumConnectionCount = 1
  // It only ends a test that hangs.
  configuration.waitLimit = .seconds(300)
  return PostgresDatabase(configuration)
}

/// Suspends a transaction until accesses that wait for its connection block all threads of the
/// cooperative pool of this process.
///
/// - Parameter call: Calls its argument with the actor on which it does so.
private func goOnAmongBlockedThreads(
  _ options: [String: String],
  _ call: @escaping @Sendable (@Sendable ((any Actor)?) async throws -> Void) async throws -> Void
) async throws {
  let database = openedDatabase(options)
  let (held, goOn, blocking) = (Signal(), Signal(), Gate())
  let threadCount = ProcessInfo.processInfo.activeProcessorCount
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await call { try await insertTwice(into: database, $0, held, goOn) } }
    await held.wait()
    for _ in 0..<4 * threadCount {
      group.addTask {
        blocking.open()
        try insertNow(into: database)
      }
    }
    Thread.detachNewThread {
      for _ in 0..<threadCount { blocking.pass() }
      goOn.send()
    }
    try await group.waitForAll()
  }
  #expect(try await count(in: database) == 4 * threadCount + 2)
  await database.close()
}

private let insertion = "INSERT INTO item VALUES (1)"

private func count(in database: PostgresDatabase) async throws -> Int? {
  try await database.read { db in try db.integer("SELECT count(*) FROM item") }
}

private func insertNow(into database: PostgresDatabase) throws {
  try database.write { db in _ = try db.execute(insertion) }
}

/// Inserts two rows in a transaction that suspends between them.
private func insertTwice(
  into database: PostgresDatabase,
  _ owner: (any Actor)?,
  _ held: Signal,
  _ goOn: Signal
) async throws {
  // The deadline only ends a test that hangs.
  try await database.withTransaction(deadline: .seconds(300)) { transaction in
    owner?.preconditionIsolated()
    try await transaction.run { db in _ = try db.execute(insertion) }
    held.send()
    await goOn.wait()
    owner?.preconditionIsolated()
    try await transaction.run { db in _ = try db.execute(insertion) }
  }
}

/// Inserts a row in a transaction whose first attempt fails.
private func insertAgain(into database: PostgresDatabase, _ owner: any Actor) async throws {
  var attemptCount = 0
  try await database.withTransaction(retrying: .serializationFailures()) { transaction in
    owner.preconditionIsolated()
    attemptCount += 1
    try await transaction.run { db in _ = try db.execute(insertion) }
    owner.preconditionIsolated()
    if attemptCount == 1 { throw PostgresError(code: .serializationFailure, message: "A test's.") }
  }
  #expect(attemptCount == 2)
  owner.preconditionIsolated()
}

@MainActor
private func callOnMainActor(_ body: @Sendable () async throws -> Void) async throws {
  try await body()
}

private actor Owner {
  func call(_ body: @Sendable () async throws -> Void) async throws { try await body() }
}
