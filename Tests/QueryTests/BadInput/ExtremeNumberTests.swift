import Foundation
import LiveSQL
import Testing

/// Tests that no number in a query makes the library trap: it runs or throws.
struct ExtremeNumberTests {
  static let integers = [Int.min, .min + 1, -1, 0, 1, 1 << 32, .max - 1, .max]
  static let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0x1p63, 1e-300, 1.5]

  @Table struct Thing: Equatable, Sendable {
    let id: Int
    var number: Double
    var date: Date
    @Column(as: [Int].JSONRepresentation.self) var list: [Int]
  }

  private func database(_ configure: (inout Configuration) -> Void = { _ in }) throws
    -> DatabaseQueue
  {
    var configuration = Configuration()
    configure(&configuration)
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { db throws in
      try db.execute(
        sql: "CREATE TABLE things (id INTEGER PRIMARY KEY, number REAL, date TEXT, list TEXT)"
      )
      for id in 1...3 {
        try Thing.insert {
          Thing(id: id, number: Double(id), date: Date(timeIntervalSince1970: 0), list: [1, 2])
        }.execute(db)
      }
    }
    return database
  }

  @Test(arguments: integers)
  func `typed queries work with any limit of cached statements`(count: Int) throws {
    let database = try database { $0.maximumCachedStatementCount = count }
    for id in 0..<12 {
      for _ in 0..<2 {
        let found = try database.read { db throws in
          try Thing.where { $0.id.eq(id) }.limit(id + 1).fetchAll(db)
        }
        #expect(found.count == ((1...3).contains(id) ? 1 : 0))
      }
    }
  }

  @Test(arguments: integers, integers)
  func `a limit and an offset can have any size`(limit: Int, offset: Int) async throws {
    let database = try database()
    let query = Thing.order { $0.id }.limit(limit, offset: offset)
    // SQLite treats a negative limit as none, and a negative offset as 0.
    let skipped = Swift.min(Swift.max(offset, 0), 3)
    let count = Swift.min(limit < 0 ? 3 : limit, 3 - skipped)
    #expect(try await database.read { try query.fetchAll($0).count } == count)
    @FetchAll(query, database: database) var things: [Thing]
    try await $things.load()
    #expect(things.count == count)
  }

  @Test(arguments: integers)
  func `dates and JSON elements accept any number`(number: Int) throws {
    try database().read { db throws in
      let modifiers: [DateTimeModifier] = [
        .years(number), .months(number), .days(number), .hours(number), .minutes(number),
        .milliseconds(number), .weekday(number),
      ]
      for modifier in modifiers {
        _ = try? Thing.select { $0.date(modifier) }.fetchAll(db)
      }
      _ = try? Thing.select { $0.list.jsonExtract(\.[number]) }.fetchAll(db)
      _ = try? Thing.select { $0.number.round(number) }.fetchAll(db)
    }
  }

  @Test(arguments: numbers)
  func `floating-point numbers that no column holds do not trap`(number: Double) throws {
    try database().write { db throws in
      _ = try? Thing.where { $0.number > number }.fetchAll(db)
      _ = try? Thing.update { $0.number += number }.execute(db)
      _ = try? Thing.where { ($0.number > 1).likelihood(number) }.fetchAll(db)
      _ = try? Thing.select { $0.date(.seconds(number)) }.fetchAll(db)
      _ = try? Values(Date(timeIntervalSince1970: number)).fetchOne(db)
      let unix = Date.UnixTimeRepresentation(queryOutput: Date(timeIntervalSince1970: number))
      _ = try? Values(unix).fetchOne(db)
      let julian = Date.JulianDayRepresentation(queryOutput: Date(timeIntervalSince1970: number))
      _ = try? Values(julian).fetchOne(db)
    }
  }
}
