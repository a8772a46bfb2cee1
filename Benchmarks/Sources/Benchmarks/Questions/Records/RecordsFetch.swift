import CSQLite
import LiveSQL

/// Fetching rows into `Codable` structs, whose columns are found by the names of coding keys.
///
/// 200,000 rows of ten integers.
struct RecordsFetch: Question {
  static let name = "records-fetch"
  static let work = "Fetching 200,000 Codable records of 10 integers"
  static let bar: Double? = 2.5

  private let database: DatabaseQueue
  private let raw: RawConnection

  init(in folder: String) throws {
    database = try Items.open(folder + "/items.db")
    try database.write { db in try Items.insert(200_000, db) }
    raw = try RawConnection(folder + "/items.db")
  }

  func baseline() throws -> Int {
    let statement = try raw.prepare("SELECT * FROM items")
    defer { sqlite3_finalize(statement) }
    var items: [RecordItem] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      items.append(RecordItem(statement))
      code = sqlite3_step(statement)
    }
    try raw.check(code, is: SQLITE_DONE)
    return items.reduce(0) { $0 &+ $1.digest }
  }

  func ours() throws -> Int {
    let items = try database.read { db in try RecordItem.fetchAll(db) }
    return items.reduce(0) { $0 &+ $1.digest }
  }
}
