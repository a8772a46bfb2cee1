import CSQLite
import SQLiteDatabase

/// The deletion of all rows of a table that is not observed: SQLite then frees the table's pages as
/// a whole.
///
/// 100,000 rows of ten integers, with an index. The baseline has no hooks.
struct DeleteAll: Question {
  static let name = "delete-all"
  static let work = "Deleting all 100,000 rows of a table that is not observed"
  static let bar: Double? = 1.2

  private static let index = "CREATE INDEX IF NOT EXISTS byFirst ON items (i0)"
  private static let filling = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO items SELECT i, i, i, i, i, i, i, i, i, i FROM n
    """
  private let files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws {
    try files.raw.execute("DELETE FROM items; \(Self.index); \(Self.filling)")
    try files.database.write { db in
      try db.execute(sql: "DELETE FROM items; \(Self.index); \(Self.filling)")
    }
  }

  func baseline() throws -> Int {
    try files.raw.execute("DELETE FROM items")
    return Int(sqlite3_changes64(files.raw.handle))
  }

  func ours() throws -> Int {
    try files.database.write { db in
      try db.execute(sql: "DELETE FROM items")
      return db.changesCount
    }
  }
}
