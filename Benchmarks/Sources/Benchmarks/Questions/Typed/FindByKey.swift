import CSQLite
import LiveSQL
import SampleShop

/// The connections for the questions about lookups by key.
///
/// 100,000 lookups of one of the sample shop's 1,200 customers, in scattered order; they fit into
/// SQLite's page cache. The baseline keeps the statement.
struct FoundCustomers {
  static let keys = (0..<100_000).map { $0 * 7_919 % SampleShop.customerCount + 1 }
  let database: DatabaseQueue
  private let raw: RawConnection
  private let statement: OpaquePointer

  init(in folder: String) throws {
    database = try DatabaseQueue(path: folder + "/customers.db")
    try database.write { db in try Shop.insertCustomers(db) }
    raw = try RawConnection(folder + "/customers.db")
    statement = try raw.prepare("SELECT * FROM customers WHERE id = ?")
  }

  func baseline() throws -> Int {
    var sum = 0
    try raw.execute("BEGIN")
    for key in Self.keys {
      sqlite3_bind_int64(statement, 1, Int64(key))
      try raw.check(sqlite3_step(statement), is: SQLITE_ROW)
      sum &+= ShopCustomer(statement).digest
      sqlite3_reset(statement)
    }
    try raw.execute("COMMIT")
    return sum
  }
}

/// Finding rows by key.
struct FindByKey: Question {
  static let name = "find-by-key"
  static let work = "Finding 100,000 customers by Customer.find(db, key:)"
  static let bar: Double? = 2.0

  private let customers: FoundCustomers

  init(in folder: String) throws { customers = try FoundCustomers(in: folder) }

  func baseline() throws -> Int { try customers.baseline() }

  func ours() throws -> Int {
    try customers.database.read { db in
      var sum = 0
      for key in FoundCustomers.keys { sum &+= try ShopCustomer.find(db, key: key).digest }
      return sum
    }
  }
}

/// Finding rows by key with a query that is built each time.
struct FindByBuiltQuery: Question {
  static let name = "find-by-built-query"
  static let work = "Finding 100,000 customers by Customer.find(key).fetchOne(db)"
  static let bar: Double? = 2.0

  private let customers: FoundCustomers

  init(in folder: String) throws { customers = try FoundCustomers(in: folder) }

  func baseline() throws -> Int { try customers.baseline() }

  func ours() throws -> Int {
    try customers.database.read { db in
      var sum = 0
      for key in FoundCustomers.keys {
        sum &+= try ShopCustomer.find(key).fetchOne(db)?.digest ?? 0
      }
      return sum
    }
  }
}

/// Finding rows by key with a query that is built once.
struct FindByPreparedQuery: Question {
  static let name = "find-by-prepared-query"
  static let work = "Finding 100,000 customers by a prepared query"
  static let bar: Double? = 1.2

  private static let query = PreparedQuery { (key: Parameter<Int>) in ShopCustomer.find(key) }
  private let customers: FoundCustomers

  init(in folder: String) throws { customers = try FoundCustomers(in: folder) }

  func baseline() throws -> Int { try customers.baseline() }

  func ours() throws -> Int {
    try customers.database.read { db in
      var sum = 0
      for key in FoundCustomers.keys { sum &+= try Self.query.fetchOne(db, key)?.digest ?? 0 }
      return sum
    }
  }
}
