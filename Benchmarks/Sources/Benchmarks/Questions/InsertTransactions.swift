import CSQLite
import SQLite
import SQLiteDatabase

/// One insert per transaction: the cost of an access.
///
/// 2,000 rows of ten integers into an empty table of a new file that is not observed. The baseline
/// lets SQLite make the transactions, which saves it two statements each.
struct InsertTransactions: Question {
  static let name = "insert-transactions"
  static let work = "2,000 transactions that insert one row each"
  static let bar: Double? = 1.15

  static let count = 2_000
  private var files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws { try files.renew() }

  func baseline() throws -> Int {
    let raw = files.raw
    let statement = try raw.prepare(Items.insertion)
    defer { sqlite3_finalize(statement) }
    for row in 1...Self.count {
      for index: Int32 in 1...10 { sqlite3_bind_int64(statement, index, Int64(row)) }
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      sqlite3_reset(statement)
    }
    return Int(sqlite3_total_changes64(raw.handle))
  }

  func ours() throws -> Int { try Items.insertOneByOne(Self.count, files.database) }
}
