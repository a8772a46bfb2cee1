import CSQLite
import SQLiteDatabase
import SampleShop

/// Reading rows into structs: the cost of checking texts, numbers and columns that may be NULL.
///
/// The 16,818 orders of the sample shop with its default seed.
struct ReadOrders: Question {
  static let name = "read-orders"
  static let work = "Reading 16,818 orders of 14 columns by index into structs"
  static let bar: Double? = 1.15

  private static let sql = "SELECT * FROM orders"
  private let database: DatabaseQueue
  private let raw: RawConnection

  init(in folder: String) throws {
    database = try DatabaseQueue(path: folder + "/shop.db")
    try database.write { db in try Shop.insertOrders(db) }
    raw = try RawConnection(folder + "/shop.db")
  }

  func baseline() throws -> Int {
    let statement = try raw.prepare(Self.sql)
    defer { sqlite3_finalize(statement) }
    var orders: [ReadOrder] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      orders.append(ReadOrder(statement))
      code = sqlite3_step(statement)
    }
    try raw.check(code, is: SQLITE_DONE)
    return orders.reduce(0) { $0 &+ $1.digest }
  }

  func ours() throws -> Int {
    try database.read { db in
      var orders: [ReadOrder] = []
      try db.forEachRow(sql: Self.sql) { row in orders.append(try ReadOrder(row)) }
      return orders.reduce(0) { $0 &+ $1.digest }
    }
  }
}

/// An order as the table has it.
private struct ReadOrder {
  let id: Int
  let customerID: Int
  let status: String
  let channel: String
  let placedAt: String
  let paidAt: String?
  let shippedAt: String?
  let carrier: String?
  let freight: Double
  let discount: Double
  let shipName: String
  let shipStreet: String
  let shipCity: String
  let shipCountry: String

  /// A number computed from some of the values.
  var digest: Int { id &+ customerID &+ placedAt.utf8.count &+ (carrier?.utf8.count ?? 0) }
}

extension ReadOrder {
  init(_ row: borrowing CurrentRow) throws {
    id = try row.decode(at: 0)
    customerID = try row.decode(at: 1)
    status = try row.decode(at: 2)
    channel = try row.decode(at: 3)
    placedAt = try row.decode(at: 4)
    paidAt = try row.decode(at: 5)
    shippedAt = try row.decode(at: 6)
    carrier = try row.decode(at: 7)
    freight = try row.decode(at: 8)
    discount = try row.decode(at: 9)
    shipName = try row.decode(at: 10)
    shipStreet = try row.decode(at: 11)
    shipCity = try row.decode(at: 12)
    shipCountry = try row.decode(at: 13)
  }

  init(_ statement: OpaquePointer) {
    id = Int(sqlite3_column_int64(statement, 0))
    customerID = Int(sqlite3_column_int64(statement, 1))
    status = text(statement, 2)
    channel = text(statement, 3)
    placedAt = text(statement, 4)
    paidAt = optionalText(statement, 5)
    shippedAt = optionalText(statement, 6)
    carrier = optionalText(statement, 7)
    freight = sqlite3_column_double(statement, 8)
    discount = sqlite3_column_double(statement, 9)
    shipName = text(statement, 10)
    shipStreet = text(statement, 11)
    shipCity = text(statement, 12)
    shipCountry = text(statement, 13)
  }
}

/// Returns the text of a column that is not NULL.
@inline(__always)
private func text(_ statement: OpaquePointer, _ column: Int32) -> String {
  optionalText(statement, column) ?? ""
}

/// Returns the text of a column, `nil` for NULL; by its length, so that SQLite's count is used.
@inline(__always)
private func optionalText(_ statement: OpaquePointer, _ column: Int32) -> String? {
  guard let start = sqlite3_column_text(statement, column) else { return nil }
  let count = Int(sqlite3_column_bytes(statement, column))
  return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}
