import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Tests that NaN, which SQLite would store as NULL, is refused wherever an argument is bound.
@Suite(.timeLimit(.hang)) struct NaNArgumentTests {
  struct Binding: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let write: @Sendable (Database) throws -> Void
  }

  private static let sql = "INSERT INTO t VALUES (?)"

  static let bindings: [Binding] = [
    Binding(testDescription: "execute") { try $0.execute(sql: sql, arguments: [Double.nan]) },
    Binding(testDescription: "Float") { try $0.execute(sql: sql, arguments: [Float.nan]) },
    Binding(testDescription: "the second argument") {
      try $0.execute(sql: "INSERT INTO t VALUES (? + ?)", arguments: [1, Double.nan])
    },
    Binding(testDescription: "a named argument") {
      try $0.execute(sql: "INSERT INTO t VALUES (:n)", arguments: ["n": Double.nan])
    },
    Binding(testDescription: "a stored value") {
      try $0.execute(sql: sql, arguments: StatementArguments(values: [.real(.nan)]))
    },
    Binding(testDescription: "the second statement") {
      try $0.execute(sql: "SELECT ?; INSERT INTO t VALUES (?)", arguments: [1, -Double.nan])
    },
    Binding(testDescription: "setArguments") {
      let statement = try $0.makeStatement(sql: sql)
      try statement.setArguments([Double.nan])
      try statement.execute()
    },
    Binding(testDescription: "arguments") {
      let statement = try $0.makeStatement(sql: sql)
      statement.arguments = [Double.nan]
      try statement.execute()
    },
    Binding(testDescription: "fetchOne") {
      _ = try Int.fetchOne($0, sql: "SELECT ?", arguments: [Double.nan])
    },
    Binding(testDescription: "values of a record") {
      try $0.makeStatement(sql: sql).execute(values: [.real(.nan)])
    },
  ]

  @Test(arguments: bindings) func `NaN is refused, and nothing is written`(binding: Binding) throws
  {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (n)")
      let error = #expect(throws: DatabaseError.self) { try binding.write(db) }
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
