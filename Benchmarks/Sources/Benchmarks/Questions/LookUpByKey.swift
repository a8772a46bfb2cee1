import CSQLite
import SQLiteDatabase
import SampleShop

/// Lookups of a value by its key: the cost of finding the compiled statement and of its arguments.
///
/// 100,000 lookups of the city of one of the sample shop's 1,200 customers, in scattered order;
/// they fit into SQLite's page cache. The baseline keeps the statement.
struct LookUpByKey: Question {
  static let name = "look-up-by-key"
  static let work = "Looking up 100,000 texts by key, through the statement cache"
  static let bar: Double? = 1.5

  private static let sql = "SELECT city FROM customers WHERE id = ?"
  private static let keys = (0..<100_000).map { $0 * 7_919 % SampleShop.customerCount + 1 }
  private let database: DatabaseQueue
  private let raw: RawConnection
  private let statement: OpaquePointer

  init(in folder: String) throws {
    database = try DatabaseQueue(path: folder + "/customers.db")
    try database.write { db in try Shop.insertCustomers(db) }
    raw = try RawConnection(folder + "/customers.db")
    statement = try raw.prepare(Self.sql)
  }

  func baseline() throws -> Int {
    var sum = 0
    try raw.execute("BEGIN")
    for key in Self.keys {
      sqlite3_bind_int64(statement, 1, Int64(key))
      try raw.check(sqlite3_step(statement), is: SQLITE_ROW)
      guard let start = sqlite3_column_text(statement, 0) else { continue }
      let count = Int(sqlite3_column_bytes(statement, 0))
      let city = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
      sum &+= city.utf8.count
      sqlite3_reset(statement)
    }
    try raw.execute("COMMIT")
    return sum
  }

  func ours() throws -> Int {
    try database.read { db in
      var sum = 0
      for key in Self.keys {
        let city = try String.fetchOne(db, sql: Self.sql, arguments: [key])
        sum &+= city?.utf8.count ?? 0
      }
      return sum
    }
  }
}
