import Foundation
import LiveSQL
import Testing

/// Decimal numbers that records store as integers.
@Suite struct FixedPointStrategyTests {
  struct Invoice: Codable, Equatable, FetchableRecord, PersistableRecord {
    var id: Int
    var total: Decimal
    var rate: Decimal?
    var pieces = 1

    static func databaseDecimalEncodingStrategy(
      for column: String
    ) -> DatabaseDecimalEncodingStrategy { .fixedPoint(digits: column == "rate" ? 4 : 2) }
  }

  /// A record that is only read.
  struct Total: Decodable, Equatable, FetchableRecord, TableRecord {
    static let databaseTableName = "invoice"
    var total: Decimal

    static func databaseDecimalDecodingStrategy(
      for column: String
    ) -> DatabaseDecimalDecodingStrategy { .fixedPoint(digits: 2) }
  }

  /// A record with an impossible number of digits.
  struct Wrong: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "invoice"
    var id: Int
    var total: Decimal

    static func databaseDecimalEncodingStrategy(
      for column: String
    ) -> DatabaseDecimalEncodingStrategy { .fixedPoint(digits: 19) }
  }

  private let database: DatabaseQueue
  private let total = Column("total")

  init() throws {
    database = try makeQueue(
      """
      CREATE TABLE invoice (
        id INTEGER PRIMARY KEY, total INTEGER NOT NULL, rate INTEGER, pieces INTEGER NOT NULL DEFAULT 1
      )
      """
    )
    try database.write { db in
      try Invoice(id: 1, total: 12.5, rate: 0.25).insert(db)
      try Invoice(id: 2, total: 9).insert(db)
      try Invoice(id: 3, total: -0.5, rate: -1).insert(db)
    }
  }

  /// Returns the stored values of a column.
  private func stored(_ column: String = "total") throws -> [DatabaseValue] {
    try database.read { db in
      try Row.fetchAll(db, sql: "SELECT \(column) FROM invoice ORDER BY id").flatMap(\.values)
    }
  }

  @Test func `numbers are stored as integers and read back`() throws {
    #expect(try stored() == [.integer(1250), .integer(900), .integer(-50)])
    #expect(try stored("rate") == [.integer(2500), .null, .integer(-10_000)])
    let read = try database.read { try Invoice.order(Column("id")).fetchAll($0) }
    #expect(read.map(\.total) == [12.5, 9, -0.5])
    #expect(read.map(\.rate) == [0.25, nil, -1])
    #expect(
      try database.read { try Total.order(total).fetchAll($0).map(\.total) } == [-0.5, 9, 12.5]
    )
  }

  @Test func `conditions, updates and upserts use the same integers`() throws {
    try database.write { db in
      #expect(try Invoice.filter(total > Decimal(9)).fetchAll(db).map(\.id) == [1])
      #expect(try Invoice.filter(total == Decimal(12.5)).fetchCount(db) == 1)
      #expect(try Invoice.filter([Decimal(9), -0.5].contains(total)).fetchCount(db) == 2)
      #expect(try Invoice.filter((Decimal(0)...12.5).contains(total)).fetchCount(db) == 2)
      #expect(try Invoice.filter(total + total > Decimal(18)).fetchCount(db) == 1)
      try Invoice.filter(Column("id") == 2).updateAll(db, total += Decimal(0.25))
      try Invoice.filter(Column("id") == 3).updateAll(db, total.set(to: Decimal(7)))
      try Invoice(id: 1, total: 13).upsert(db)
      var second = try Invoice.find(db, key: 2)
      #expect(second.total == 9.25)
      try second.updateChanges(db) { $0.total += 1 }
    }
    #expect(try stored() == [.integer(1300), .integer(1025), .integer(700)])
  }

  @Test func `the assignments of an upsert use the same integers`() throws {
    try database.write { db in
      _ = try Invoice(id: 1, total: 1).upsertAndFetch(
        db,
        doUpdate: { _ in [Column("total").set(to: Decimal(2.5))] }
      )
    }
    #expect(try stored().first == DatabaseValue.integer(250))
  }

  @Test func `a number that does not fit is an error without the number`() throws {
    for number in [Decimal(string: "0.001"), Decimal(string: "1e30"), Decimal.nan] {
      let number = try #require(number)
      let stored = #expect(throws: (any Error).self) {
        try database.write { try Invoice(id: 4, total: number).insert($0) }
      }
      let compared = #expect(throws: (any Error).self) {
        try database.read { try Invoice.filter(total == number).fetchCount($0) }
      }
      for text in [stored, compared].map({ "\(String(describing: $0))" }) {
        #expect(text.contains("digits after the point") || text.contains("NaN"))
        #expect(!text.contains("0.001"))
      }
    }
    let digits = #expect(throws: (any Error).self) {
      try database.write { try Wrong(id: 4, total: 1).insert($0) }
    }
    #expect("\(String(describing: digits))".contains("0 to 18 digits"))
    #expect(throws: (any Error).self) { try database.read { try Wrong.fetchAll($0) } }
    #expect(try stored().count == 3)
  }

  @Test func `a value that is no integer is an error`() throws {
    try database.write { try $0.execute(sql: "UPDATE invoice SET total = 12.5 WHERE id = 1") }
    let error = #expect(throws: DecodingFailure.self) {
      try database.read { try Invoice.fetchAll($0) }
    }
    #expect("\(String(describing: error))".contains("2 digits after the point"))
  }

  @Test func `a product with a decimal number, which would have other digits, is an error`() throws
  {
    let two = Decimal(2)
    let expressions: [SQLExpression] = [total * two, two * total, total / two]
    for expression in expressions {
      let error = #expect(throws: (any Error).self) {
        try database.read { try Invoice.filter(expression > 5).fetchCount($0) }
      }
      #expect("\(String(describing: error))".contains("use an Int"))
    }
    let doubled = try database.read { db in
      try Invoice.filter(total * 2 == Decimal(25)).fetchAll(db).map(\.id)
    }
    #expect(doubled == [1])
  }

  @Test func `records are compared by what they store`() {
    let invoice = Invoice(id: 1, total: 12.5)
    #expect(invoice.databaseEquals(Invoice(id: 1, total: Decimal(string: "12.50") ?? 0)))
    #expect(!invoice.databaseEquals(Invoice(id: 1, total: 9)))
  }
}
