import CSQLite
import LiveSQL

/// The cost of reading integers by the names of their columns.
///
/// 200,000 rows of ten integers; raw calls read them by index.
struct RowByName: Question {
  static let name = "row-by-name"
  static let work = "Reading 200,000 rows of 10 integers by name"
  static let bar: Double? = 2.0

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
      for index: Int32 in 0..<10 { sum &+= Int(sqlite3_column_int64(statement, index)) }
      code = sqlite3_step(statement)
    }
    try raw.check(code, is: SQLITE_DONE)
    return sum
  }

  func ours() throws -> Int {
    try database.read { db in
      var sum = 0
      try db.forEachRow(sql: Self.sql) { row in
        sum &+= try row.decode(Int.self, forColumn: "i0")
        sum &+= try row.decode(Int.self, forColumn: "i1")
        sum &+= try row.decode(Int.self, forColumn: "i2")
        sum &+= try row.decode(Int.self, forColumn: "i3")
        sum &+= try row.decode(Int.self, forColumn: "i4")
        sum &+= try row.decode(Int.self, forColumn: "i5")
        sum &+= try row.decode(Int.self, forColumn: "i6")
        sum &+= try row.decode(Int.self, forColumn: "i7")
        sum &+= try row.decode(Int.self, forColumn: "i8")
        sum &+= try row.decode(Int.self, forColumn: "i9")
      }
      return sum
    }
  }
}
