import CSQLite
import LiveSQL
import SampleShop

/// Fetching all rows of a table with the code that `@Table` generates.
///
/// The 16,818 orders of the sample shop with its default seed.
struct FetchOrders: Question {
  static let name = "fetch-orders"
  static let work = "Fetching 16,818 orders of 14 columns by Order.all.fetchAll"
  static let bar: Double? = 1.10

  private let database: DatabaseQueue
  private let raw: RawConnection

  init(in folder: String) throws {
    database = try DatabaseQueue(path: folder + "/shop.db")
    try database.write { db in try Shop.insertOrders(db) }
    raw = try RawConnection(folder + "/shop.db")
  }

  func baseline() throws -> Int {
    let statement = try raw.prepare("SELECT * FROM orders")
    defer { sqlite3_finalize(statement) }
    var orders: [ShopOrder] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      orders.append(ShopOrder(statement))
      code = sqlite3_step(statement)
    }
    try raw.check(code, is: SQLITE_DONE)
    return orders.reduce(0) { $0 &+ $1.digest }
  }

  func ours() throws -> Int {
    let orders = try database.read { db in try ShopOrder.all.fetchAll(db) }
    return orders.reduce(0) { $0 &+ $1.digest }
  }
}
