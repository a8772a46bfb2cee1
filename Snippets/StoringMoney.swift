// Amounts of money, which are exact on SQLite and on PostgreSQL.
import Foundation
import LiveSQL

// snippet.table
@Table struct Item: Identifiable {
  let id: Int
  var name = ""
  var quantity = 1
  @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
  var price: Decimal  // 12.50 is stored as 1250
}
// snippet.end

// snippet.scale
enum Satoshi: DecimalScale { static let digits = 8 }
// snippet.end

// snippet.record
struct Invoice: Codable, FetchableRecord, PersistableRecord {
  var id: Int
  var total: Decimal

  static func databaseDecimalEncodingStrategy(
    for column: String
  ) -> DatabaseDecimalEncodingStrategy { .fixedPoint(digits: 2) }
}
// snippet.end

let database = try DatabaseQueue()
try database.write { db in
  // snippet.creating
  try db.create(table: "items") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("name", .text).notNull()
    t.column("quantity", .integer).notNull()
    t.column("price", .integer).notNull()
  }
  // snippet.end
  try db.create(table: "invoice") { t in
    t.primaryKey("id", .integer)
    t.column("total", .integer).notNull()
  }

  // snippet.writing
  try Item.insert {
    Item.Draft(name: "Milk", quantity: 2, price: Decimal(129) / 100)
    Item.Draft(name: "Bread", quantity: 1, price: 3.5)
  }
  .execute(db)
  let raise = Decimal(10) / 100
  try Item.where { $0.name.eq("Milk") }.update { $0.price += raise }.execute(db)
  // snippet.end

  // snippet.querying
  let cheap = try Item.where { $0.price < 2 }.order(by: \.price).fetchAll(db)
  let sum = try Item.select { $0.price.sum() }.fetchOne(db) ?? nil
  let average =
    try Item.select { $0.price.avg(rounded: .toNearestOrEven) }.fetchOne(db) ?? nil
  // snippet.end
  print(cheap.count, sum ?? 0, average ?? 0)  // 1 4.89 2.44

  // snippet.products
  let rows = try Item.select { ($0.price, $0.quantity) }.fetchAll(db)
  let total = rows.reduce(Decimal(0)) { sum, row in sum + row.0 * Decimal(row.1) }
  // snippet.end
  print(total)  // 6.28

  // snippet.records
  try Invoice(id: 1, total: total).insert(db)
  let large = try Invoice.filter(Column("total") > Decimal(5)).fetchAll(db)
  try Invoice.updateAll(db, Column("total") += Decimal(1))
  // snippet.end
  print(large.count)
}
