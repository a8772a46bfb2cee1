import CSQLite
import SQLite
import SQLiteDatabase

/// Many inserts at once: the cost of the checks before a statement, of the hooks and of binding.
///
/// 50,000 rows of ten integers into an empty table of a new file that is not observed.
struct InsertInOneTransaction: Question {
  static let name = "insert-in-one-transaction"
  static let work = "Inserting 50,000 rows of 10 integers in one transaction"
  static let bar: Double? = 1.2

  private static let count = 50_000
  private var files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws { try files.renew() }

  func baseline() throws -> Int {
    let raw = files.raw
    let statement = try raw.prepare(Items.insertion)
    defer { sqlite3_finalize(statement) }
    try raw.execute("BEGIN IMMEDIATE")
    for row in 1...Self.count {
      for index: Int32 in 1...10 { sqlite3_bind_int64(statement, index, Int64(row)) }
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      sqlite3_reset(statement)
    }
    try raw.execute("COMMIT")
    return Int(sqlite3_total_changes64(raw.handle))
  }

  func ours() throws -> Int {
    try files.database.write { db in
      try Items.insert(Self.count, db)
      return db.totalChangesCount
    }
  }
}
