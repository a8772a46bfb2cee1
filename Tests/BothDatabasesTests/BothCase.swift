import Foundation
import LiveSQL
import PostgreSQL
import PostgreSQLQueries
import PostgreSQLTestSupport
import Synchronization
import Testing

/// A statement that runs on both databases, and must return the same rows.
struct BothCase: Sendable, CustomTestStringConvertible {
  let name: String
  let isOrdered: Bool
  let onSQLite: @Sendable (Database) throws -> [String]
  let onPostgres: @Sendable (PostgresConnection) throws -> [String]

  var testDescription: String { name }
}

/// Creates cases, each by a separate statement, so that the compiler checks them one by one.
func cases(_ make: (inout CaseList) -> Void) -> [BothCase] {
  var list = CaseList()
  make(&list)
  return list.cases
}

struct CaseList {
  fileprivate(set) var cases: [BothCase] = []

  /// Adds the rows that a query returns.
  mutating func rows<Query: TypedRowQuery>(_ name: String, _ query: Query) {
    cases.append(
      BothCase(
        name: name,
        isOrdered: query.query.render().sql.contains("ORDER BY"),
        onSQLite: { db in try query.fetchAll(db).map { "\($0)" } },
        onPostgres: { db in try query.rows(db, as: Query.Shape.self).map { "\($0)" } }
      )
    )
  }

  /// Adds the value of an expression for each entry.
  mutating func value<Value: QueryRepresentable>(
    _ name: String,
    _ selection: (Entry.TableColumns) -> SQLQueryExpression<Value>
  ) { rows(name, Entry.order(by: \.id).select { selection($0) }) }

  /// Adds the entries for which a condition holds.
  mutating func entries(
    _ name: String,
    _ condition: (Entry.TableColumns) -> SQLQueryExpression<Bool>
  ) { rows(name, Entry.where { condition($0) }.order(by: \.id).select(\.id)) }

  /// Adds the rows that a writing statement leaves behind.
  mutating func written<Written: TypedSQL.Statement<()> & Sendable>(
    _ name: String,
    _ statement: Written
  ) {
    cases.append(
      BothCase(
        name: name,
        isOrdered: true,
        onSQLite: { db in
          try statement.execute(db)
          return try Entry.order(by: \.id).fetchAll(db).map { "\($0)" }
            + Part.order(by: \.id).fetchAll(db).map { "\($0)" }
        },
        onPostgres: { db in
          try statement.execute(db)
          return try Entry.order(by: \.id).fetchAll(db).map { "\($0)" }
            + Part.order(by: \.id).fetchAll(db).map { "\($0)" }
        }
      )
    )
  }

  /// Adds the rows that a writing statement returns.
  mutating func returned<Value: QueryRepresentable, Written: TypedSQL.Statement<Value> & Sendable>(
    _ name: String,
    _ statement: Written
  ) {
    cases.append(
      BothCase(
        name: name,
        isOrdered: false,
        onSQLite: { db in try statement.fetchAll(db).map { "\($0)" } },
        onPostgres: { db in try statement.fetchAll(db).map { "\($0)" } }
      )
    )
  }
}

/// Both databases, with the same rows.
///
/// State: the databases, which one test uses at a time, behind a lock; the counts, behind another.
final class BothDatabases: Sendable {
  static let shared = Result { try BothDatabases() }
  private static let counts = Mutex((sqlite: 0, postgres: 0))

  let scratch: PostgresScratchDatabase
  private let sqlite: DatabaseQueue
  private let postgres: Mutex<Connection>

  /// A connection that is used only with the lock held.
  private struct Connection: @unchecked Sendable {
    // 1. Nothing else refers to the connection, and it is used with the lock held.
    let db: PostgresConnection
  }

  private init() throws {
    sqlite = try DatabaseQueue()
    try sqlite.write { db in
      try Entry.createTable().execute(db)
      try Part.createTable().execute(db)
      try Entry.insert { Entry.samples }.execute(db)
      try Part.insert { Part.samples }.execute(db)
    }
    scratch = try PostgresScratchDatabase()
    let db = try scratch.connect()
    try Entry.createTable().execute(db)
    try Part.createTable().execute(db)
    try Entry.insert { Entry.samples }.execute(db)
    try Part.insert { Part.samples }.execute(db)
    postgres = Mutex(Connection(db: db))
    atexit {
      let counts = BothDatabases.counts.withLock { $0 }
      print(
        "Cases of BothDatabasesTests: \(counts.sqlite) ran on SQLite, \(counts.postgres) on PostgreSQL."
      )
    }
  }

  /// Runs a case on both databases, and rolls back what it writes.
  func run(_ both: BothCase) throws -> (sqlite: [String], postgres: [String]) {
    var onSQLite: [String] = []
    try sqlite.write { db in
      try db.inSavepoint {
        onSQLite = try both.onSQLite(db)
        return .rollback
      }
    }
    Self.counts.withLock { $0.sqlite += 1 }
    let onPostgres = try postgres.withLock { connection in
      try connection.db.execute(script: "BEGIN")
      defer { try? connection.db.execute(script: "ROLLBACK") }
      return try both.onPostgres(connection.db)
    }
    Self.counts.withLock { $0.postgres += 1 }
    return both.isOrdered ? (onSQLite, onPostgres) : (onSQLite.sorted(), onPostgres.sorted())
  }
}
