import CSQLite
import LiveSQL

/// `Codable` structs that insert themselves one by one, with their callbacks.
///
/// 50,000 rows of ten integers into an empty table of a new file that is not observed.
struct RecordsInsert: Question {
  static let name = "records-insert"
  static let work = "Inserting 50,000 Codable records one by one in one transaction"
  static let bar: Double? = 1.6

  private static let items = (1...50_000).map { RecordItem($0) }
  private var files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws { try files.renew() }

  func baseline() throws -> Int {
    let raw = files.raw
    let statement = try raw.prepare(Items.insertion)
    defer { sqlite3_finalize(statement) }
    try raw.execute("BEGIN IMMEDIATE")
    for item in Self.items {
      item.bind(to: statement)
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      sqlite3_reset(statement)
    }
    try raw.execute("COMMIT")
    return Int(sqlite3_total_changes64(raw.handle))
  }

  func ours() throws -> Int {
    try files.database.write { db in
      for item in Self.items { try item.insert(db) }
      return db.totalChangesCount
    }
  }
}
