import DatabaseTypes
public import SQLiteDatabase

extension SampleShop {
  /// Creates the tables and writes all rows, in one transaction.
  ///
  /// ```swift
  /// let database = try DatabasePool(path: "shop.db")
  /// try SampleShop().write(to: database)
  /// ```
  ///
  /// - Parameter database: A database without tables of these names.
  /// - Throws: ``DatabaseError``; then nothing is written.
  public func write(to database: some DatabaseWriter) throws {
    try database.write { db in try write(db) }
  }

  /// Creates the tables and writes all rows, within a transaction.
  public func write(_ db: Database) throws {
    try db.execute(sql: Self.schema)
    try insert(customers, db)
    try insert(products, db)
    try insert(orders, db)
    try insert((1...Self.orderCount).lazy.flatMap { lines(ofOrder: $0) }, db)
  }

  /// Writes an order with its lines, within a transaction.
  public func insertOrder(_ id: Int, _ db: Database) throws {
    try insert(CollectionOfOne(order(id)), db)
    try insert(lines(ofOrder: id), db)
  }

  private func insert<Row: ShopRow>(_ rows: some Sequence<Row>, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: Row.insertSQL)
    for row in rows { try statement.execute(arguments: StatementArguments(values: row.values)) }
  }
}
