import Foundation
import LiveSQL

/// From the start of 1,000 live queries, each of another list, until all have their first result.
enum StartOf1000: Figure {
  static let name = "live-start-1000"
  static let work = "1,000 live queries of one table start"
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

/// Time of commits with live queries, of that without.
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
  static let work = "time of commits with a live query that they touch, of that without"
  static let bar = FigureBar.atMost(1.15)
  static let count = 1
}

enum CommitsWith50: CommitsWithQueries {
  static let name = "live-commits-50"
  static let work = "the same with 50, of which they touch one"
  static let bar = FigureBar.atMost(1.2)
  static let count = 50
}

enum CommitsWith1000: CommitsWithQueries {
  static let name = "live-commits-1000"
  static let work = "the same with 1,000, of which they touch one"
  static let bar = FigureBar.atMost(1.2)
  static let count = 1_000
}

/// A look-up by key beside a slow query that the same commit touches: both change at one moment.
enum PointBesideSlow: Figure {
  static let name = "live-point-beside-slow"
  static let work = "a row by its key changes, beside a query that runs again in some ms"
  static let unit = "µs"
  static let bar = FigureBar.none

  static func measure(in folder: String) throws -> Double {
    let library = try LiveLibrary(in: folder, count: 100_000)
    let slow = try SlowQuery(library.database)
    defer { withExtendedLifetime(slow) {} }
    return try library.pointLatency(shownBy: library.database)
  }
}

/// The same, where the slow query is one of another database object on the same file: it has moments of its own.
enum PointApartFromSlow: Figure {
  static let name = "live-point-apart"
  static let work = "the same, where the slow query is another database object's on the same file"
  static let unit = "µs"
  static let bar = FigureBar.none

  static func measure(in folder: String) throws -> Double {
    let library = try LiveLibrary(in: folder, count: 100_000)
    let slow = try SlowQuery(DatabasePool(path: library.database.path))
    defer { withExtendedLifetime(slow) {} }
    return try library.pointLatency(shownBy: library.database)
  }
}

/// A live query that runs again after each commit, for some milliseconds.
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
