import Foundation
import LiveSQL
import LiveSQLTestSupport

/// Updates of the first rows of an order.
enum WindowUpdates: Figure {
  static let name = "live-window"
  static let work = "Updates per second of the first 50 of 100,000 rows"
  static let unit = "/s"
  static let bar = FigureBar.atLeast(20_000)

  static func measure(in folder: String) throws -> Double {
    let books = try LiveBooks(
      in: folder,
      count: 100_000,
      PatchedSelect(Book.order(by: \.pages).limit(50))
    )
    var times: [Double] = []
    for _ in 0..<2_000 {
      try books.commit("UPDATE books SET title = ? WHERE id = 1 + ? % 50")
      let start = Clock.wall.milliseconds
      _ = try books.patch()
      times.append(Clock.wall.milliseconds - start)
    }
    return 1000 / times.median
  }
}

/// The difference of a large result after one change.
enum DifferenceOf40000: Figure {
  static let name = "live-difference"
  static let work = "From a commit to the difference: one of 40,000 rows changes"
  static let unit = "ms"
  static let bar = FigureBar.atMost(1)

  static func measure(in folder: String) throws -> Double {
    let books = try LiveBooks(
      in: folder,
      count: 40_000,
      PatchedSelect(Book.order(by: \.title))
    )
    var times: [Double] = []
    for _ in 0..<500 {
      try books.commit("UPDATE books SET title = printf('%08d of many titles', ?) WHERE id = ?")
      let start = Clock.wall.milliseconds
      _ = try books.patch()
      times.append(Clock.wall.milliseconds - start)
    }
    return times.median
  }
}

/// Commits with 50 live queries, one of which matches.
enum FiftyQueries: Figure {
  static let name = "live-50-queries"
  static let work = "Commits per second with 50 live queries, one of them touched, compared to none"
  static let unit = "×"
  static let bar = FigureBar.atLeast(0.8)

  static func measure(in folder: String) throws -> Double {
    try ratio(in: folder, commits: 1_000) { database in
      (1...50).map { list in
        FetchAll(Member.where { $0.list == list }, database: database, delivery: .immediate)
      }
    }
  }

  /// Returns the rate of commits with live queries compared to that without: the median of rounds.
  static func ratio(
    in folder: String,
    commits: Int,
    rounds: Int = 9,
    _ watch: (DatabasePool) -> [any FetchProperty & Sendable]
  ) throws -> Double {
    var ratios: [Double] = []
    for round in 0..<rounds {
      let plain = try members(in: folder + "/plain\(round)")
      let watched = try members(in: folder + "/watched\(round)")
      let properties = watch(watched)
      Thread.sleep(forTimeInterval: 0.1)
      let alone = try time(commits, plain)
      let together = try time(commits, watched)
      withExtendedLifetime(properties) {}
      ratios.append(alone / together)
    }
    return ratios.median
  }

  static func members(in folder: String) throws -> DatabasePool {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let database = try DatabasePool(path: folder + "/members.db")
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE members (id INTEGER PRIMARY KEY, list INTEGER NOT NULL, name TEXT NOT NULL);
          CREATE INDEX byList ON members (list);
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
          INSERT INTO members SELECT i, i % 50 + 1, printf('member %d', i) FROM n;
          """
      )
    }
    return database
  }

  private static func time(_ commits: Int, _ database: DatabasePool) throws -> Double {
    let start = Clock.wall.milliseconds
    for number in 0..<commits {
      try database.write { db in
        try db.execute(
          sql: "INSERT INTO members (list, name) VALUES (7, ?)",
          arguments: ["new \(number)"]
        )
      }
    }
    return Clock.wall.milliseconds - start
  }
}

@Table("members") struct Member: Equatable, Sendable {
  let id: Int
  var list: Int
  var name: String
}

/// Commits with a live count.
enum CountedCommits: Figure {
  static let name = "live-count"
  static let work = "Time of 10,000 commits with a live count(*), compared to none"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.25)

  static func measure(in folder: String) throws -> Double {
    let rate = try FiftyQueries.ratio(in: folder, commits: 10_000, rounds: 5) { database in
      [FetchOne(wrappedValue: 0, Member.count(), database: database, delivery: .immediate)]
    }
    return 1 / rate
  }
}
