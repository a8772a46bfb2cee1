import Foundation
import LiveSQL

/// The memory that a live result holds for each row in addition to its array.
enum RowMemory: Figure {
  static let name = "live-memory"
  static let work =
    "Memory per row of a live result that is ordered by an integer, beyond its array"
  static let unit = "bytes"
  static let bar = FigureBar.atMost(64)
  private static let count = 400_000

  static func measure(in folder: String) throws -> Double {
    let database = try DatabasePool(path: folder + "/numbers.db")
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE numbers (id INTEGER PRIMARY KEY, number INTEGER NOT NULL);
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO numbers SELECT i, i * 7919 % 1000003 FROM n;
          """
      )
    }
    // The rows are read once before, so that SQLite's caches are not counted.
    _ = try database.read { db in try Number.order(by: \.number).fetchAll(db).count }
    releaseFreeMemory()
    let before = memoryInUse()
    @FetchAll(Number.order(by: \.number), database: database, delivery: .immediate) var numbers
    while $numbers.count < count { Thread.sleep(forTimeInterval: 0.01) }
    // Memory that was needed for reading is released a moment later.
    Thread.sleep(forTimeInterval: 0.2)
    releaseFreeMemory()
    let used = memoryInUse() - before
    return Double(used) / Double(count) - Double(MemoryLayout<Number>.stride)
  }
}

@Table("numbers") struct Number: Equatable, Sendable {
  let id: Int
  var number: Int
}
