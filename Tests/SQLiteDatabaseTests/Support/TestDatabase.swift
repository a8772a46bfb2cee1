import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// A kind of database for which a rule must hold.
enum DatabaseKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case queue
  case queueInMemory = "queue in memory"
  case pool
  case poolInMemory = "pool in memory"

  var testDescription: String { rawValue }

  /// The kinds with a file, which another connection can open.
  static let files: [DatabaseKind] = [.queue, .pool]
  /// The kinds with several connections.
  static let pools: [DatabaseKind] = [.pool, .poolInMemory]
}

/// A database for one test; a file has its own folder.
struct TestDatabase: Sendable {
  let writer: any DatabaseWriter
  let scratch: ScratchDirectory

  init(
    _ kind: DatabaseKind,
    _ schema: String = "",
    configure: (inout Configuration) -> Void = { _ in }
  ) throws {
    scratch = try ScratchDirectory()
    var configuration = Configuration()
    configure(&configuration)
    let path = scratch.path(of: "test.db")
    writer =
      switch kind {
      case .queue: try DatabaseQueue(path: path, configuration: configuration)
      case .queueInMemory: try DatabaseQueue(configuration: configuration)
      case .pool: try DatabasePool(path: path, configuration: configuration)
      case .poolInMemory: try DatabasePool(configuration: configuration)
      }
    try writer.write { try $0.execute(sql: schema) }
  }

  /// Opens another object on the same file, which relates to the first like another process.
  func another(configure: (inout Configuration) -> Void = { _ in }) throws -> DatabaseQueue {
    var configuration = Configuration()
    configure(&configuration)
    return try DatabaseQueue(path: scratch.path(of: "test.db"), configuration: configuration)
  }

  /// Returns the number of rows in a table, read in a separate access.
  func count(_ table: String = "t") throws -> Int {
    try writer.read { try $0.count(table) }
  }

  func integer(_ sql: String) throws -> Int? { try writer.read { try Int.fetchOne($0, sql: sql) } }

  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try writer.write { try $0.execute(sql: sql, arguments: arguments) }
  }
}

extension DatabaseWriter {
  // Asynchronous functions cannot call the synchronous accesses by name.

  func readNow<Result>(_ body: (Database) throws -> Result) throws -> Result { try read(body) }
  func writeNow<Result>(_ body: (Database) throws -> Result) throws -> Result { try write(body) }
  func useNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writeWithoutTransaction(body)
  }
  func barrierNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try barrierWriteWithoutTransaction(body)
  }
}

extension Database {
  func count(_ table: String = "t") throws -> Int {
    try Int.fetchOne(self, sql: "SELECT count(*) FROM \(quotedIdentifier(table))") ?? -1
  }

  /// Runs a query that ends only by interruption, and sends a signal once it runs.
  func runEndlessQuery(_ signal: Signal) throws {
    try connection.addFunction("started", argumentCount: 0) { _ in
      signal.send()
      return 1
    }
    _ = try Int.fetchOne(
      self,
      sql: """
        WITH RECURSIVE c (n) AS (SELECT started() UNION ALL SELECT n + 1 FROM c)
        SELECT max(n) FROM c
        """
    )
  }
}

/// A log of the change sets that a database has published since the log was created.
final class ChangeLog: Sendable {
  private let entries = Mutex<[ChangeSet]>([])
  private let subscription = Mutex<ChangeSubscription?>(nil)

  init(_ database: any DatabaseWriter, region: Region = .fullDatabase) {
    let subscription = database.changeSource.subscribe(
      to: region,
      receive: { [weak self] changes in self?.entries.withLock { $0.append(changes) } }
    )
    self.subscription.withLock { $0 = subscription }
  }

  var all: [ChangeSet] { entries.withLock { $0 } }

  /// Returns the rows of one table in the only change set.
  func rows(_ table: TableName = "t") throws -> [Change] {
    try #require(all.count == 1)
    guard case .rows(let rows) = all[0].tables[table] else {
      throw UnexpectedChanges(changes: all[0])
    }
    return rows
  }

  func removeAll() { entries.withLock { $0 = [] } }
}

struct UnexpectedChanges: Error {
  let changes: ChangeSet
}

/// An error for tests.
struct TestError: Error, Equatable {
  var name = ""
}

/// Returns the database error that a closure throws; `#expect(throws:)` cannot be nested.
func failure<Result>(of body: () throws -> Result) -> DatabaseError? {
  do { _ = try body() } catch { return error as? DatabaseError }
  return nil
}
