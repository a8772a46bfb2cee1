import LiveSQL

/// Fetching a record by a request that is built each time.
struct RecordsFilter: Question {
  static let name = "records-filter"
  static let work = "Finding 100,000 Codable customers by filter(…).fetchOne(db)"
  static let bar: Double? = 3.5

  private let customers: FoundCustomers

  init(in folder: String) throws { customers = try FoundCustomers(in: folder) }

  func baseline() throws -> Int { try customers.baseline() }

  func ours() throws -> Int {
    try customers.database.read { db in
      var sum = 0
      for key in FoundCustomers.keys {
        sum &+= try RecordCustomer.filter(Column("id") == key).fetchOne(db)?.digest ?? 0
      }
      return sum
    }
  }
}

/// A customer of the sample shop as a record without a macro.
private struct RecordCustomer: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "customers"

  let id: Int
  let name: String
  let email: String
  let street: String
  let city: String
  let country: String
  let isBusiness: Bool
  let joinedAt: String

  /// A number computed from some of the values.
  var digest: Int { id &+ city.utf8.count &+ (isBusiness ? 1 : 0) }
}
