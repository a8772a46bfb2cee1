import Foundation
import LiveSQL

/// The start of 1,000 live queries, each of a different list, until all have their first result.
enum StartOf1000: Figure {
  static let name = "live-start-1000"
  static let work = "Starting 1,000 live queries of one table"
  static let unit = "ms"
  static let bar = FigureBar.atMost(60)

  static func measure(in folder: String) throws -> Double {
    var times: [Double] = []
    for round in 0..<7 {
      let database = try FiftyQueries.members(in: folder + "/\(round)")
      let start = Clock.wall.milliseconds
      let properties = (1...1_000).map { list in
        FetchAll(Member.where { $0.list == list }, database: database, delivery: .immediate)
      }
      while properties.contains(where: \.isLoading) { Thread.sleep(forTimeInterval: 0.0005) }
      times.append(Clock.wall.milliseconds - start)
    }
    return times.median
  }
}

/// The time of commits with live queries, compared to the time without.
protocol CommitsWithQueries: Figure {
  static var count: Int { get }
}

extension CommitsWithQueries {
  static var unit: String { "×" }

  static func measure(in folder: String) throws -> Double {
    let rate = try FiftyQueries.ratio(in: folder, commits: 1_000) { database in
      (0..<count).map { number in
        FetchAll(Member.where { $0.list == 7 + number }, database: database, delivery: .immediate)
      }
    }
    return 1 / rate
  }
}

enum CommitsWithOne: CommitsWithQueries {
  static let name = "live-commits-1"
  static let work = "Time of commits with 1 live query, which they touch, compared to none"
  static let bar = FigureBar.atMost(1.15)
  static let count = 1
}

enum CommitsWith50: CommitsWithQueries {
  static let name = "live-commits-50"
  static let work = "Time of commits with 50 live queries, one of them touched, compared to none"
  static let bar = FigureBar.atMost(1.2)
  static let count = 50
}

enum CommitsWith1000: CommitsWithQueries {
  static let name = "live-commits-1000"
  static let work = "Time of commits with 1,000 live queries, one of them touched, compared to none"
  static let bar = FigureBar.atMost(1.2)
  static let count = 1_000
}

/// A lookup by key beside a slow query that the same commit touches: both change in one snapshot.
enum PointBesideSlow: Figure {
  static let name = "live-point-beside-slow"
  static let work = "From a write's start to the property: a row by key, beside a slow query"
  static let unit = "µs"
  static let bar = FigureBar.none

  static func measure(in folder: String) throws -> Double {
    let library = try LiveLibrary(in: folder, count: 100_000)
    let slow = try SlowQuery(library.database)
    defer { withExtendedLifetime(slow) {} }
    return try library.pointLatency(shownBy: library.database)
  }
}

/// The same, but the slow query is on another database object on the same file, which has its own
/// snapshots.
enum PointApartFromSlow: Figure {
  static let name = "live-point-apart"
  static let work =
    "From a write's start to the property: a row by key, a slow query in another object"
  static let unit = "µs"
  static let bar = FigureBar.none

  static func measure(in folder: String) throws -> Double {
    let library = try LiveLibrary(in: folder, count: 100_000)
    let slow = try SlowQuery(DatabasePool(path: library.database.path))
    defer { withExtendedLifetime(slow) {} }
    return try library.pointLatency(shownBy: library.database)
  }
}

/// A live query that runs again for some milliseconds after each commit.
private struct SlowQuery {
  let property: FetchAll<(Int, String)>

  init(_ database: DatabasePool) throws {
    property = FetchAll(
      #sql("SELECT pages % 10, group_concat(id) FROM books GROUP BY 1", as: (Int, String).self),
      database: database,
      delivery: .immediate
    )
    while property.isLoading { Thread.sleep(forTimeInterval: 0.001) }
  }
}
