import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Results that plans keep up to date, and that are judged after each commit.
struct WatchedPlan {
  private let database: DatabaseQueue
  private let received: Received
  private let subscription: ChangeSubscription
  private(set) var judges: [any JudgedResult]

  /// State: what was received, guarded by the mutex.
  private final class Received: Sendable {
    let changes = Mutex<[ChangeSet]>([])
  }

  /// Creates a database, and starts the results.
  ///
  /// - Parameter functions: Functions that the statements call.
  init(
    _ schema: String,
    _ judges: [any JudgedResult],
    functions: [DatabaseFunction] = []
  ) throws {
    database = try DatabaseQueue()
    try database.write { db in
      for function in functions { db.add(function: function) }
      try db.execute(sql: schema)
    }
    let received = Received()
    self.received = received
    subscription = database.changeSource.subscribe(to: .fullDatabase, detail: .keys) { changes in
      received.changes.withLock { $0.append(changes) }
    }
    var started = judges
    try database.unsafeRead { db in for index in started.indices { try started[index].start(db) } }
    self.judges = started
  }

  /// The number of commits for which the first result was patched.
  var patchCount: Int { judges[0].patchCount }

  /// Commits a statement, and compares all results with fresh ones.
  mutating func run(_ sql: String, _ comment: String = "") throws {
    try database.write { try $0.execute(sql: sql) }
    let changes = received.changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
    try database.unsafeRead { db in
      for index in judges.indices {
        let complaint = try judges[index].complaint(after: changes, db)
        try #require(complaint == nil, "\(comment) after \(sql)")
      }
    }
  }
}
