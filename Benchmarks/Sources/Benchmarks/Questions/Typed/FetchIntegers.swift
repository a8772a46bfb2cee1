import CSQLite
import LiveSQL

/// Fetching many integers into structs.
///
/// 200,000 rows of ten integers; row k holds k in each column.
struct FetchIntegers: Question {
  static let name = "fetch-integers"
  static let work = "Fetching 200,000 rows of 10 integers into structs"
  static let bar: Double? = 1.15

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
    var items: [Item] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      items.append(Item(statement))
      code = sqlite3_step(statement)
    }
    try raw.check(code, is: SQLITE_DONE)
    return items.reduce(0) { $0 &+ $1.digest }
  }

  func ours() throws -> Int {
    let items = try database.read { db in try Item.all.fetchAll(db) }
    return items.reduce(0) { $0 &+ $1.digest }
  }
}
