import Foundation
import LiveSQL
import LiveSQLPostgres
import PostgreSQLTestSupport
import Synchronization
import Testing

/// An operation on records that must give the same result on both databases.
struct RecordCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether the order matters.
  let isOrdered: Bool
  let run: @Sendable (any SQLConnection) throws -> [String]

  var testDescription: String { name }
}

/// Creates cases, each by a separate statement, so that the compiler checks them one by one.
func recordCases(_ make: (inout RecordCaseList) -> Void) -> [RecordCase] {
  var list = RecordCaseList()
  make(&list)
  return list.cases
}

struct RecordCaseList {
  fileprivate(set) var cases: [RecordCase] = []

  /// Adds the elements of a request, in order.
  mutating func ordered<Request: FetchRequest & Sendable>(_ name: String, _ request: Request) {
    add(name, isOrdered: true) { db in try request.fetchAll(db).map { "\($0)" } }
  }

  /// Adds the elements of a request, in any order.
  mutating func rows<Request: FetchRequest & Sendable>(_ name: String, _ request: Request) {
    add(name, isOrdered: false) { db in try request.fetchAll(db).map { "\($0)" } }
  }

  /// Adds the names of the players of a request, in order.
  mutating func names(_ name: String, _ request: QueryInterfaceRequest<Player>) {
    add(name, isOrdered: true) { db in try request.fetchAll(db).map(\.name) }
  }

  /// Adds the result of a closure.
  mutating func done<Value>(
    _ name: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) { add(name, isOrdered: true) { db in ["\(try body(db))"] } }

  /// Adds the result of a closure, and all rows afterwards.
  mutating func written<Value>(
    _ name: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) {
    add(name, isOrdered: true) { db in
      var lines = ["\(try body(db))"]
      lines += try Player.order(Column("id")).fetchAll(db).map { "\($0)" }
      lines += try Team.order(Column("id")).fetchAll(db).map { "\($0)" }
      lines += try Award.order(Column("playerId"), Column("title")).fetchAll(db).map { "\($0)" }
      return lines
    }
  }

  private mutating func add(
    _ name: String,
    isOrdered: Bool,
    _ run: @escaping @Sendable (any SQLConnection) throws -> [String]
  ) { cases.append(RecordCase(name: name, isOrdered: isOrdered, run: run)) }
}

/// Both databases, with the same records.
///
/// State: the databases, which one test uses at a time, behind a lock; the counts, behind another.
final class RecordDatabases: Sendable {
  static let shared = Result { try RecordDatabases() }
  private static let counts = Mutex((cases: 0, same: 0))

  private let scratch: PostgresScratchDatabase
  private let sqlite: DatabaseQueue
  private let postgres: Mutex<Connection>

  /// A connection that is used only with the lock held.
  private struct Connection: @unchecked Sendable {
    // 1. Nothing else refers to the connection, and it is used with the lock held.
    let db: PostgresConnection
  }

  private struct RolledBack: Error {}

  private init() throws {
    sqlite = try DatabaseQueue()
    try sqlite.write { db in
      try db.execute(sql: recordSchemaOnSQLite)
      try RecordSamples.insert(db)
    }
    scratch = try PostgresScratchDatabase()
    let db = try scratch.connect()
    try db.execute(script: recordSchemaOnPostgres)
    try RecordSamples.insert(db)
    postgres = Mutex(Connection(db: db))
  }

  /// Runs a case on both databases, and undoes it.
  func run(_ both: RecordCase) throws -> (sqlite: [String], postgres: [String]) {
    let expected = try onSQLite(both)
    let found = try postgres.withLock { connection in try Self.onPostgres(both, connection.db) }
    let result =
      both.isOrdered ? (expected, found) : (expected.sorted(), found.sorted())
    Self.count(isSame: result.0 == result.1)
    return result
  }

  private func onSQLite(_ both: RecordCase) throws -> [String] {
    var result: [String] = []
    try sqlite.writeWithoutTransaction { db in
      try db.inTransaction {
        result = try both.run(db)
        return .rollback
      }
    }
    return result
  }

  private static func onPostgres(_ both: RecordCase, _ db: PostgresConnection) throws -> [String] {
    // Rolled-back insertions have used up keys, which they do not on SQLite.
    try db.execute(script: "SELECT setval(pg_get_serial_sequence('player', 'id'), 6); BEGIN")
    defer { try? db.execute(script: "ROLLBACK") }
    return try both.run(db)
  }

  /// Prints the counts when all tests have ended.
  private static let printing: Void = {
    atexit {
      let counts = RecordDatabases.counts.withLock { $0 }
      print(
        "Records: \(counts.cases) cases ran on SQLite and on PostgreSQL, \(counts.same) with the same result."
      )
    }
  }()

  private static func count(isSame: Bool) {
    printing
    counts.withLock { counts in
      counts.cases += 1
      if isSame { counts.same += 1 }
    }
  }
}
