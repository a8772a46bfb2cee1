import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table private struct Moment: Equatable {
  let id: Int
  var at: Date
}

/// Tests of date functions in newer SQLite versions: fractions of seconds, and month ends.
@Suite struct NewerDateTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE moments (id INTEGER PRIMARY KEY, at TEXT NOT NULL)")
    }
  }

  private func date(_ text: String) throws -> Date {
    try Date(text + "T00:00:00Z", strategy: .iso8601)
  }

  @Test(
    .requiresSQLite(3, 46),
    arguments: [
      ("2023-01-31", 1, "2023-02-28", "2023-03-03"), ("2024-01-31", 1, "2024-02-29", "2024-03-02"),
      ("2024-03-31", -1, "2024-02-29", "2024-03-02"),
      ("2024-02-29", 12, "2025-02-28", "2025-03-01"),
      ("2024-05-15", 1, "2024-06-15", "2024-06-15"),
    ]
  )
  func `a day that a month lacks moves to its last day or to the next month`(
    start: String,
    months: Int,
    floor: String,
    ceiling: String
  ) throws {
    let at = try date(start)
    let found = try database.write { db in
      try Moment.insert { Moment.Draft(at: at) }.execute(db)
      return try Moment.select {
        ($0.at(.months(months, .floor)), $0.at(.months(months, .ceiling)), $0.at(.months(months)))
      }.fetchOne(db)
    }
    #expect(try found?.0 == date(floor))
    #expect(try found?.1 == date(ceiling))
    #expect(try found?.2 == date(ceiling))
  }

  /// Modifiers that all SQLite versions know.
  private static let steps: [DateTimeModifier] = [
    .startOfDay, .startOfMonth.months(1).days(-1), .days(1).hours(-2), .seconds(1.5),
    .milliseconds(-1), .weekday(1), .years(-1), .minutes(61),
  ]

  @Test(.requiresSQLite(3, 42), arguments: UInt64(0)..<20)
  func `a date has the same text with fractions and with a format`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let dates = (0..<50).map { _ in
      let milliseconds = Int.random(in: -62_135_596_800_000...253_000_000_000_000, using: &random)
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    try database.write { db in
      try Moment.insert { dates.map { Moment.Draft(at: $0) } }.execute(db)
      for step in Self.steps {
        let query = Moment.order(by: \.id).select { $0.at(step) }
        let texts = try [Dialect.sqlite(version: 3_040_001), .sqlite].map { dialect in
          let (sql, bindings) = query.query.render(for: dialect)
          let values = bindings.map { binding in
            if case .text(let text) = binding { text.databaseValue } else { DatabaseValue.null }
          }
          return try Row.fetchAll(db, sql: sql, arguments: StatementArguments(values: values))
            .map(\.values)
        }
        #expect(texts[0] == texts[1], "\(step)")
      }
    }
  }

  @Test(.requiresSQLite(3, 42)) func `now lies between dates before and after it`() throws {
    try database.write { db in
      try Moment.insert { Moment.Draft(at: Date(timeIntervalSinceNow: -60)) }.execute(db)
      try Moment.insert { Moment.Draft(at: Date(timeIntervalSinceNow: 60)) }.execute(db)
      #expect(try Moment.where { $0.at < .now }.select(\.id).fetchAll(db) == [1])
      #expect(try Moment.where { $0.at > .now(.minutes(-2)) }.fetchCount(db) == 2)
    }
  }
}
