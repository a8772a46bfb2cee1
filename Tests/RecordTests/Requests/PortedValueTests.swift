import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Spellings from other libraries, for values, definitions and databases.
@Suite(.timeLimit(.hang)) struct PortedValueTests {
  struct Money: DatabaseValueConvertible, Equatable {
    var cents: Int

    var databaseValue: DatabaseValue { cents.databaseValue }
    static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Money? {
      Int.fromDatabaseValue(databaseValue).map(Money.init(cents:))
    }
  }

  /// A type that is also `Codable`, but not stored as JSON.
  struct Weight: Codable, DatabaseValueConvertible, Equatable {
    var grams: Int

    var databaseValue: DatabaseValue { grams.databaseValue }
    static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Weight? {
      Int.fromDatabaseValue(databaseValue).map(Weight.init(grams:))
    }
  }

  enum Grape: String, DatabaseValueConvertible {
    case red, white, other

    static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Grape? {
      String.fromDatabaseValue(databaseValue).map { Grape(rawValue: $0) ?? .other }
    }
  }

  enum Size: Int, Codable, DatabaseValueConvertible { case small, large }
  struct Address: Codable, DatabaseValueConvertible, Equatable { var city: String }
  struct Neither: DatabaseValueConvertible { var databaseValue: DatabaseValue { .null } }

  @Test func `a type is decoded by its own function`() throws {
    let database = try DatabaseQueue()
    try database.read { db throws in
      #expect(try Money.fetchAll(db, sql: "SELECT 5 UNION ALL SELECT 7").map(\.cents) == [5, 7])
      #expect(try Weight.fetchOne(db, sql: "SELECT ?", arguments: [Weight(grams: 3)])?.grams == 3)
      #expect(try Grape.fetchAll(db, sql: "VALUES ('red'), ('rosé')") == [.red, .other])
      #expect(try Money?.fetchAll(db, sql: "VALUES (NULL), (1)") == [nil, Money(cents: 1)])
      let row = try #require(try Row.fetchOne(db, sql: "SELECT 'x' AS a, 2 AS b"))
      #expect(throws: (any Error).self) { try row.decode(Money.self, forColumn: "a") }
      #expect(throws: (any Error).self) { try row.decode(Weight.self, forColumn: "a") }
      #expect(try row.decode(Weight.self, forColumn: "b") == Weight(grams: 2))
    }
  }

  @Test func `all types have a function that decodes a database value`() throws {
    #expect(String.fromDatabaseValue(.text("a")) == "a" && String.fromDatabaseValue(1) == nil)
    #expect(Int8.fromDatabaseValue(300) == nil && Int8.fromDatabaseValue(3) == 3)
    #expect(Double.fromDatabaseValue(2) == 2 && Bool.fromDatabaseValue(0) == false)
    #expect(
      Date.fromDatabaseValue("2026-01-02 00:00:00") != nil && Date.fromDatabaseValue("x") == nil
    )
    #expect(
      UUID.fromDatabaseValue(.blob([1])) == nil && Data.fromDatabaseValue(.blob([1]))?.count == 1
    )
    #expect(DatabaseValue.fromDatabaseValue(.null) == .null)
    #expect(Size.fromDatabaseValue(1) == .large && Size.fromDatabaseValue(2) == nil)
    let address = Address(city: "Lisbon")
    #expect(Address.fromDatabaseValue(address.databaseValue) == address)
    #expect(Address.fromDatabaseValue("no JSON") == nil)
    #expect(throws: ConversionFailure.self) { try Size(databaseValue: 2) }
    #expect(throws: ConversionFailure.self) { try Address(databaseValue: "no JSON") }
  }

  @Test func `an error says what a type without a conversion must implement`() {
    #expect(Neither.fromDatabaseValue(1) == nil)
    let error = #expect(throws: ConversionFailure.self) { try Neither(databaseValue: 1) }
    #expect(error?.description.contains("fromDatabaseValue(_:)") == true)
  }

  @Test func `a value knows its storage`() {
    func kind(_ value: DatabaseValue) -> String {
      switch value.storage {
      case .null: "null"
      case .int64(let number): "\(number)"
      case .double(let number): "\(number)"
      case .string(let text): text
      case .blob(let data): "\(data.count) bytes"
      }
    }
    #expect([.null, 1, 2.5, "a", .blob([])].map(kind) == ["null", "1", "2.5", "a", "0 bytes"])
    #expect(DatabaseValue.null.storage.value == nil)
  }

  @Test(arguments: [
    ("2026-01-02", DatabaseDateComponents.Format.YMD), ("2026-01-02 03:04", .YMD_HM),
    ("2026-01-02 03:04:05", .YMD_HMS), ("2026-01-02 03:04:05.678", .YMD_HMSS), ("03:04", .HM),
    ("03:04:05", .HMS), ("03:04:05.678", .HMSS),
  ])
  func `date components can be read and written`(
    text: String,
    format: DatabaseDateComponents.Format
  ) throws {
    let value = try #require(DatabaseDateComponents.fromDatabaseValue(.text(text)))
    #expect(value.format == format)
    #expect(value.databaseValue == .text(text))
  }

  @Test(arguments: [
    "", "2026", "2026-1-2", "2026-13-01", "2026-01-02 ", "2026-01-02 3:04", "24:00", "03:04.5",
    "03:04:05.", "a-b-c",
    "2026-01-02 03:04:05.6x",
  ])
  func `text that is not a date gives nil`(text: String) {
    #expect(DatabaseDateComponents.fromDatabaseValue(.text(text)) == nil)
  }

  @Test func `date components that do not exist cannot be stored`() throws {
    let month = DatabaseDateComponents(DateComponents(year: 2026, month: 13), format: .YMD)
    #expect(throws: ConversionFailure.self) { try month.checkedDatabaseValue }
    let year = DatabaseDateComponents(DateComponents(year: 2026), format: .YMD_HM)
    #expect(year.databaseValue == "2026-01-01 00:00")
    let iso = DatabaseDateComponents.fromDatabaseValue("2026-01-02T03:04:05.5")
    #expect(iso?.dateComponents.nanosecond == 500_000_000)
    #expect(DatabaseDateComponents.fromDatabaseValue(3) == nil)
  }

  @Test func `queues with the same name share their memory and notice each other's writes`() throws
  {
    let name = "shop & co. \(UUID())"
    let one = try DatabaseQueue(named: name)
    let other = try DatabaseQueue(named: name)
    let stranger = try DatabaseQueue(named: nil)
    try one.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT x FROM t") } == 1)
    #expect(try stranger.read { try $0.tableExists("t") } == false)
    #expect(try DatabaseQueue(named: name + "2").read { try $0.tableExists("t") } == false)
  }

  @Test func `options can be labels, views can be literals, and diacritics can be removed`()
    throws
  {
    let database = try DatabaseQueue()
    try database.write { db throws in
      for _ in 1...2 {
        try db.create(table: "a", ifNotExists: true) { t in
          t.primaryKey("id", .integer)
          t.column("x", .text)
        }
        try db.create(index: "byX", on: "a", columns: ["x"], unique: true, ifNotExists: true)
      }
      try db.create(table: "b", temporary: true, withoutRowID: true, strict: true) { t in
        t.primaryKey("id", .integer)
      }
      #expect(throws: DatabaseError.self) { try db.execute(sql: "INSERT INTO b VALUES ('x')") }
      try db.create(
        index: "some",
        on: "a",
        columns: ["id"],
        unique: true,
        condition: Column("id") > 3
      )
      try db.execute(sql: "INSERT INTO a VALUES (1, 'it''s'), (2, 'b')")
      #expect(throws: DatabaseError.self) { try db.execute(sql: "INSERT INTO a VALUES (3, 'b')") }
      let text = "it's"
      try db.create(view: "v", columns: ["n"], asLiteral: "SELECT id FROM a WHERE x = \(text)")
      #expect(try Int.fetchAll(db, sql: "SELECT n FROM v") == [1])
      try db.create(virtualTable: "d", using: FTS5()) { t in
        t.tokenizer = .porter(wrapping: .unicode61(diacritics: .remove))
        t.column("body")
      }
      try db.execute(sql: "INSERT INTO d VALUES ('Crème')")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM d WHERE d MATCH 'creme'") == 1)
    }
  }

  @Test func `the statements of a text are returned one after the other`() throws {
    try DatabaseQueue().write { db throws in
      let sql = "CREATE TABLE t (x); INSERT INTO t VALUES (?); SELECT x FROM t"
      let statements = try db.allStatements(sql: sql)
      try statements.next()?.execute()
      try statements.next()?.execute(arguments: [7])
      #expect(try statements.next().flatMap { try Int.fetchOne($0) } == 7)
      #expect(try statements.next() === nil)
      let plain = try db.allStatements(sql: "SELECT 1;; SELECT 2; -- end")
      var texts: [String] = []
      while let statement = try plain.next() { texts.append(statement.sql) }
      #expect(texts.count == 2)
      let wrong = try db.allStatements(sql: "SELECT nonsense")
      #expect(throws: DatabaseError.self) { try wrong.next() }
      #expect(db.lastErrorCode == .error)
      #expect(db.lastErrorMessage?.contains("nonsense") == true)
    }
  }

  @Test func `a region can be observed as a whole`() async throws {
    let database = try makeQueue("CREATE TABLE t (x)")
    let (commits, continuation) = AsyncStream.makeStream(of: Int.self)
    let observation = DatabaseRegionObservation(tracking: .fullDatabase)
    let token = try observation.start(in: database) { _ in continuation.yield(1) }
    try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    token.cancel()
    try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
    continuation.finish()
    #expect(await commits.reduce(0, +) == 1)
  }
}
