import Foundation
import LiveSQL
import Observation

// Changes of few of 100,000 rows in groups, or partitions, of 100 rows.

enum CountsOfGroups: ShapeFigure {
  static let name = "live-group-count"
  static let work =
    "From a write's start to the property: count(*) of 1,000 groups without an index, a row moves"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = #sql("SELECT list, count(*) FROM entries GROUP BY list", as: (Int, Int).self)
    return try LiveLists(withoutIndexIn: folder).latency(moves, of: query)
  }
}

enum SumsOfGroups: ShapeFigure {
  static let name = "live-group-sum"
  static let work =
    "From a write's start to the property: sum() of 1,000 groups without an index, a row moves"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = #sql("SELECT list, sum(id) FROM entries GROUP BY list", as: (Int, Int).self)
    return try LiveLists(withoutIndexIn: folder).latency(moves, of: query)
  }
}

enum ExtremesOfGroups: ShapeFigure {
  static let name = "live-group-max"
  static let work =
    "From a write's start to the property: max() of 1,000 groups without an index, a new maximum"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = #sql("SELECT list, max(weight) FROM entries GROUP BY list", as: (Int, Int).self)
    return try LiveLists(withoutIndexIn: folder).latency(reweighs, of: query)
  }
}

/// Numbered rows in partitions, several of which change in one commit, each in another partition.
protocol PartitionFigure: Figure {
  /// The number of rows that a commit changes.
  static var count: Int { get }
}

extension PartitionFigure {
  static var unit: String { "ms" }
  static var work: String {
    "From a commit's return to the property: row_number() of 100,000 rows, \(count) change"
  }

  static func measure(in folder: String) throws -> Double {
    let lists = try LiveLists(in: folder)
    let query = #sql(
      "SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight, id) FROM entries",
      as: (Int, Int).self
    )
    let property = FetchAll(query, database: lists.database, delivery: .immediate)
    return try lists.latencyOfMany(count, in: property)
  }
}

enum NumberedRowsOf10: PartitionFigure {
  static let name = "live-row-numbers-10"
  static let bar = FigureBar.atMost(0.1)
  static let count = 10
}

enum NumberedRowsOf100: PartitionFigure {
  static let name = "live-row-numbers-100"
  static let bar = FigureBar.atMost(0.5)
  static let count = 100
}

enum NumberedRowsOf1000: PartitionFigure {
  static let name = "live-row-numbers-1000"
  static let bar = FigureBar.atMost(4)
  static let count = 1_000
}

extension LiveLists {
  /// Creates the tables without the index by list.
  fileprivate init(withoutIndexIn folder: String) throws {
    self = try LiveLists(in: folder)
    try database.write { db in try db.execute(sql: "DROP INDEX entriesByList") }
  }

  /// Returns the milliseconds from the return of a commit that moves neighbouring rows to an end of
  /// their partitions until a property has them: the median of many.
  fileprivate func latencyOfMany<Element: Sendable>(_ count: Int, in property: FetchAll<Element>)
    throws -> Double
  {
    let property = property.projectedValue
    let limit = Date().addingTimeInterval(60)
    while property.isLoading, Date() < limit { Thread.sleep(forTimeInterval: 0.001) }
    var times: [Double] = []
    for step in 1...60 {
      let seen = Moment()
      withObservationTracking {
        _ = property.count
      } onChange: {
        seen.set()
      }
      let first = 2_000 + step * 7919 % 90_000
      let weight = step.isMultiple(of: 2) ? 1_000_000 + step : -step
      try database.write { db in
        try db.execute(
          sql: "UPDATE entries SET weight = ?1 WHERE id BETWEEN ?2 AND ?2 + ?3 - 1",
          arguments: [weight, first, count]
        )
      }
      let returned = Clock.wall.milliseconds
      let latency = try seen.waitBriefly() - returned
      times.append(max(0, latency))
    }
    return times.median
  }
}
