import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import Testing

/// Averages of fixed-point numbers, which are rounded in the same way by both databases.
@Suite(.mayBlock, .timeLimit(.hang)) struct RoundedAverageTests {
  static let rules: [FloatingPointRoundingRule] = [
    .up, .down, .towardZero, .awayFromZero, .toNearestOrEven, .toNearestOrAwayFromZero,
  ]

  /// A database with amounts of so many hundredths.
  private func fixture(_ kind: DatabaseKind, _ units: [Int]) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try Amount.createTable().execute(db)
      try replace(units, db)
    }
    return fixture
  }

  private func replace(_ units: [Int], _ db: any SQLConnection) throws {
    try Amount.delete().execute(db)
    if units.isEmpty { return }
    try Amount.insert {
      units.enumerated().map { Amount(id: $0 + 1, price: Decimal($1) / 100, rate: nil) }
    }
    .execute(db)
  }

  private func averages(_ db: any SQLConnection) throws -> [Decimal?] {
    try Self.rules.map { rule in
      try Amount.select { $0.price.avg(rounded: rule) }.fetchOne(db) ?? nil
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `ties are rounded by the rule`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [])
    defer { fixture.keep() }
    // The hundredths of two amounts, and their average by each rule.
    let cases: [([Int], [Int])] = [
      ([1000, 1001], [1001, 1000, 1000, 1001, 1000, 1001]),
      ([1001, 1002], [1002, 1001, 1001, 1002, 1002, 1002]),
      ([-1000, -1001], [-1000, -1001, -1000, -1001, -1000, -1001]),
      ([-1001, -1002], [-1001, -1002, -1001, -1002, -1002, -1002]),
      ([-1, 0], [0, -1, 0, -1, 0, -1]),
      ([1, 1], [1, 1, 1, 1, 1, 1]),
    ]
    try fixture.database.write { db in
      for (units, expected) in cases {
        try replace(units, db)
        #expect(try averages(db) == expected.map { Decimal($0) / 100 }, "\(units)")
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `random amounts have the average that Swift calculates`(kind: DatabaseKind) throws {
    var random = SeededGenerator(seed: 37)
    let fixture = try fixture(kind, [])
    defer { fixture.keep() }
    let samples = (0..<40).map { _ in
      (0..<Int.random(in: 1...7, using: &random)).map { _ in
        Int.random(in: -50...50, using: &random)
      }
    }
    try fixture.database.write { db in
      for units in samples {
        try replace(units, db)
        let quotient = Double(units.reduce(0, +)) / Double(units.count)
        let expected = Self.rules.map { Decimal(Int(quotient.rounded($0))) / 100 }
        #expect(try averages(db) == expected, "\(units)")
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows without a value, and those that a filter excludes, do not count`(kind: DatabaseKind)
    throws
  {
    let fixture = try fixture(kind, [])
    defer { fixture.keep() }
    try fixture.database.write { db in
      #expect(try averages(db).allSatisfy { $0 == nil })
      try replace([100, 200, 200, 950], db)
      let all = try Amount.select { $0.price.avg(rounded: .toNearestOrEven) }.fetchOne(db)
      let distinct = try Amount.select { $0.price.avg(rounded: .down, distinct: true) }.fetchOne(db)
      let later = try Amount.select { $0.price.avg(rounded: .up, filter: $0.id > 1) }.fetchOne(db)
      let none = try Amount.select { $0.rate.avg(rounded: .up) }.fetchOne(db)
      #expect(all == .some(Decimal(362) / 100))
      #expect(distinct == .some(Decimal(416) / 100))
      #expect(later == .some(Decimal(450) / 100))
      #expect(none == .some(nil))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `sums beyond the precision of a Double are exact`(kind: DatabaseKind) throws {
    let large = 3_000_000_000_000_000_001
    let fixture = try fixture(kind, [large, large, large])
    defer { fixture.keep() }
    let average = try fixture.database.read { db in
      try Amount.select { $0.price.avg(rounded: .toNearestOrEven) }.fetchOne(db)
    }
    #expect(average == .some(Decimal(large) / 100))
  }

  @Test(arguments: DatabaseKind.available)
  func `a live query follows the average`(kind: DatabaseKind) async throws {
    let fixture = try fixture(kind, [100, 200])
    let query = Amount.select { $0.price.avg(rounded: .toNearestOrEven) }
    @FetchOne(query, database: fixture.database) var average: Decimal??
    try await $average.load()
    #expect(average == .some(.some(1.5)))
    try await fixture.write { db in try Amount.find(2).update { $0.price += Decimal(1) }.execute(db)
    }
    #expect(average == .some(.some(2)))
  }
}
