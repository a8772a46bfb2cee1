import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

@testable import DatabaseTools
@testable import SQLiteDatabase

/// A kind of database that a rule has to hold for.
enum DatabaseKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case queue
  case queueInMemory = "queue in memory"
  case pool
  case poolInMemory = "pool in memory"

  var testDescription: String { rawValue }

  /// Those with a file, which another connection can open.
  static let files: [DatabaseKind] = [.queue, .pool]
  /// Those with several connections.
  static let pools: [DatabaseKind] = [.pool, .poolInMemory]
}

/// A database for one test; a file has a folder of its own.
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

  /// Another object on the same file: to the first it is what another process is.
  func another(configure: (inout Configuration) -> Void = { _ in }) throws -> DatabaseQueue {
    var configuration = Configuration()
    configure(&configuration)
    return try DatabaseQueue(path: scratch.path(of: "test.db"), configuration: configuration)
  }

  /// How many rows a table has, read in an access of its own.
  func count(_ table: String = "t") throws -> Int {
    try writer.read { try $0.count(table) }
  }

  func integer(_ sql: String) throws -> Int? { try writer.read { try Int.fetchOne($0, sql: sql) } }

  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try writer.write { try $0.execute(sql: sql, arguments: arguments) }
  }
}

extension DatabaseWriter {
  // Asynchronous functions cannot name the synchronous accesses directly.

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

  /// A query that ends by being interrupted only; it sends a signal once it runs.
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

/// The change sets that a database has told since the log was made.
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

  /// The rows of one table that the only change set names.
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

/// An error of a test's own.
struct TestError: Error, Equatable {
  var name = ""
}

/// The database error that a closure throws, for where `#expect(throws:)` cannot stand: within another.
func failure<Result>(of body: () throws -> Result) -> DatabaseError? {
  do { _ = try body() } catch { return error as? DatabaseError }
  return nil
}
