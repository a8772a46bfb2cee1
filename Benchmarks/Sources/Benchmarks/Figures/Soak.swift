import Foundation
import LiveSQL

/// A million commits under live queries of several kinds, with one consumer that never asks: memory
/// must not grow.
enum Soak: Figure {
  static let name = "live-soak"
  static let work = "Memory after 1,000,000 updates under live queries, compared to after 100,000"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.05)
  static let isOnRequest = true
  private static let rowCount = 1_000

  static func measure(in folder: String) throws -> Double {
    let library = try LiveLibrary(in: folder, count: rowCount)
    let database = library.database
    @FetchAll(Book.order(by: \.title), database: database, delivery: .immediate) var books
    @FetchAll(Book.order(by: \.pages).limit(50), database: database, delivery: .immediate) var few
    @FetchOne(Book.count(), database: database, delivery: .immediate) var count = 0
    @FetchOne(Book.select { $0.pages.sum() }, database: database, delivery: .immediate) var pages:
      Int?
    // Differences that no one takes are combined.
    let abandoned = $books.differences.makeAsyncIterator()
    try library.waitUntil { $books.count == rowCount && count == rowCount }
    try update(database, 1...100_000)
    let before = settledMemory()
    for hundred in 1..<10 {
      try update(database, hundred * 100_000 + 1...hundred * 100_000 + 100_000)
      let note = "  \(hundred + 1)00,000 updates, \(settledMemory() / 1024) KiB\n"
      FileHandle.standardError.write(Data(note.utf8))
    }
    let after = settledMemory()
    let all = try database.read { db in try Book.order(by: \.title).fetchAll(db) }
    try library.waitUntil { books == all }
    withExtendedLifetime((abandoned, few, pages)) {}
    return Double(after) / Double(before)
  }

  private static func update(_ database: DatabasePool, _ steps: ClosedRange<Int>) throws {
    for step in steps {
      let sql =
        step % 2 == 0
        ? "UPDATE books SET pages = ? WHERE id = ?"
        : "UPDATE books SET title = printf('%08d of many titles', ?) WHERE id = ?"
      let arguments: StatementArguments = [step * 104_729 % 1_000_003, step * 7919 % rowCount + 1]
      try database.write { db in try db.execute(sql: sql, arguments: arguments) }
    }
  }

  /// Returns the memory in use once the last publication has been released.
  private static func settledMemory() -> Int {
    Thread.sleep(forTimeInterval: 0.3)
    releaseFreeMemory()
    return memoryInUse()
  }
}
