// Codable records on a PostgreSQL server: fetching, writing, live queries, callbacks.
// snippet.hide
import Foundation
import LiveSQL
import LiveSQLPostgres
import Observation

// Needs a server with a database named shop; does nothing if the environment names no server.
guard ProcessInfo.processInfo.environment["PGHOST"] != nil else { exit(0) }
let database: any SQLDatabase = PostgresDatabase("postgres:///shop")

// snippet.show
// snippet.records
struct Product: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var name: String
  var price: Decimal
  var addedAt: Date

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

func raisePrices(_ db: any SQLConnection) throws -> [Product] {
  var tea = Product(name: "Tea", price: 3, addedAt: Date())
  try tea.insert(db)
  try tea.updateChanges(db) { $0.price += 1 }
  try Product.filter(Column("addedAt") < Date(timeIntervalSinceNow: -86_400)).deleteAll(db)
  return try Product.order(Column("name")).fetchAll(db)
}
// snippet.end

// snippet.property
@MainActor @Observable final class ProductList {
  @ObservationIgnored @FetchAll(Product.order(Column("name")), database: database)
  var products: [Product]
}
// snippet.end

// snippet.callbacks
struct Order: Codable, FetchableRecord, PortableRecord {
  var id: UUID
  var quantity: Int

  /// Runs on SQLite.
  func willSave(_ db: Database) throws { try check() }
  /// Runs on PostgreSQL.
  func willSave(_ db: any SQLConnection) throws { try check() }

  private func check() throws {
    if quantity < 1 { throw NoQuantity() }
  }
}

struct NoQuantity: Error {}
// snippet.end

print(try database.write { db in try raisePrices(db).map(\.name) })
