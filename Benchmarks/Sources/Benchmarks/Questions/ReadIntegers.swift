import CSQLite
import SQLiteDatabase

/// The cost of reading many integers by index, with checks.
///
/// 200,000 rows of ten integers; row k holds k in each column.
struct ReadIntegers: Question {
  static let name = "read-integers"
  static let work = "Reading 200,000 rows of 10 integers by index"
  static let bar: Double? = 1.15

  private static let sql = "SELECT * FROM items"
  private let database: DatabaseQueue
  private let raw: RawConnection

  init(in folder: String) throws {
    database = try Items.open(folder + "/items.db")
    try database.write { db in try Items.insert(200_000, db) }
    raw = try RawConnection(folder + "/items.db")
  }

  func baseline() throws -> Int {
    let statement = try raw.prepare(Self.sql)
    defer { sqlite3_finalize(statement) }
    var sum = 0
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      sum &+= Int(sqlite3_column_int64(statement, 0))
      sum &+= Int(sqlite3_column_int64(statement, 1))
      sum &+= Int(sqlite3_column_int64(statement, 2))
      sum &+= Int(sqlite3_column_int64(statement, 3))
      sum &+= Int(sqlite3_column_int64(statement, 4))
      sum &+= Int(sqlite3_column_int64(statement, 5))
      sum &+= Int(sqlite3_column_int64(statement, 6))
      sum &+= Int(sqlite3_column_int64(statement, 7))
      sum &+= Int(sqlite3_column_int64(statement, 8))
      sum &+= Int(sqlite3_column_int64(statement, 9))
      code = sqlite3_step(statement)
    }
    try raw.check(code, is: SQLITE_DONE)
    return sum
  }

  func ours() throws -> Int {
    try database.read { db in
      var sum = 0
      try db.forEachRow(sql: Self.sql) { row in
        sum &+= try row.decode(Int.self, at: 0)
        sum &+= try row.decode(Int.self, at: 1)
        sum &+= try row.decode(Int.self, at: 2)
        sum &+= try row.decode(Int.self, at: 3)
        sum &+= try row.decode(Int.self, at: 4)
        sum &+= try row.decode(Int.self, at: 5)
        sum &+= try row.decode(Int.self, at: 6)
        sum &+= try row.decode(Int.self, at: 7)
        sum &+= try row.decode(Int.self, at: 8)
        sum &+= try row.decode(Int.self, at: 9)
      }
      return sum
    }
  }
}
