import CSQLite
import LiveSQL
import SampleShop

/// Fetching tuples of rows of two tables.
///
/// The 16,818 orders of the sample shop with its default seed, with their customers.
struct FetchTwoTables: Question {
  static let name = "fetch-two-tables"
  static let work = "Fetching 16,818 orders with their customers (22 columns) as tuples"
  static let bar: Double? = 1.15

  private let tables: JoinedTables

  init(in folder: String) throws { tables = try JoinedTables(in: folder) }

  func baseline() throws -> Int {
    try tables.raw(
      "SELECT * FROM orders JOIN customers ON orders.customerID = customers.id",
      { (ShopOrder($0), ShopCustomer($0, at: 14)) },
      digest: { $0.0.digest &+ $0.1.digest }
    )
  }

  func ours() throws -> Int {
    let pairs = try tables.database.read { db in
      try ShopOrder.join(ShopCustomer.all) { $0.customerID.eq($1.id) }.fetchAll(db)
    }
    return pairs.reduce(0) { $0 &+ $1.0.digest &+ $1.1.digest }
  }
}

/// Fetching tuples of rows of three tables.
///
/// The same orders with their customers twice.
struct FetchThreeTables: Question {
  static let name = "fetch-three-tables"
  static let work = "Fetching 16,818 orders with their customers twice (30 columns) as tuples"
  static let bar: Double? = 1.15

  private enum Payer: AliasName {}
  private let tables: JoinedTables

  init(in folder: String) throws { tables = try JoinedTables(in: folder) }

  func baseline() throws -> Int {
    try tables.raw(
      """
      SELECT * FROM orders JOIN customers ON orders.customerID = customers.id
      JOIN customers AS payers ON orders.customerID = payers.id
      """,
      { (ShopOrder($0), ShopCustomer($0, at: 14), ShopCustomer($0, at: 22)) },
      digest: { $0.0.digest &+ $0.1.digest &+ $0.2.digest }
    )
  }

  func ours() throws -> Int {
    let query = ShopOrder.join(ShopCustomer.all) { $0.customerID.eq($1.id) }
      .join(ShopCustomer.as(Payer.self).all) { $0.customerID.eq($2.id) }
    let rows = try tables.database.read { db in try query.fetchAll(db) }
    return rows.reduce(0) { $0 &+ $1.0.digest &+ $1.1.digest &+ $1.2.digest }
  }
}

/// The sample shop, read by the package and by raw calls.
private struct JoinedTables {
  let database: DatabaseQueue
  private let connection: RawConnection

  init(in folder: String) throws {
    database = try DatabaseQueue(path: folder + "/shop.db")
    try database.write { db in try Shop.insertOrders(db) }
    connection = try RawConnection(folder + "/shop.db")
  }

  /// Returns the sum of the digests of all rows of a query, once all rows are read.
  @inline(__always)
  func raw<Row>(
    _ sql: String,
    _ row: (OpaquePointer) -> Row,
    digest: (Row) -> Int
  ) throws -> Int {
    let statement = try connection.prepare(sql)
    defer { sqlite3_finalize(statement) }
    var rows: [Row] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      rows.append(row(statement))
      code = sqlite3_step(statement)
    }
    try connection.check(code, is: SQLITE_DONE)
    return rows.reduce(0) { $0 &+ digest($1) }
  }
}

extension ShopCustomer {
  fileprivate init(_ statement: OpaquePointer, at first: Int32) {
    self.init(
      id: rawInteger(statement, first),
      name: rawText(statement, first + 1),
      email: rawText(statement, first + 2),
      street: rawText(statement, first + 3),
      city: rawText(statement, first + 4),
      country: rawText(statement, first + 5),
      isBusiness: rawInteger(statement, first + 6) != 0,
      joinedAt: rawText(statement, first + 7)
    )
  }
}
