import LiveSQL
import LiveSQLTestSupport
import Synchronization

/// Commits that touch many of 100,000 ordered rows.
enum BulkInPlace: Figure {
  static let name = "live-bulk"
  static let work = "Time per row: 1,000 of 100,000 ordered rows change in one commit"
  static let unit = "µs"
  static let bar = FigureBar.atMost(3)

  static func measure(in folder: String) throws -> Double {
    let bulk = try BulkBooks(in: folder)
    return try bulk.times(count: 1_000, BulkBooks.inPlace).median
  }
}

enum BulkMoves: Figure {
  static let name = "live-bulk-moves"
  static let work = "Time per row: 1,000 of 100,000 ordered rows move in one commit"
  static let unit = "µs"
  static let bar = FigureBar.atMost(3)

  static func measure(in folder: String) throws -> Double {
    let bulk = try BulkBooks(in: folder)
    return try bulk.times(count: 1_000, BulkBooks.moves).median
  }
}

enum BulkAgainstRun: Figure {
  static let name = "live-bulk-run"
  static let work =
    "Patching 10 to 50,000 of 100,000 rows, at worst, compared to running the query again"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.5)

  static func measure(in folder: String) throws -> Double {
    let bulk = try BulkBooks(in: folder)
    var worst = 0.0
    for statement in [BulkBooks.inPlace, BulkBooks.moves] {
      for count in [10, 100, 1_000, 3_000, 9_000, 20_000, 50_000] {
        let time = try bulk.times(count: count, statement).median * Double(count)
        worst = max(worst, time / (try bulk.runTime(count: count, statement)))
      }
    }
    return worst
  }
}

/// A live result of 100,000 books that is patched as the engine does it.
///
/// State: the result, used by one thread.
private final class BulkBooks {
  static let inPlace = "UPDATE books SET pages = pages + 1 WHERE (id * 7919 + ?) % 100003 < ?"
  static let moves = """
    UPDATE books SET title = printf('%08d of many titles', (id * 104729 + ?1 * 31) % 1000003)
    WHERE (id * 7919 + ?1) % 100003 < ?2
    """
  private let books: LiveLibrary
  private var select = PatchedSelect(Book.order(by: \.title))
  private let received = Received()
  private let subscription: ChangeSubscription
  private var step = 0

  /// State: the last change set, guarded by the mutex.
  private final class Received: Sendable {
    let changes = Mutex<ChangeSet?>(nil)
  }

  init(in folder: String) throws {
    books = try LiveLibrary(in: folder, count: 100_000)
    subscription = books.database.changeSource.subscribe(to: .fullDatabase, detail: .keys) {
      [received] changes in received.changes.withLock { $0 = changes }
    }
    try books.database.read { db in try select.start(db) }
  }

  /// Returns the microseconds per row for each of several commits.
  func times(count: Int, _ statement: String) throws -> [Double] {
    var times: [Double] = []
    for _ in 0..<9 {
      guard let changes = try commit(count: count, statement) else { throw NothingHappened() }
      try books.database.read { db in
        let start = Clock.wall.milliseconds
        _ = try select.apply(changes, db)
        times.append((Clock.wall.milliseconds - start) * 1000 / Double(count))
      }
    }
    return times
  }

  /// Returns the microseconds that the query takes after such commits, which leave nothing in the
  /// cache of the reader.
  func runTime(count: Int, _ statement: String) throws -> Double {
    var times: [Double] = []
    for _ in 0..<5 {
      guard let changes = try commit(count: count, statement) else { throw NothingHappened() }
      try books.database.read { db in
        let start = Clock.wall.milliseconds
        _ = try Book.order(by: \.title).fetchAll(db)
        times.append((Clock.wall.milliseconds - start) * 1000)
        _ = try select.apply(changes, db)
      }
    }
    return times.median
  }

  private func commit(count: Int, _ statement: String) throws -> ChangeSet? {
    step += 1
    let arguments: StatementArguments = [step * 7001, count]
    try books.database.write { db in try db.execute(sql: statement, arguments: arguments) }
    return received.changes.withLock { $0 }
  }
}
