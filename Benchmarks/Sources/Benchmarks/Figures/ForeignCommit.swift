import Foundation
import LiveSQL
import Observation

/// The time from a commit by raw calls, which reports nothing, to the property.
///
/// What another program commits is unknown, so the query runs again.
enum ForeignCommit: Figure {
  static let name = "live-foreign-commit"
  static let work =
    "From a foreign program's commit to 100,000 ordered rows, compared to the query alone"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.1)

  static func measure(in folder: String) throws -> Double {
    let library = try LiveLibrary(in: folder, count: 100_000)
    let raw = try RawConnection(library.database.path)
    @FetchAll(Book.order(by: \.title), database: library.database, delivery: .immediate) var books
    try library.waitUntil { $books.count == 100_000 }
    var ratios: [Double] = []
    // The first round fills caches.
    for round in 0...9 {
      let seen = Moment()
      withObservationTracking {
        _ = $books.count
      } onChange: {
        seen.set()
      }
      try raw.execute("UPDATE books SET pages = pages + 1 WHERE id = 7")
      let returned = Clock.wall.milliseconds
      let latency = try seen.waitBriefly() - returned
      let alone = try timeOfQuery(library.database)
      if round > 0 { ratios.append(latency / alone) }
    }
    return ratios.median
  }

  private static func timeOfQuery(_ database: DatabasePool) throws -> Double {
    try database.read { db in
      let start = Clock.wall.milliseconds
      _ = try Book.order(by: \.title).fetchAll(db)
      return Clock.wall.milliseconds - start
    }
  }
}
