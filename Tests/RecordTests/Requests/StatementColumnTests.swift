import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Types that read themselves from a column, as GRDB spells it.
@Suite struct StatementColumnTests {
  /// An amount that only its own initializer reads with a sign.
  struct Money: DatabaseValueConvertible, StatementColumnConvertible, Equatable {
    var cents: Int

    init(cents: Int) { self.cents = cents }
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
      guard let cents = Int(sqliteStatement: sqliteStatement, index: index), cents < 100 else {
        return nil
      }
      self.cents = cents
    }
    var databaseValue: DatabaseValue { cents.databaseValue }
    static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Money? {
      Int.fromDatabaseValue(databaseValue).map(Money.init(cents:))
    }
  }

  enum Grade: Int, DatabaseValueConvertible, StatementColumnConvertible { case low = 1, high }
  enum Size: String, Codable, DatabaseValueConvertible, StatementColumnConvertible {
    case small, large
  }

  struct Item: FetchableRecord {
    var price: Money?
    var grade: Grade?

    init(row: Row) throws {
      price = try row["price"]
      grade = try row["grade"]
    }
  }

  @Test func `a type is fetched by its initializer`() throws {
    try DatabaseQueue().read { db throws in
      #expect(try Money.fetchAll(db, sql: "VALUES (5), (7)").map(\.cents) == [5, 7])
      #expect(try Money?.fetchAll(db, sql: "VALUES (NULL), (1)") == [nil, Money(cents: 1)])
      #expect(throws: (any Error).self) { try Money.fetchOne(db, sql: "SELECT 100") }
      #expect(throws: (any Error).self) { try Money.fetchAll(db, sql: "SELECT 'x'") }
      #expect(try Grade.fetchAll(db, sql: "VALUES (1), (2)") == [.low, .high])
      #expect(throws: (any Error).self) { try Grade.fetchAll(db, sql: "SELECT 3") }
      #expect(try Size.fetchOne(db, sql: "SELECT 'large'") == .large)
    }
  }

  @Test func `a record's column is read by it`() throws {
    try DatabaseQueue().read { db throws in
      let sql = "SELECT 9 AS price, 2 AS grade UNION ALL SELECT NULL, NULL"
      let items = try Item.fetchAll(db, SQLRequest<Item>(sql: sql))
      #expect(items.map(\.price) == [Money(cents: 9), nil])
      #expect(items.map(\.grade) == [.high, nil])
    }
  }

  @Test func `the types of Swift read a column`() throws {
    struct Seen: DatabaseValueConvertible, StatementColumnConvertible {
      var text: String?
      var number: Double?
      var value: DatabaseValue

      init?(sqliteStatement: SQLiteStatement, index: CInt) {
        text = String(sqliteStatement: sqliteStatement, index: index)
        number = Double?(sqliteStatement: sqliteStatement, index: index) ?? nil
        value = sqliteStatement.value(at: index)
      }
      var databaseValue: DatabaseValue { value }
      static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Seen? { nil }
    }
    try DatabaseQueue().read { db throws in
      let seen = try Seen.fetchAll(db, sql: "VALUES ('a'), (2.5)")
      #expect(seen.map(\.text) == ["a", nil])
      #expect(seen.map(\.number) == [nil, 2.5])
      #expect(seen.map(\.value) == ["a", 2.5])
    }
  }
}
