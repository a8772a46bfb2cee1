import LiveSQL
import LiveSQLTestSupport
import Synchronization

@Table("books") struct Book: Equatable, Sendable {
  let id: Int
  var title: String
  var pages: Int
}

/// A table of books, a live result of it, and the changes of the last commit.
///
/// State: the result and the changes, used by one thread at a time.
final class LiveBooks<Element: Sendable> {
  let database: DatabaseQueue
  private let received: Received
  private let subscription: ChangeSubscription
  private var result: PatchedSelect<Element>
  private var step = 0

  /// State: the last change set, guarded by the mutex.
  private final class Received: Sendable {
    let changes = Mutex<ChangeSet?>(nil)
  }

  init(in folder: String, count: Int, _ result: PatchedSelect<Element>) throws {
    database = try DatabaseQueue(path: folder + "/books.db")
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER)"
      )
      try db.execute(sql: "CREATE INDEX byTitle ON books (title)")
      try db.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO books SELECT i, printf('%08d of many titles', i * 7919 % 1000003), i FROM n
          """
      )
    }
    let received = Received()
    self.received = received
    subscription = database.changeSource.subscribe(to: .fullDatabase, detail: .keys) { changes in
      received.changes.withLock { $0 = changes }
    }
    self.result = result
    try database.read { db in try self.result.start(db) }
  }

  /// Commits one update; numbers lead from one row to another.
  func commit(_ sql: String) throws {
    step += 1
    let id = step * 7919 % 1000 + 1
    try database.write { db in
      try db.execute(sql: sql, arguments: [step * 104_729 % 1_000_003, id])
    }
  }

  /// Patches the result.
  func patch() throws -> Int {
    guard let changes = received.changes.withLock({ $0 }) else { return -1 }
    let result = try database.unsafeRead { db in
      try self.result.apply(changes, db)?.newCount
    }
    return result ?? -1
  }

  /// Runs the query again.
  func rerun<S: SelectStatement>(_ statement: S) throws -> Int
  where S.QueryValue == (), S.Joins == (), S.From.QueryOutput: Sendable {
    try database.unsafeRead { db in try statement.fetchAll(db).count }
  }
}
