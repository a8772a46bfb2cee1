import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// A record with an amount, in any of the columns that can hold it.
private struct Receipt: Codable, Equatable, FetchableRecord, PersistableRecord {
  var id: Int
  var total: Decimal
  var pieces = 3

  static func databaseDecimalEncodingStrategy(
    for column: String
  ) -> DatabaseDecimalEncodingStrategy { .fixedPoint(digits: 2) }
}

/// Decimal numbers that records store as integers, on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct FixedPointRecordTests {
  /// The types of the columns for an amount and for an integer.
  struct Types: Sendable, CustomTestStringConvertible {
    let kind: DatabaseKind
    let amount: String
    let integer: String

    var testDescription: String { "\(kind) \(amount) \(integer)" }

    static var all: [Types] {
      DatabaseKind.available.flatMap { kind in
        switch kind {
        case .sqlite: [Types(kind: kind, amount: "INTEGER", integer: "INTEGER")]
        case .postgres:
          [
            Types(kind: kind, amount: "bigint", integer: "bigint"),
            Types(kind: kind, amount: "numeric(12, 2)", integer: "numeric"),
          ]
        }
      }
    }
  }

  private func fixture(_ types: Types) throws -> NotesFixture {
    let fixture = try NotesFixture(types.kind)
    try fixture.database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE receipt (
            id \(types.kind == .sqlite ? "INTEGER" : "bigint") PRIMARY KEY, total \(types.amount) NOT NULL,
            pieces \(types.integer) NOT NULL
          )
          """
      )
      for (number, total) in [12.5, 9, -0.5].enumerated() {
        try Receipt(id: number + 1, total: Decimal(total)).insert(db)
      }
    }
    return fixture
  }

  @Test(arguments: Types.all)
  func `a record reads what it wrote, and conditions find it`(types: Types) throws {
    let fixture = try fixture(types)
    defer { fixture.keep() }
    let total = Column("total")
    try fixture.database.write { db in
      #expect(try Receipt.order(total).fetchAll(db).map(\.total) == [-0.5, 9, 12.5])
      #expect(try Receipt.fetchAll(db).allSatisfy { $0.pieces == 3 })
      #expect(try Receipt.filter(total > Decimal(9)).fetchAll(db).map(\.id) == [1])
      #expect(try Receipt.filter([Decimal(9), 12.5].contains(total)).fetchCount(db) == 2)
      try Receipt.filter(Column("id") == 3).updateAll(db, total += Decimal(10))
      var second = try Receipt.find(db, key: 2)
      try second.updateChanges(db) { $0.total = 9.75 }
      try Receipt(id: 1, total: 13).upsert(db)
      #expect(try Receipt.order(Column("id")).fetchAll(db).map(\.total) == [13, 9.75, 9.5])
    }
  }

  @Test(arguments: Types.all)
  func `many records are copied in the same form`(types: Types) throws {
    let fixture = try fixture(types)
    defer { fixture.keep() }
    let bills = (10..<80).map { Receipt(id: $0, total: Decimal($0) / 4) }
    let read = try fixture.database.write { db in
      try Receipt.insertAll(db, bills)
      return try Receipt.filter(Column("id") >= 10).order(Column("id")).fetchAll(db)
    }
    #expect(read == bills)
  }

  @Test(arguments: Types.all)
  func `a number with more digits is an error wherever it would be stored`(types: Types) throws {
    let fixture = try fixture(types)
    defer { fixture.keep() }
    let number = try #require(Decimal(string: "0.001"))
    let stored = #expect(throws: (any Error).self) {
      try fixture.database.write { try Receipt(id: 9, total: number).insert($0) }
    }
    let compared = #expect(throws: (any Error).self) {
      try fixture.database.read { try Receipt.filter(Column("total") == number).fetchCount($0) }
    }
    #expect("\(String(describing: stored))".contains("2 digits after the point"))
    #expect("\(String(describing: compared))".contains("2 digits after the point"))
  }
}
