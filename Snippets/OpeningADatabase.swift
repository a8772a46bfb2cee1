// Opening a database: a file, memory, settings, an asynchronous connection, the default database.
import Foundation
import LiveSQL

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: folder) }

// snippet.pool
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let path = folder.appendingPathComponent("shop.db").path
let database = try DatabasePool(path: path)
// snippet.end

// snippet.use
try database.write { db in
  try #sql("CREATE TABLE products (id INTEGER PRIMARY KEY, title TEXT NOT NULL)").execute(db)
  try #sql("INSERT INTO products (title) VALUES ('Pen'), ('Paper')").execute(db)
}
let count = try database.read { db in
  try #sql("SELECT count(*) FROM products", as: Int.self).fetchOne(db)
}
print(count ?? 0)  // 2
// snippet.end

// snippet.queue
let settings = try DatabaseQueue(path: folder.appendingPathComponent("settings.db").path)
// snippet.end
_ = settings

// snippet.memory
let queueInMemory = try DatabaseQueue()
let poolInMemory = try DatabasePool()
let one = try DatabaseQueue(named: "shop")
let other = try DatabaseQueue(named: "shop")  // the same tables as `one`
// snippet.end
try one.write { db in try #sql("CREATE TABLE products (id INTEGER PRIMARY KEY)").execute(db) }
print(try other.read { db in try db.tableExists("products") })  // true
print(try queueInMemory.read { db in try db.tableExists("products") })  // false
print(try poolInMemory.read { db in try db.tableExists("products") })  // false

// snippet.readOnly
var readOnly = Configuration()
readOnly.readOnly = true
let archive = try DatabaseQueue(path: path, configuration: readOnly)
do {
  try archive.write { db in try #sql("DELETE FROM products").execute(db) }
} catch let error as DatabaseError {
  print(error.code)  // readOnly
}
// snippet.end

let otherPath = folder.appendingPathComponent("configured.db").path
// snippet.configuration
var configuration = Configuration()
configuration.label = "shop"
configuration.busyMode = .timeout(.seconds(10))
configuration.logger = DatabaseLogger { level, message in print(level, message) }
configuration.prepareDatabase { db in
  try db.execute(sql: "PRAGMA cache_size = -16000")  // 16 MB for each connection
}
let configured = try DatabasePool(path: otherPath, configuration: configuration)
// snippet.end
print(try configured.read { db in try Int.fetchOne(db, sql: "PRAGMA cache_size") } ?? 0)  // -16000

// snippet.connection
func addProduct(_ title: String, to path: String) async throws -> [String] {
  let connection = try await SQLiteConnection.open(storage: .file(path: path))
  try await connection.transaction { transaction in
    try await transaction.query("INSERT INTO products (title) VALUES (?)", [.text(title)])
  }
  let rows = try await connection.query("SELECT title FROM products ORDER BY id")
  try await connection.close()
  return rows.compactMap { $0.column("title")?.string }
}
// snippet.end
print(try await addProduct("Ink", to: path))  // ["Pen", "Paper", "Ink"]

// snippet.shared
let connection = SQLiteConnection(database)
let titles = try await connection.query("SELECT title FROM products")
// snippet.end
print(titles.count)  // 3

// snippet.prepare
prepareDependencies { $0.defaultDatabase = database }
// snippet.end

// snippet.dependency
struct Catalog {
  @Dependency(\.defaultDatabase) var database

  func count() throws -> Int {
    try database.read { db in
      try #sql("SELECT count(*) FROM products", as: Int.self).fetchOne(db) ?? 0
    }
  }
}
// snippet.end
print(try Catalog().count())  // 3

func countInTest() throws {
  // snippet.override
  try withDependencies {
    $0.defaultDatabase = try DatabaseQueue()
  } operation: {
    let catalog = Catalog()
    // This reads the queue in memory.
    // snippet.hide
    do {
      print(try catalog.count())
    } catch let error as DatabaseError {
      print(error.code)  // notFound
    }
    // snippet.show
  }
  // snippet.end
}
try countInTest()

// snippet.missingFolder
do {
  _ = try DatabasePool(path: "/nowhere/shop.db")
} catch let error as DatabaseError {
  print(error.code, error.message)  // cannotOpen There is no folder /nowhere. Create it first.
}
// snippet.end

// snippet.close
try database.close()
do {
  _ = try database.read { db in try db.tableExists("products") }
} catch let error as DatabaseError {
  print(error.code)  // closed
}
// snippet.end
