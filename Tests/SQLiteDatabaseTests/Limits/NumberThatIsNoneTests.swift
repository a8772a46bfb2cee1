import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Tests that NaN, which SQLite would store as NULL, is refused as an argument in each way.
@Suite(.timeLimit(.hang)) struct NumberThatIsNoneTests {
  struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let write: @Sendable (Database) throws -> Void
  }

  private static let sql = "INSERT INTO t VALUES (?)"

  static let ways: [Way] = [
    Way(testDescription: "execute") { try $0.execute(sql: sql, arguments: [Double.nan]) },
    Way(testDescription: "Float") { try $0.execute(sql: sql, arguments: [Float.nan]) },
    Way(testDescription: "the second argument") {
      try $0.execute(sql: "INSERT INTO t VALUES (? + ?)", arguments: [1, Double.nan])
    },
    Way(testDescription: "a named argument") {
      try $0.execute(sql: "INSERT INTO t VALUES (:n)", arguments: ["n": Double.nan])
    },
    Way(testDescription: "a stored value") {
      try $0.execute(sql: sql, arguments: StatementArguments(values: [.real(.nan)]))
    },
    Way(testDescription: "the second statement") {
      try $0.execute(sql: "SELECT ?; INSERT INTO t VALUES (?)", arguments: [1, -Double.nan])
    },
    Way(testDescription: "setArguments") {
      let statement = try $0.makeStatement(sql: sql)
      try statement.setArguments([Double.nan])
      try statement.execute()
    },
    Way(testDescription: "arguments") {
      let statement = try $0.makeStatement(sql: sql)
      statement.arguments = [Double.nan]
      try statement.execute()
    },
    Way(testDescription: "fetchOne") {
      _ = try Int.fetchOne($0, sql: "SELECT ?", arguments: [Double.nan])
    },
    Way(testDescription: "values of a record") {
      try $0.makeStatement(sql: sql).execute(values: [.real(.nan)])
    },
  ]

  @Test(arguments: ways) func `NaN is refused, and nothing is written`(way: Way) throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (n)")
      let error = #expect(throws: DatabaseError.self) { try way.write(db) }
      #expect(error?.code == .arguments)
      #expect(error?.message.contains("not a number") == true)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
  }

  @Test func `infinities and NULL are stored`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (n)")
      let numbers: [Double?] = [Double.infinity, -Double.infinity, nil]
      for number in numbers { try db.execute(sql: Self.sql, arguments: [number]) }
      #expect(try Double?.fetchAll(db, sql: "SELECT n FROM t") == numbers)
    }
  }
}
