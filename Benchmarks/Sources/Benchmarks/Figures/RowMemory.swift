import Foundation
import LiveSQL

/// The memory that a live result keeps for each row beyond its array.
enum RowMemory: Figure {
  static let name = "live-memory"
  static let work = "memory for each row of a live result by an integer, beyond the array"
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
    // Read once before, so that SQLite's caches are not counted.
    _ = try database.read { db in try Number.order(by: \.number).fetchAll(db).count }
    releaseFreeMemory()
    let before = memoryInUse()
    @FetchAll(Number.order(by: \.number), database: database, delivery: .immediate) var numbers
    while $numbers.count < count { Thread.sleep(forTimeInterval: 0.01) }
    // What was needed to read is given back a moment later.
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
