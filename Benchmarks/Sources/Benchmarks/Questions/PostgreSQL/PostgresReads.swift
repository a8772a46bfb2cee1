import CPostgreSQL
import Dispatch
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport

/// A pool, and a raw connection that reads the same in as many transactions.
private struct PostgresReads {
  static let count = 2_000
  let pair: PostgresPair
  let database: PostgresDatabase

  init() throws {
    pair = try PostgresPair("CREATE TABLE item (n int); INSERT INTO item VALUES (7)")
    try pair.prepare("n", "SELECT n FROM item")
    database = PostgresDatabase(PostgresDatabaseConfiguration(pair.server.configuration()))
  }

  /// Makes raw calls, with three round trips for each read: to begin, to read and to commit.
  func baseline() throws -> Int {
    var sum = 0
    for _ in 0..<Self.count {
      try pair.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let result = livesql_PQexecPrepared(pair.raw, "n", 0, nil, nil, nil, 1)
      defer { livesql_PQclear(result) }
      try pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
      sum += rawInteger(result, 0, 0)
      try pair.run("COMMIT")
    }
    return sum
  }

  /// Makes raw calls with one round trip for each read, which sees a snapshot of its own.
  func plain() throws -> Int {
    var sum = 0
    for _ in 0..<Self.count {
      let result = livesql_PQexecPrepared(pair.raw, "n", 0, nil, nil, nil, 1)
      defer { livesql_PQclear(result) }
      try pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
      sum += rawInteger(result, 0, 0)
    }
    return sum
  }

  @Sendable
  static func read(_ db: PostgresConnection) throws -> Int {
    try db.execute("SELECT n FROM item").first { row in try row.decode(Int.self, at: 0) } ?? 0
  }
}

/// The cost of taking a connection from the pool for each read, and returning it.
struct PostgresPoolReads: Question {
  static let name = "postgres-pool-reads"
  static let work = "PostgreSQL: 2,000 reads from the pool, one after the other"
  static let bar: Double? = 1.15

  private let reads: PostgresReads

  init(in folder: String) throws { reads = try PostgresReads() }

  func baseline() throws -> Int { try reads.baseline() }

  func ours() throws -> Int {
    var sum = 0
    for _ in 0..<PostgresReads.count { sum += try reads.database.read(PostgresReads.read) }
    return sum
  }
}

/// The cost of a read with one query, compared to the query alone.
///
/// Both take one round trip, but the server also begins and ends a transaction. On the same machine
/// that is a large part of the time, and over a network it is none.
struct PostgresJoinedReads: Question {
  static let name = "postgres-joined-reads"
  static let work =
    "PostgreSQL: 2,000 reads of one query; baseline: the query without a transaction"
  static let bar: Double? = nil

  private let reads: PostgresReads

  init(in folder: String) throws { reads = try PostgresReads() }

  func baseline() throws -> Int { try reads.plain() }

  func ours() throws -> Int {
    var sum = 0
    for _ in 0..<PostgresReads.count { sum += try reads.database.read(PostgresReads.read) }
    return sum
  }
}

/// The cost of switching to a connection's thread for each read, and back.
struct PostgresAsyncReads: Question {
  static let name = "postgres-async-reads"
  static let work =
    "PostgreSQL: 2,000 asynchronous reads by one task; baseline: reads by a thread"
  static let bar: Double? = nil

  private let reads: PostgresReads

  init(in folder: String) throws { reads = try PostgresReads() }

  func baseline() throws -> Int { try reads.baseline() }

  func ours() throws -> Int {
    let sum = Box()
    let done = DispatchSemaphore(value: 0)
    let database = reads.database
    Task.detached {
      sum.result = await Swift.Result { try await Self.read(database) }
      done.signal()
    }
    done.wait()
    return try sum.result.get()
  }

  private static func read(_ database: PostgresDatabase) async throws -> Int {
    var sum = 0
    for _ in 0..<PostgresReads.count { sum += try await database.read(PostgresReads.read) }
    return sum
  }

  /// A box in which the task leaves its result.
  ///
  /// `@unchecked Sendable`: 1. it is written before the semaphore is signalled, and read
  /// afterwards.
  private final class Box: @unchecked Sendable {
    var result: Result<Int, any Error> = .success(0)
  }
}
