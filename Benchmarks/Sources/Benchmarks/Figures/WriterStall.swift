import Foundation
import LiveSQL
import Observation
import Synchronization

/// The longest time that a commit takes while a result of 100,000 rows is published.
///
/// It is the lower quartile of the longest times, since a busy machine stops a thread now and then,
/// but a lock does so each time.
///
/// In one figure something holds the array, so that it must be copied; in the other the whole
/// result is replaced, so that the old one is released.
///
/// Checkpoints are left out: after such a large commit, the next one copies its pages into the
/// file, whoever observes.
enum WriterStall: Figure {
  static let name = "live-writer-stall"
  static let work =
    "The longest commit while a result of 100,000 rows is published that something holds"
  static let unit = "µs"
  static let bar = FigureBar.atMost(200)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000)
      .longestCommit(after: "UPDATE books SET pages = pages + 1 WHERE id = 7", isHeld: true)
  }
}

enum WriterStallOfRun: Figure {
  static let name = "live-writer-stall-run"
  static let work = "The longest commit while a query that ran again releases its 100,000 old rows"
  static let unit = "µs"
  static let bar = FigureBar.atMost(200)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000)
      .longestCommit(after: "UPDATE books SET pages = pages + 1", isHeld: false)
  }
}

extension LiveLibrary {
  /// Returns the microseconds of the longest commit after another one, which they do not touch,
  /// until a property shows it: the lower quartile of rounds.
  fileprivate func longestCommit(after statement: String, isHeld: Bool) throws -> Double {
    try database.write { db in
      try db.execute(sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, count INTEGER NOT NULL)")
      try db.execute(sql: "INSERT INTO notes VALUES (1, 0)")
    }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
    }
    @FetchAll(Book.order(by: \.title), database: database, delivery: .immediate) var books
    @FetchOne(
      #sql("SELECT count FROM notes", as: Int.self),
      database: database,
      delivery: .immediate
    )
    var notes = 0
    try waitUntil { $books.count == 100_000 }
    var longest: [Double] = []
    for _ in 0..<25 {
      let held = isHeld ? books : []
      let seen = Seen()
      withObservationTracking {
        _ = $books.count
      } onChange: {
        seen.set()
      }
      try database.write { db in try db.execute(sql: statement) }
      var times: [Double] = []
      // Some start too late to meet the publication, which may be over soon.
      repeat {
        let start = Clock.wall.milliseconds
        try database.write { db in try db.execute(sql: "UPDATE notes SET count = count + 1") }
        times.append((Clock.wall.milliseconds - start) * 1000)
        Thread.sleep(forTimeInterval: 0.0001)
      } while !seen.isSet || times.count < 20
      longest.append(times.max() ?? 0)
      withExtendedLifetime(held) {}
      Thread.sleep(forTimeInterval: 0.02)
    }
    return longest.sorted()[longest.count / 4]
  }
}

/// A flag for whether something has been seen.
private final class Seen: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
  func set() { value.store(true, ordering: .sequentiallyConsistent) }
}
