import Foundation
import LiveSQL
import Testing

/// Tests of numbers and dates that SQLite or a Swift type cannot hold.
struct BadNumberTests {
  @Table struct Measurement: Equatable {
    let id: Int
    var real: Double?
    var small: Int8?
    var big: UInt64?
    var date: Date?
    @Column(as: Date.UnixTimeRepresentation?.self) var unix: Date?
    @Column(as: Date.JulianDayRepresentation?.self) var julian: Date?
  }

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db throws in
      try db.execute(
        sql:
          "CREATE TABLE measurements (id INTEGER PRIMARY KEY, real, small, big, date, unix, julian)"
      )
    }
  }

  @Test func `a value that is not a number is refused`() throws {
    try database.onlyOnSQLite(.numbers) { db throws in
      #expect(throws: (any Error).self) {
        try Measurement.insert { Measurement.Draft(real: .nan) }.execute(db)
      }
      #expect(throws: (any Error).self) {
        try Measurement.where { $0.real.eq(.nan) }.fetchAll(db)
      }
      #expect(throws: (any Error).self) {
        try Measurement.where { $0.real.in([Double](repeating: .nan, count: 1_000)) }.fetchAll(db)
      }
      #expect(throws: (any Error).self) { try Values(Double.nan).fetchOne(db) }
      #expect(try Measurement.fetchCount(db) == 0)
    }
  }

  @Test(
    arguments: [
      .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude,
      0, -0.0, 0.1, 1e300, .pi,
    ] as [Double]
  )
  func `numbers survive a round trip`(_ number: Double) throws {
    try database.onlyOnSQLite(.numbers) { db throws in
      try Measurement.insert { Measurement.Draft(real: number) }.execute(db)
      #expect(try Measurement.find(db, key: 1).real == number)
      #expect(try Measurement.where { $0.real.eq(number) }.fetchCount(db) == 1)
      let numbers = (0..<1_000).map { Double($0) * 1e10 + 1e17 } + [number]
      #expect(try Measurement.where { $0.real.in(numbers) }.fetchCount(db) == 1)
      try Measurement.createTemporaryTrigger(
        "t",
        after: .insert { new in
          Measurement.update { $0.real = #bind(number) }.where { $0.id.eq(new.id) }
        }
      )
      .execute(db)
      try Measurement.insert { Measurement(id: 5) }.execute(db)
      #expect(try Measurement.find(db, key: 5).real == number)
    }
  }

  @Test func `integers that are too large for SQLite are refused`() throws {
    try database.onlyOnSQLite(.numbers) { db throws in
      try Measurement.insert { Measurement.Draft(big: UInt64(Int64.max)) }.execute(db)
      #expect(try Measurement.find(db, key: 1).big == UInt64(Int64.max))
      #expect(throws: (any Error).self) {
        try Measurement.insert { Measurement.Draft(big: .max) }.execute(db)
      }
      #expect(throws: (any Error).self) {
        try Measurement.where { $0.big.eq(.max) }.fetchAll(db)
      }
      #expect(throws: (any Error).self) {
        try Measurement.where { $0.big.in([UInt64.max]) }.fetchAll(db)
      }
      #expect(throws: (any Error).self) {
        try Measurement.where { $0.big.in((0..<1_000).map { UInt64.max - $0 }) }.fetchAll(db)
      }
      #expect(try Measurement.fetchCount(db) == 1)
    }
  }

  @Test func `integers that do not fit their type are refused`() throws {
    try database.onlyOnSQLite(.numbers) { db throws in
      try db.execute(sql: "INSERT INTO measurements (id, small, big) VALUES (1, 128, -1)")
      let error = #expect(throws: (any Error).self) { try Measurement.fetchAll(db) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("small"))
      #expect(throws: (any Error).self) { try Measurement.select(\.big).fetchAll(db) }
      #expect(throws: (any Error).self) {
        try Measurement.select { $0.id + Int.max }.fetchAll(db)
      }
      #expect(throws: (any Error).self) {
        try Measurement.select { #sql("sum(\($0.id)) + \(bind: Int.max)", as: Int8.self) }
          .fetchAll(db)
      }
      #expect(try Measurement.limit(Int.max).offset(Int.max).select(\.id).fetchAll(db).isEmpty)
      #expect(try Measurement.limit(Int.min).offset(Int.min).select(\.id).fetchAll(db) == [1])
    }
  }

  static let dates: [Date] = [
    .distantPast, .distantFuture, Date(timeIntervalSince1970: 0),
    Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: 253_402_300_799),
  ]

  @Test(arguments: dates) func `dates survive a round trip`(_ date: Date) throws {
    try database.onlyOnSQLite(.numbers) { db throws in
      try Measurement.insert { Measurement.Draft(date: date, unix: date, julian: date) }.execute(db)
      let row = try Measurement.find(db, key: 1)
      #expect(row.date == date)
      #expect(row.unix == date)
      #expect(abs(row.julian?.timeIntervalSince(date) ?? 1) < 0.001)
    }
  }

  // Foundation cannot describe such dates, so the arguments are numbers.
  @Test(arguments: [1e15, 1e19, 1e300, -1e15, -1e300, .infinity, -.infinity, .nan])
  func `dates out of range are refused or preserved`(_ interval: Double) throws {
    let date = Date(timeIntervalSince1970: interval)
    try database.onlyOnSQLite(.numbers) { db throws in
      for draft in [
        Measurement.Draft(date: date), Measurement.Draft(unix: date),
        Measurement.Draft(julian: date),
      ] {
        let insertion = Measurement.insert { draft }
        guard let _ = try? insertion.execute(db) else { continue }
        let last = try Measurement.order { $0.id.desc() }.fetchOne(db)
        for value in [last?.date, last?.unix, last?.julian] {
          guard let value else { continue }
          let error = abs(value.timeIntervalSince(date))
          #expect(error <= abs(interval) * 1e-9 || value == date, "\(interval)")
        }
      }
      _ = try? Measurement.where { $0.date.eq(date) }.fetchAll(db)
      _ = try? Measurement.where { $0.date.in([date]) }.fetchAll(db)
      _ = try? Measurement.where { $0.date.in([Date](repeating: date, count: 1_000)) }.fetchAll(db)
      _ = Measurement.where { $0.date.eq(date) }.query.description(layout: .multiLine)
    }
  }
}
