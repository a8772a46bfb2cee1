import DatabaseTypes
import SQLiteDatabase
import SampleShop
import Terminal

/// The customers of the sample shop, who place orders: the writer in demonstrations of a watch.
///
/// They always do the same: each commit adds an order; with every third commit the customer of the
/// previous order adds something that increases the freight, and with every fourth the oldest new
/// order is paid.
struct ShopCustomers {
  private let database: DatabaseQueue
  private let shop = SampleShop()

  /// Starts to write to a shop.
  init(_ database: DatabaseQueue) { self.database = database }

  /// Places the next order, in one transaction.
  func placeOrder() throws -> PlacedOrder {
    try database.writeWithoutTransaction { db in
      // The time must be taken between the last statement and the commit.
      try db.execute(sql: "BEGIN IMMEDIATE")
      do {
        let id = try nextID(db)
        try write(id, db)
        let placed = PlacedOrder(
          id: id,
          customer: customerName(id),
          committing: steadyNanoseconds()
        )
        try db.execute(sql: "COMMIT")
        return placed
      } catch {
        if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
        throw error
      }
    }
  }

  /// Closes the database.
  func leave() throws { try database.close() }

  private func nextID(_ db: Database) throws -> Int {
    (try Int.fetchOne(db, sql: "SELECT max(id) FROM orders") ?? 0) + 1
  }

  private func write(_ id: Int, _ db: Database) throws {
    try shop.insertOrder(id, db)
    let number = id - SampleShop.orderCount
    if number > 0, number.isMultiple(of: 3) {
      try db.execute(
        sql: "UPDATE orders SET freight = freight + 5 WHERE id = ?",
        arguments: [id - 1]
      )
    }
    if number > 0, number.isMultiple(of: 4) {
      try db.execute(
        sql: """
          UPDATE orders SET status = 'paid', paidAt = (SELECT max(placedAt) FROM orders)
          WHERE id = (SELECT min(id) FROM orders WHERE status = 'new')
          """
      )
    }
  }

  private func customerName(_ id: Int) -> String {
    shop.customers[shop.order(id).customerID - 1].name
  }
}

/// An order that was placed.
struct PlacedOrder: Presentable, Decodable {
  let id: Int
  let customer: String
  /// The time just before the commit, in nanoseconds of the system's steady clock.
  let committing: Int64

  /// The members `id`, `customer` and `committing`.
  var json: JSON {
    ["id": .integer(Int64(id)), "customer": .string(customer), "committing": .integer(committing)]
  }

  func lines(width: Int?) -> [Line] { [Line("Order \(grouped(id)) of \(customer)")] }
}
