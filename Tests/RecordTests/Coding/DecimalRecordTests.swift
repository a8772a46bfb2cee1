import Foundation
import LiveSQL
import Testing

/// Decimal numbers in records, which SQLite refuses: their text would be compared as text.
@Suite struct DecimalRecordTests {
  struct Receipt: Codable, FetchableRecord, PersistableRecord, Equatable {
    var id: Int
    var total: Decimal?
    var parts: [Decimal] = []
  }

  /// A record that encodes and decodes itself.
  struct OwnReceipt: FetchableRecord, PersistableRecord {
    static let databaseTableName = "receipt"
    var total: Decimal

    init(total: Decimal) { self.total = total }

    init(row: Row) throws { total = try row["total"] }

    func encode(to container: inout PersistenceContainer) { container["total"] = total }
  }

  /// A record with a number within another type.
  struct WrappedReceipt: Codable, FetchableRecord, PersistableRecord {
    struct Amount: Codable {
      let value: Decimal

      init(value: Decimal) { self.value = value }
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Decimal.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    static let databaseTableName = "receipt"
    var total: Amount
  }

  private let database: DatabaseQueue

  init() throws {
    database = try makeQueue(
      "CREATE TABLE receipt (id INTEGER PRIMARY KEY, total NUMERIC, parts TEXT DEFAULT '[]')"
    )
  }

  /// Checks that a closure fails with advice.
  private func expectRefusal(
    _ location: SourceLocation = #_sourceLocation,
    _ body: (Database) throws -> Void
  ) {
    let error = #expect(throws: (any Error).self, sourceLocation: location) {
      try database.write(body)
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("an Int of hundredths"), sourceLocation: location)
    #expect(text.contains("Decimal.FixedPoint"), sourceLocation: location)
    #expect(!text.contains("12.5"), sourceLocation: location)
  }

  @Test func `a decimal number is not stored`() throws {
    let receipt = Receipt(id: 1, total: 12.5)
    expectRefusal { try receipt.insert($0) }
    expectRefusal { try receipt.upsert($0) }
    expectRefusal { try OwnReceipt(total: 12.5).insert($0) }
    expectRefusal { try WrappedReceipt(total: .init(value: 12.5)).insert($0) }
    try database.write { try Receipt(id: 1).insert($0) }
    expectRefusal { try receipt.update($0) }
    expectRefusal { db in
      var found = try Receipt.find(db, key: 1)
      try found.updateChanges(db) { $0.total = 12.5 }
    }
    expectRefusal { try Receipt.updateAll($0, Column("total").set(to: Decimal(12.5))) }
    let count = try database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(total) FROM receipt")
    }
    #expect(count == 0)
  }

  @Test func `a decimal number is not stored by the second record either`() throws {
    // The first record is encoded in another way than the next ones.
    try database.write { try Receipt(id: 1).insert($0) }
    try database.write { try Receipt(id: 2).insert($0) }
    expectRefusal { try Receipt(id: 3, total: 12.5).insert($0) }
  }

  @Test func `a decimal number is not read`() throws {
    try database.write { db in
      try db.execute(sql: "INSERT INTO receipt (id, total) VALUES (1, '9.5'), (2, 7)")
    }
    expectRefusal { _ = try Receipt.fetchAll($0) }
    expectRefusal { _ = try Receipt.fetchOne($0, sql: "SELECT * FROM receipt WHERE id = 2") }
    expectRefusal { _ = try WrappedReceipt.fetchAll($0) }
    expectRefusal { db in
      _ = try Row.fetchAll(db, sql: "SELECT * FROM receipt").map { try Receipt(row: $0) }
    }
    // What a record asks of a row itself is read as it asks.
    let own = try database.read { try OwnReceipt.fetchAll($0).map(\.total) }
    #expect(own == [9.5, 7])
  }

  @Test func `a column is not compared with a decimal number`() throws {
    let total = Column("total")
    expectRefusal { _ = try Receipt.filter(total > Decimal(5)).fetchAll($0) }
    expectRefusal { _ = try Receipt.filter(total == Decimal(12.5)).fetchCount($0) }
    expectRefusal { _ = try Receipt.filter([Decimal(5), 6].contains(total)).fetchAll($0) }
    expectRefusal { _ = try Receipt.filter(total + Column("id") > Decimal(5)).fetchAll($0) }
  }

  @Test func `decimal numbers within JSON are stored and read`() throws {
    let receipt = Receipt(id: 1, parts: [0.25, 12])
    let found = try database.write { db in
      try receipt.insert(db)
      return try Receipt.fetchAll(db)
    }
    #expect(found == [receipt])
  }

  @Test func `records are compared, and made of other rows, as before`() throws {
    let receipt = Receipt(id: 1, total: 12.5)
    #expect(receipt.databaseEquals(Receipt(id: 1, total: 12.5)))
    #expect(!receipt.databaseEquals(Receipt(id: 1, total: 9)))
    #expect(try Receipt(row: Row(["id": 1, "total": "12.5", "parts": "[]"])) == receipt)
  }
}
