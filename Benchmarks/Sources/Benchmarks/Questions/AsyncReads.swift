import CSQLite
import Dispatch
import SQLiteDatabase
import SampleShop

/// Asynchronous reads by several tasks at once: the cost of switching to a reader's thread and
/// back.
///
/// The tasks share 4,000 reads, each of the city of one customer. The baseline makes the same calls
/// one after the other on one thread, and lets SQLite make the transactions, which saves it two
/// statements each.
struct AsyncReads {
  private static let sql = "SELECT city FROM customers WHERE id = ?"
  private static let keys = (0..<4_000).map { $0 * 7_919 % SampleShop.customerCount + 1 }
  private let pool: DatabasePool
  private let raw: RawConnection
  private let statement: OpaquePointer

  init(in folder: String) throws {
    pool = try DatabasePool(path: folder + "/customers.db")
    try pool.write { db in try Shop.insertCustomers(db) }
    raw = try RawConnection(folder + "/customers.db")
    statement = try raw.prepare(Self.sql)
  }

  func baseline() throws -> Int {
    var sum = 0
    for key in Self.keys {
      sqlite3_bind_int64(statement, 1, Int64(key))
      try raw.check(sqlite3_step(statement), is: SQLITE_ROW)
      sum &+= Int(sqlite3_column_bytes(statement, 0))
      sqlite3_reset(statement)
    }
    return sum
  }

  func ours(tasks: Int) throws -> Int {
    let sum = Box()
    let done = DispatchSemaphore(value: 0)
    let pool = pool
    Task.detached {
      sum.result = await Swift.Result { try await Self.read(pool, tasks: tasks) }
      done.signal()
    }
    done.wait()
    return try sum.result.get()
  }

  /// A box in which the task leaves its result.
  ///
  /// `@unchecked Sendable`: 1. it is written before the semaphore is signalled, and read
  /// afterwards.
  private final class Box: @unchecked Sendable {
    var result: Result<Int, any Error> = .success(0)
  }

  private static func read(_ pool: DatabasePool, tasks: Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var sum = 0
          for index in stride(from: task, to: keys.count, by: tasks) {
            let key = keys[index]
            sum += try await pool.read { db in
              try String.fetchOne(db, sql: sql, arguments: [key])?.utf8.count ?? 0
            }
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
  }
}

extension Result where Failure == any Error {
  init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// Reads by a single task.
struct AsyncReadsOfOneTask: Question {
  static let name = "async-reads-1"
  static let work = "4,000 asynchronous reads by one task"
  static let bar: Double? = 4

  private let reads: AsyncReads
  init(in folder: String) throws { reads = try AsyncReads(in: folder) }
  func baseline() throws -> Int { try reads.baseline() }
  func ours() throws -> Int { try reads.ours(tasks: 1) }
}

/// Reads by a few tasks at once.
struct AsyncReadsOf8Tasks: Question {
  static let name = "async-reads-8"
  static let work = "4,000 asynchronous reads by 8 tasks"
  static let bar: Double? = 4

  private let reads: AsyncReads
  init(in folder: String) throws { reads = try AsyncReads(in: folder) }
  func baseline() throws -> Int { try reads.baseline() }
  func ours() throws -> Int { try reads.ours(tasks: 8) }
}

/// Reads by far more tasks than a pool has readers.
struct AsyncReadsOf100Tasks: Question {
  static let name = "async-reads-100"
  static let work = "4,000 asynchronous reads by 100 tasks"
  static let bar: Double? = 5

  private let reads: AsyncReads
  init(in folder: String) throws { reads = try AsyncReads(in: folder) }
  func baseline() throws -> Int { try reads.baseline() }
  func ours() throws -> Int { try reads.ours(tasks: 100) }
}
