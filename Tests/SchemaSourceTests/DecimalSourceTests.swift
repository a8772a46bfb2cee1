import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import SQLiteTools
import Terminal
import Testing

@testable import LiveSQLCommand

// What the command writes for the tables below, which proves that it compiles.

enum DecimalDigits8: DecimalScale {
  static let digits = 8
}

/// A row of the table priced.
@Table("priced")
struct Priced: Hashable, Identifiable, Sendable {
  let id: Int
  @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self) var price: Decimal = Decimal(250) / 100
  @Column(as: Decimal.FixedPoint<DecimalDigits8>?.self) var rate: Decimal?
  var size: Int = 1
}

/// The option `--decimal` of `livesql schema --swift`.
@Suite struct DecimalSourceTests {
  private static let schema = """
    CREATE TABLE priced (
      id INTEGER PRIMARY KEY, price INTEGER NOT NULL DEFAULT 250, rate BIGINT,
      size INTEGER NOT NULL DEFAULT 1
    );
    CREATE TABLE others (name TEXT, weight DECIMAL(10, 2), flag BOOLEAN);
    """

  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: Self.schema) }
  }

  private func source(_ table: String? = nil, _ decimals: String...) throws -> String {
    let decimals = try decimals.map { try #require(DecimalColumn($0)) }
    return try database.read { db in
      try SwiftSource(
        of: TableDescription.all(in: db, named: table),
        in: db,
        decimals: decimals
      )
      .text
    }
  }

  @Test func `named columns of integers become decimal numbers`() throws {
    let text = try source("priced", "Priced.Price=2", "priced.rate=8")
    #expect(
      text == """
        // Written by `livesql schema --swift`.

        import Foundation
        import LiveSQL

        enum DecimalDigits8: DecimalScale {
          static let digits = 8
        }

        /// A row of the table priced.
        @Table("priced")
        struct Priced: Hashable, Identifiable, Sendable {
          let id: Int
          @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self) var price: Decimal = Decimal(250) / 100
          @Column(as: Decimal.FixedPoint<DecimalDigits8>?.self) var rate: Decimal?
          var size: Int = 1
        }

        """
    )
  }

  @Test func `the types read and write the integers`() throws {
    try database.validateSchema([Priced.self])
    let rate = Decimal(1) / 100_000_000
    try database.write { db in
      try Priced.insert { Priced.Draft(rate: rate) }.execute(db)
      let priced = try #require(try Priced.fetchOne(db))
      #expect(priced.price == Decimal(25) / 10)
      #expect(priced.rate == rate)
      #expect(
        try Int.fetchAll(db, sql: "SELECT price FROM priced UNION ALL SELECT rate FROM priced") == [
          250, 1,
        ]
      )
    }
  }

  @Test(
    arguments: [
      ("priced.cost=2", "There is no column priced.cost"),
      ("others.weight=2", "declared DECIMAL(10, 2)"), ("others.flag=2", "declared BOOLEAN"),
      ("others.name=2", "declared TEXT"),
    ]
  )
  func `a column that does not hold integers is an error`(option: String, message: String) throws {
    #expect {
      _ = try source(nil, option)
    } throws: { error in
      (error as? CommandFailure)?.message.contains(message) == true
    }
  }

  @Test func `the option is only for Swift`() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "shop.db")
    try DatabaseQueue(path: path).close()
    let output = TextDestination()
    let console = Console(
      standardOutput: output,
      standardError: output,
      environment: [:],
      events: { AsyncStream { _ in } }
    )
    let arguments = ["schema", path, "--decimal", "items.price=2"]
    #expect(await Program().run(arguments, console: console) == .usage)
  }
}
