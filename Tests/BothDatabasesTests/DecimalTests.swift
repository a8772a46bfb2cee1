import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// A table with amounts of money, on either database.
@Table("amounts") struct Amount: Codable, Equatable, Identifiable {
  let id: Int
  @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
  var price: Decimal
  @Column(as: Decimal.FixedPoint<Decimal.TenThousandths>?.self)
  var rate: Decimal?
}

/// A table with decimal numbers of PostgreSQL.
@Table("measures") struct Measure: Equatable, Identifiable {
  let id: Int
  var value: Decimal
  var other: Decimal?
}

private func decimal(_ text: String) -> Decimal {
  Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
}

/// Decimal numbers as columns.
@Suite(.mayBlock, .timeLimit(.hang)) struct DecimalTests {
  private func fixture(_ kind: DatabaseKind, _ prices: [Decimal]) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try Amount.createTable().execute(db)
      try Amount.insert {
        prices.enumerated().map { Amount(id: $0 + 1, price: $1, rate: $0 == 0 ? nil : $1 / 4) }
      }
      .execute(db)
    }
    return fixture
  }

  static let prices = ["12.5", "-0.5", "9", "100", "0", "-12.01", "0.07"].map(decimal)

  @Test(arguments: DatabaseKind.available)
  func `fixed-point numbers are compared, ordered and added as numbers`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [12.5, -0.5, 9, 100, 0, -12])
    defer { fixture.keep() }
    try fixture.database.read { db in
      let ordered = try Amount.order(by: \.price).select(\.price).fetchAll(db)
      #expect(ordered == [-12, -0.5, 0, 9, 12.5, 100])
      #expect(try Amount.where { $0.price > 9 }.fetchCount(db) == 2)
      #expect(try Amount.where { $0.price.eq(Decimal(12.5)) }.select(\.id).fetchAll(db) == [1])
      #expect(try Amount.where { $0.price.in([9, 100]) }.fetchCount(db) == 2)
      #expect(try Amount.select { $0.price.sum() }.fetchOne(db) == .some(109))
      #expect(try Amount.select { $0.price.max() }.fetchOne(db) == .some(100))
      #expect(try Amount.select { $0.price.min() }.fetchOne(db) == .some(-12))
      #expect(try Amount.find(1).select { $0.price + $0.price }.fetchOne(db) == 25)
      #expect(try Amount.find(1).select { $0.price - $0.price }.fetchOne(db) == 0)
      let first = try Amount.find(db, key: 1)
      #expect(first == Amount(id: 1, price: 12.5, rate: nil))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `all digits survive a round trip, also of small negative numbers`(kind: DatabaseKind) throws
  {
    let fixture = try fixture(kind, Self.prices)
    defer { fixture.keep() }
    let read = try fixture.database.read { db in
      try Amount.order(by: \.id).select { ($0.price, $0.rate) }.fetchAll(db)
    }
    #expect(read.map(\.0) == Self.prices)
    #expect(read.map(\.1) == [nil] + Self.prices.dropFirst().map { $0 / 4 })
  }

  @Test(arguments: DatabaseKind.available)
  func `any number of cents is exact, also in an order and in a sum`(kind: DatabaseKind)
    throws
  {
    var random = SeededGenerator(seed: 31)
    let units = (0..<400).map { _ in
      Int64.random(in: -(1 << Int64.random(in: 1...52))...(1 << 52), using: &random)
    }
    let fixture = try fixture(kind, units.map { Decimal($0) / 100 })
    defer { fixture.keep() }
    try fixture.database.read { db in
      let ordered = try Amount.order(by: \.price).select(\.price).fetchAll(db)
      #expect(ordered == units.sorted().map { Decimal($0) / 100 })
      let sum = try Amount.select { $0.price.sum() }.fetchOne(db)
      #expect(sum == .some(Decimal(units.reduce(0, +)) / 100))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the smallest and the largest number of cents are stored, and none beyond`(
    kind: DatabaseKind
  )
    throws
  {
    let ends = ["92233720368547758.07", "-92233720368547758.08"].map(decimal)
    let fixture = try fixture(kind, [0])
    defer { fixture.keep() }
    try fixture.database.write { db in
      for (index, end) in ends.enumerated() {
        try Amount.insert { Amount(id: index + 10, price: end) }.execute(db)
      }
      #expect(try Amount.where { $0.id >= 10 }.order(by: \.id).select(\.price).fetchAll(db) == ends)
    }
    for text in ["92233720368547758.08", "0.001", "-1e30"] {
      let error = #expect(throws: (any Error).self) {
        try fixture.database.write { db in
          try Amount.insert { Amount(id: 20, price: decimal(text)) }.execute(db)
        }
      }
      #expect("\(String(describing: error))".contains("2 digits after the point"))
      #expect(!"\(String(describing: error))".contains(text))
    }
    let error = #expect(throws: (any Error).self) {
      try fixture.database.write { db in
        try Amount.insert { Amount(id: 20, price: .nan) }.execute(db)
      }
    }
    #expect("\(String(describing: error))".contains("NaN"))
  }

  @Test(arguments: DatabaseKind.available)
  func `a row as a JSON document has the same number`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, Self.prices)
    defer { fixture.keep() }
    let rows = try fixture.database.read { db in
      try Amount.order(by: \.id).select { $0.jsonObject() }.fetchAll(db)
    }
    #expect(rows.map(\.price) == Self.prices)
    #expect(rows.map(\.rate) == [nil] + Self.prices.dropFirst().map { $0 / 4 })
  }

  @Test(arguments: DatabaseKind.available)
  func `a cast, which would give another number, is an error`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [12.5])
    defer { fixture.keep() }
    typealias Cents = Decimal.FixedPoint<Decimal.Hundredths>
    try fixture.database.read { db in
      let from = #expect(throws: (any Error).self) {
        try Amount.select { $0.price.cast(as: Int.self) }.fetchAll(db)
      }
      #expect("\(String(describing: from))".contains("FixedPoint"))
      let untyped = #expect(throws: (any Error).self) {
        try Amount.select { $0.id + $0.price.cast() }.fetchAll(db)
      }
      #expect("\(String(describing: untyped))".contains("FixedPoint"))
      let into = #expect(throws: (any Error).self) {
        try Amount.select { $0.id.cast(as: Cents.self) }.fetchAll(db)
      }
      #expect("\(String(describing: into))".contains("FixedPoint"))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `updates add and subtract, and live queries follow`(kind: DatabaseKind) async throws {
    let fixture = try fixture(kind, [12.5, 9, 100])
    let cheap = Amount.where { $0.price < 50 }.order { $0.price.desc() }
    @FetchAll(cheap, database: fixture.database) var amounts
    @FetchOne(Amount.select { $0.price.sum() }, database: fixture.database) var sum: Decimal??
    try await $amounts.load()
    try await $sum.load()
    #expect(amounts.map(\.price) == [12.5, 9])
    try await fixture.write { db in
      try Amount.find(3).update { $0.price -= Decimal(90) }.execute(db)
      try Amount.find(2).update { $0.price += Decimal(41.5) }.execute(db)
    }
    #expect(amounts.map(\.price) == [12.5, 10])
    #expect(sum == .some(.some(73)))
    #expect($amounts.plan?.isRerun == false)
  }

  @Test func `SQLite refuses a decimal number without a scale, and the error says what to write`()
    throws
  {
    let database = try DatabaseQueue()
    try database.write { db in
      try Measure.createTable().execute(db)
      let bound = #expect(throws: (any Error).self) {
        try Measure.insert { Measure(id: 1, value: 12.5) }.execute(db)
      }
      #expect("\(String(describing: bound))".contains("Decimal.FixedPoint"))
      try db.execute(sql: "INSERT INTO measures VALUES (1, 12.5, NULL)")
      let read = #expect(throws: (any Error).self) { try Measure.fetchAll(db) }
      #expect("\(String(describing: read))".contains("Decimal.FixedPoint"))
      let compared = #expect(throws: (any Error).self) {
        try Measure.where { $0.value > 5 }.fetchCount(db)
      }
      #expect("\(String(describing: compared))".contains("Decimal.FixedPoint"))
    }
  }

  @Test func `records that are tables compare and store amounts as their columns do`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try Priced.createTable().execute(db)
      try Priced(id: 1, price: 12.5).insert(db)
      try Priced(id: 2, price: 9).insert(db)
      #expect(try Priced.filter(Column("price") > Decimal(10)).fetchAll(db).map(\.id) == [1])
      #expect(try Int.fetchOne(db, sql: "SELECT price FROM priced WHERE id = 1") == 1250)
    }
  }
}

/// A record that is no table, with decimal numbers.
private struct Receipt: Codable, FetchableRecord, PersistableRecord, Equatable {
  var id: Int
  var total: Decimal?
  var parts: [Decimal] = []
}

@Table("priced") struct Priced: Codable, FetchableRecord, PersistableRecord, Equatable {
  let id: Int
  @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
  var price: Decimal
  static let databaseTableName = "priced"
}

/// Decimal numbers of PostgreSQL.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct NumericTests {
  let scratch: PostgresScratchDatabase
  let db: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase(on: .streaming)
    db = try scratch.connect()
    try Measure.createTable().execute(db)
    try db.execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
  }

  static let texts = [
    "0", "1", "-1", "12.50", "-0.07", "9999", "10000", "0.0001", "0.00001", "-123456789.987654321",
    "12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678",
    "1e37", "-1e-100", "3e100", "100000000000000000000000000000000000000",
  ]

  @Test func `numbers are exact both ways, with up to 38 digits`() throws {
    let values = Self.texts.map(decimal)
    try Measure.insert { values.enumerated().map { Measure(id: $0 + 1, value: $1, other: $1) } }
      .execute(db)
    #expect(try Measure.order(by: \.id).select(\.value).fetchAll(db) == values)
    let texts = try db.execute("SELECT value::text FROM measures ORDER BY id").values()
    for (text, value) in zip(texts, values) { #expect(text == [.text("\(value)")]) }
    #expect(try Measure.order(by: \.value).select(\.value).fetchAll(db) == values.sorted())
    for value in values { #expect(try Measure.where { $0.value.eq(value) }.fetchCount(db) == 1) }
    let types = try db.execute("SELECT pg_typeof(value)::text FROM measures LIMIT 1").values()
    #expect(types == [[.text("numeric")]])
  }

  @Test func `records store, compare and read decimal numbers`() throws {
    try db.execute(
      script: "CREATE TABLE receipt (id int PRIMARY KEY, total numeric, parts jsonb NOT NULL)"
    )
    let receipts = [
      Receipt(id: 1, total: decimal("12.50"), parts: [decimal("0.25")]),
      Receipt(id: 2, total: decimal("9")), Receipt(id: 3),
      Receipt(id: 4, total: decimal("12345678901234567890.123456789")),
    ]
    for receipt in receipts { try receipt.insert(db) }
    #expect(try Receipt.order(Column("id")).fetchAll(db) == receipts)
    let above = try Receipt.filter(Column("total") > Decimal(10)).order(Column("id")).fetchAll(db)
    #expect(above.map(\.id) == [1, 4])
    var changed = receipts[1]
    try changed.updateChanges(db) { $0.total = decimal("9.75") }
    #expect(try Receipt.find(db, key: 2) == changed)
  }

  @Test func `random numbers are exact both ways`() throws {
    var random = SeededGenerator(seed: 77)
    let values = (0..<500).map { _ -> Decimal in
      let digits = String(
        (0..<Int.random(in: 1...38, using: &random)).map { _ in
          Character("\(Int.random(in: 0...9, using: &random))")
        }
      )
      let sign = Bool.random(using: &random) ? "-" : ""
      return decimal("\(sign)\(digits)e\(Int.random(in: -60...60, using: &random))")
    }
    try Measure.insert { values.enumerated().map { Measure(id: $0 + 1, value: $1) } }.execute(db)
    #expect(try Measure.order(by: \.id).select(\.value).fetchAll(db) == values)
    #expect(try Measure.order(by: \.value).select(\.value).fetchAll(db) == values.sorted())
  }

  @Test func `live queries over decimal numbers are exact, whatever zeros follow`() async throws {
    try Measure.insert {
      Measure(id: 1, value: 9)
      Measure(id: 2, value: 10)
      Measure(id: 3, value: decimal("1.5"))
    }
    .execute(db)
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    let ordered = Measure.order { ($0.value, $0.id) }
    let grouped = Measure.group(by: \.value).order(by: \.value).select { ($0.value, $0.id.count()) }
    let distinct = Measure.select(\.value).distinct().order(by: \.value)
    var rows = live.values(of: ordered).makeAsyncIterator()
    var groups = live.values(of: grouped).makeAsyncIterator()
    var values = live.values(of: distinct).makeAsyncIterator()
    #expect(try await rows.next()?.rows.map(\.id) == [3, 1, 2])
    #expect(try await groups.next()?.rows.map(\.1) == [1, 1, 1])
    #expect(try await values.next()?.rows == [decimal("1.5"), 9, 10])
    try db.execute(script: "INSERT INTO measures VALUES (4, 1.50), (5, 100)")
    #expect(try await rows.next()?.rows.map(\.id) == [3, 4, 1, 2, 5])
    #expect(try await groups.next()?.rows.map(\.1) == [2, 1, 1, 1])
    #expect(try await values.next()?.rows == [decimal("1.5"), 9, 10, 100])
    try db.execute(script: "UPDATE measures SET value = 9.000 WHERE id IN (2, 3)")
    #expect(try await rows.next()?.rows.map(\.id) == [4, 1, 2, 3, 5])
    #expect(try await groups.next()?.rows.map(\.1) == [1, 3, 1])
    #expect(try await values.next()?.rows == [decimal("1.5"), 9, 100])
  }

  @Test func `sums and products are the server's, and exact`() throws {
    try Measure.insert {
      Measure(id: 1, value: decimal("0.1"))
      Measure(id: 2, value: decimal("0.2"))
    }
    .execute(db)
    #expect(try Measure.select { $0.value.sum() }.fetchOne(db) == .some(decimal("0.3")))
    #expect(try Measure.find(2).select { $0.value * $0.value }.fetchOne(db) == decimal("0.04"))
    #expect(try Measure.find(2).select { $0.value + $0.value }.fetchOne(db) == decimal("0.4"))
    let average = try #require(try Measure.select { $0.value.avg() }.fetchOne(db) ?? nil)
    #expect(abs(average - 0.15) < 1e-9)
    try Measure.find(2).update { $0.value += decimal("0.05") }.execute(db)
    #expect(try Measure.find(db, key: 2).value == decimal("0.25"))
  }

  @Test(arguments: [
    ("NaN", "NaN"), ("Infinity", "infinite"), ("-Infinity", "infinite"),
    ("1.23456789012345678901234567890123456789012345", "38"),
  ])
  func `a number that Decimal cannot hold is an error`(stored: String, reason: String) throws {
    try db.execute(script: "INSERT INTO measures VALUES (1, '\(stored)')")
    let error = #expect(throws: DecodingFailure.self) { try Measure.fetchAll(db) }
    #expect("\(String(describing: error))".contains(reason))
  }

  @Test func `a fixed-point number is not read from a numeric column or written to it`() throws {
    try db.execute(
      script: """
        CREATE TABLE amounts (id bigint PRIMARY KEY, price numeric NOT NULL, rate numeric);
        INSERT INTO amounts VALUES (1, 12, NULL)
        """
    )
    let read = #expect(throws: DecodingFailure.self) { try Amount.fetchAll(db) }
    #expect("\(String(describing: read))".contains("the column is not a scaled integer"))
    let written = #expect(throws: PostgresError.self) {
      try Amount.insert { Amount(id: 2, price: 12) }.execute(db)
    }
    #expect("\(String(describing: written))".contains("FixedPoint"))
    #expect(throws: PostgresError.self) { try Amount.where { $0.price > 5 }.fetchCount(db) }
    let differences = try db.schemaDifferences([Amount.self])
    #expect(differences.count == 2)
    #expect(try db.schemaDifferences([Measure.self]).isEmpty)
  }
}
