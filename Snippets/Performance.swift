// What queries cost, and how to measure it.
import Foundation
import LiveSQL

@Table struct Order: Identifiable, Sendable {
  let id: Int
  var customerID = 0
  var amount = 0
  var date = ""
}

let folder = FileManager.default.temporaryDirectory.appending(path: "LiveSQL-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
var configuration = Configuration()

// snippet.tracing
configuration.prepareDatabase { db in
  db.trace(options: .profile) { event in
    if case .profile(let statement, let duration) = event, duration > 0.1 {
      print("slow:", statement.sql)
    }
  }
}
// snippet.end
let database = try DatabasePool(
  path: folder.appending(path: "shop.db").path,
  configuration: configuration
)

try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, customerID INTEGER NOT NULL, amount INTEGER NOT NULL,
        date TEXT NOT NULL)
      """
  )
}

let orders = (1...10_000).map { number in
  Order.Draft(customerID: number % 100, amount: number, date: "2026-11-24")
}
// snippet.batch
try database.write { db in
  try Order.insert { orders }.execute(db)
}
// snippet.end

// snippet.set
try database.write { db in
  try Order.where { $0.customerID == 7 }.update { $0.amount += 1 }.execute(db)
}
// snippet.end

// snippet.plan
let ofCustomer = Order.where { $0.customerID == 7 }.order(by: \.date)
let plan = try database.read { db in try ofCustomer.explain(db) }
for warning in plan.warnings { print(warning.explanation) }
// full scan: reads every row of orders
// temporary sort for ORDER BY
// snippet.end

// snippet.index
try database.write { db in
  try db.create(indexOn: "orders", columns: ["customerID", "date"])
}
print(try database.read { db in try ofCustomer.explain(db) })
// SELECT "orders"."id", "orders"."customerID", "orders"."amount", "orders"."date"
// FROM "orders"
// WHERE (("orders"."customerID") = (?))
// ORDER BY "orders"."date"
// SEARCH orders USING INDEX index_orders_on_customerID_date (customerID=?)
// snippet.end

// snippet.columns
let amounts = try database.read { db in
  try Order.where { $0.customerID == 7 }.select(\.amount).fetchAll(db)
}
// snippet.end
print(amounts.count)  // 100

// snippet.prepared
let byCustomer = PreparedQuery { (customer: Parameter<Int>) in
  Order.where { $0.customerID.eq(customer) }.order(by: \.date)
}
let counts = try database.read { db in
  try (1...3).map { customer in try byCustomer.fetchAll(db, customer).count }
}
// snippet.end
print(counts)  // [100, 100, 100]

// snippet.clock
let clock = ContinuousClock()
let duration = try clock.measure {
  _ = try database.read { db in try ofCustomer.fetchAll(db) }
}
print(duration)
// snippet.end

// snippet.live
let live = FetchAll(ofCustomer, database: database)
try await live.load()
print(live.plan?.description ?? "not read yet")  // ordered patch
try await database.write(publishing: .beforeReturning) { db in
  try Order.insert { Order.Draft(customerID: 7, amount: 1, date: "2026-11-25") }.execute(db)
}
for query in database.liveQueryStatistics { print(query) }
// snippet.end

// snippet.statistics
let statistics = try database.statistics()
print(statistics.byteCount, "bytes in the file,", statistics.memoryUsed, "bytes of memory")
for connection in statistics.connections {
  print(connection.role, connection.cacheHitCount, connection.cacheMissCount)
}
// snippet.end

// snippet.maintenance
try database.write { db in try db.execute(sql: "PRAGMA optimize") }
let checkpoint = try database.checkpoint(.truncate)
print(checkpoint.isComplete)  // true
let problems = try database.integrityCheck(checksForeignKeys: true)
print(problems)  // []
try database.vacuum()
// snippet.end
try database.close()
