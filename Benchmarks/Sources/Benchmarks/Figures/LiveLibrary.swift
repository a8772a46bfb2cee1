import Foundation
import LiveSQL
import Observation
import Synchronization

/// A database of books with a property that shows them, which measures how soon commits are seen.
struct LiveLibrary {
  let database: DatabasePool

  init(in folder: String, count: Int) throws {
    database = try DatabasePool(path: folder + "/books.db")
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, pages INTEGER)"
      )
      try db.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO books SELECT i, printf('%08d of many titles', i * 7919 % 1000003), i FROM n
          """
      )
      try db.execute(sql: "CREATE INDEX byTitle ON books (title)")
    }
  }

  /// Returns the microseconds from the return of a commit until a property has the new rows: the
  /// median of many commits.
  ///
  /// The property is observed as by a view.
  func latency(of statement: String, commits: Int = 300) throws -> Double {
    @FetchAll(Book.order(by: \.title), database: database, delivery: .immediate) var books
    let count = try database.read { db in try Book.fetchCount(db) }
    try waitUntil { $books.count == count }
    var latencies: [Double] = []
    for step in 1...commits {
      let seen = Moment()
      withObservationTracking {
        _ = $books.count
      } onChange: {
        seen.set()
      }
      let arguments: StatementArguments = [step * 104_729 % 1_000_003, step * 7919 % 1000 + 1]
      try database.write { db in try db.execute(sql: statement, arguments: arguments) }
      let returned = Clock.wall.milliseconds
      latencies.append(max(0, seen.wait() - returned) * 1000)
    }
    return latencies.median
  }

  /// Waits for a condition, and throws after some seconds.
  func waitUntil(_ condition: () -> Bool) throws {
    let limit = Date().addingTimeInterval(30)
    while !condition() {
      guard Date() < limit else { throw NothingHappened() }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}

/// An error: nothing was published.
struct NothingHappened: Error {}

/// The time when something first happened.
///
/// State: the milliseconds, guarded by the mutex.
final class Moment: Sendable {
  private let time = Mutex<Double?>(nil)
  private let happened = DispatchSemaphore(value: 0)

  func set() {
    let now = Clock.wall.milliseconds
    time.withLock { if $0 == nil { $0 = now } }
    happened.signal()
  }

  func wait() -> Double {
    happened.wait()
    return time.withLock { $0 ?? 0 }
  }

  /// Waits, and throws after some seconds.
  func waitBriefly() throws -> Double {
    guard happened.wait(timeout: .now() + .seconds(30)) == .success else {
      throw NothingHappened()
    }
    return time.withLock { $0 ?? 0 }
  }
}
