import SQLite
import SQLiteDatabase
import SampleShop

/// The customers and orders of the sample shop, in a database.
enum Shop {
  static func insertCustomers(_ db: Database) throws {
    try db.execute(sql: SampleShop.schema)
    try insert(SampleShop().customers, db)
  }

  static func insertOrders(_ db: Database) throws {
    try insertCustomers(db)
    try insert(SampleShop().orders, db)
  }

  private static func insert<Rows: Sequence>(_ rows: Rows, _ db: Database) throws
  where Rows.Element: ShopRow {
    let statement = try db.cachedStatement(sql: Rows.Element.insertSQL)
    for row in rows { try statement.execute(arguments: StatementArguments(values: row.values)) }
  }
}
