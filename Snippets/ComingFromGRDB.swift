// Code written for GRDB: what compiles as it is, and what to change.
import Foundation
import LiveSQL

// snippet.record
struct Item: Identifiable {
  var id: Int64?
  var name: String
  var quantity: Int?
}

extension Item: Codable, FetchableRecord, MutablePersistableRecord {
  fileprivate enum Columns {
    static let name = Column(Item.CodingKeys.name)
    static let quantity = Column(Item.CodingKeys.quantity)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

extension DerivableRequest where RowDecoder == Item {
  func orderedByName() -> Self { order(Item.Columns.name) }
}
// snippet.end

// snippet.database
struct AppDatabase {
  private let databaseWriter: any DatabaseWriter

  init(_ databaseWriter: any DatabaseWriter) throws {
    self.databaseWriter = databaseWriter
    try migrator.migrate(databaseWriter)
  }

  private var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createItem") { database in
      try database.create(table: "item") { tableDefinition in
        tableDefinition.autoIncrementedPrimaryKey("id")
        tableDefinition.column("name", .text).notNull()
        tableDefinition.column("quantity", .integer)
      }
    }
    return migrator
  }

  func saveItem(_ item: inout Item) throws {
    try databaseWriter.write { database in try item.save(database) }
  }

  func deleteItems(ids: [Int64]) throws {
    try databaseWriter.write { database in _ = try Item.deleteAll(database, keys: ids) }
  }

  func items() -> AsyncValueObservation<[Item]> {
    ValueObservation.tracking(Item.all().orderedByName().fetchAll).values(in: databaseWriter)
  }
}
// snippet.end

let database = try DatabaseQueue()
let application = try AppDatabase(database)
var milk = Item(id: nil, name: "Milk", quantity: 2)
try application.saveItem(&milk)
var bread = Item(id: nil, name: "Bread", quantity: nil)
try application.saveItem(&bread)
for try await items in application.items() {
  print(items.map(\.name))  // ["Bread", "Milk"]
  break
}

// snippet.rows
struct Stock: FetchableRecord {
  var name: String
  var quantity: Int?

  init(row: Row) throws {
    name = try row["name"]
    quantity = try row["quantity"]
  }
}

let stocks = try database.read { db in
  try Stock.fetchAll(db, sql: "SELECT name, quantity FROM item ORDER BY name")
}
// snippet.end
print(stocks.map(\.name))

func showLive() async throws {
  // snippet.live
  @FetchAll(Item.all().orderedByName(), database: database) var items
  try await $items.load()
  print(items.map(\.name))  // ["Bread", "Milk"]
  // snippet.end
  print($items.plan?.description ?? "")
}
try await showLive()

// snippet.observing
let observation = ValueObservation.tracking { db in try Item.fetchCount(db) }
let cancellable = observation.start(in: database, scheduling: .immediate) { error in
  print(error)
} onChange: { count in
  print(count)  // 2
}
// snippet.end
cancellable.cancel()

// The tables of the page, tried.
struct Token: Codable, FetchableRecord, PersistableRecord { var id: UUID }

// snippet.bytes
struct OldToken: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "token"
  var id: UUID

  static func databaseUUIDEncodingStrategy(
    for column: String
  ) -> DatabaseUUIDEncodingStrategy { .bytes }
}
// snippet.end
struct Player: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: Int64
  var teamId: Int64?
  static let team = belongsTo(Team.self)
}
struct Team: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: Int64
  static let players = hasMany(Player.self)
}
struct Numbered: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  mutating func didInsert(_ inserted: InsertionSuccess) {
    let number: Int64 = inserted.rowID
    print(number)
    id = inserted.rowID
  }
}
func failure(_ body: () throws -> Void) -> String {
  do { try body() } catch { return "\(type(of: error))" }
  return "no error"
}
try database.write { db in
  try db.create(table: "token") { t in t.primaryKey("id", .blob) }
  let key = UUID()
  let bytes = withUnsafeBytes(of: key.uuid) { Data($0) }
  try db.execute(sql: "INSERT INTO token VALUES (?)", arguments: [bytes])
  print(try Token.fetchOne(db, key: key)?.id == key, try OldToken.fetchOne(db, key: key)?.id == key)
  print(try Token.fetchCount(db), try Token.fetchOne(db)?.id == key)
  print(try OldToken.filter { $0.id == key }.fetchCount(db))
  print(try OldToken.filter(sql: "id = ?", arguments: [key]).fetchCount(db))
  try db.create(table: "team") { t in t.primaryKey("id", .integer) }
  try db.create(table: "player") { t in
    t.primaryKey("id", .integer)
    t.belongsTo("team")
  }
  try db.create(table: "numbered") { t in t.autoIncrementedPrimaryKey("id") }
  try Team(id: 1).insert(db)
  try Player(id: 1, teamId: 1).insert(db)
  try Player(id: 2, teamId: nil).insert(db)
  var numbered = Numbered(id: nil)
  try numbered.insert(db)
  let rows = try Row.fetchAll(db, Player.including(optional: Player.team).order(Column("id")))
  print(rows.map { $0.scopes["team"] == nil })  // [false, true]
  guard let row = try Row.fetchOne(db, sql: "SELECT 1.5 AS x, NULL AS y") else { return }
  print(failure { _ = try row["x"] as Int }, failure { _ = try row["z"] as Int })
  print(try row["x"] as Double, try row["y"] as Int? as Any, try row["x"] as DatabaseValue)
  print(try row.hasNull(atIndex: 1), try row.decode(String?.self, forColumn: "y") as Any)
  print(failure { try row.withUnsafeData(named: "z") { _ in } })
  print(
    failure {
      let pairs = try Row.fetchCursor(db, sql: "SELECT 1 UNION ALL SELECT 1").map { row in
        (try row[0] as Int, "x")
      }
      _ = try Dictionary(uniqueKeysWithValues: pairs)
    }
  )
  print(
    try Table("player").all().fetchCount(db),
    try Table("player", of: Player.self).fetchCount(db)
  )
  let alias = RecordAlias<Player>()
  let unnamed = TableAlias()
  print(try Player.all().aliased(alias).filter(alias[Column("id")] == 1).fetchCount(db))
  print(try Player.all().aliased(unnamed).filter(unnamed[Column("id")] == 1).fetchCount(db))
  let adapted: AdaptedFetchRequest<Player> = SQLRequest<Player>(sql: "SELECT 0, * FROM player")
    .adapted { _ in SuffixRowAdapter(fromIndex: 1) }
  print(try adapted.fetchAll(db).count)
  print(db.transactionDate <= Date(), try db.foreignKeyViolations().count)
  print(failure { try Team(id: 1).insert(db) })
  do { try Team(id: 1).insert(db) } catch let error as DatabaseError {
    print(error.code == .constraint, error.resultCode == .SQLITE_CONSTRAINT)
    print(error.resultCode == .constraint, error.extendedResultCode == .constraintPrimaryKey)
  }
  try db.dumpRequest(Player.all(), format: .debug())
  try db.dumpRequest(Player.all(), format: .json())
  print(
    failure { try db.execute(sql: "SELECT ?, :a", arguments: ["a": 1]) },
    failure { _ = try db.makeStatement(sql: "SELECT ?").execute(arguments: [1, 2]) }
  )
}
print(failure { try database.write { _ in try database.write { _ in } } })
print(failure { try database.writeWithoutTransaction { try $0.beginTransaction() } })
var configuration = Configuration()
configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
let observer = ValueObservation.tracking { db in try Player.fetchCount(db) }
  .start(in: database, scheduling: .immediate(then: .task)) { _ in
  } onChange: {
    print($0)
  }
observer.cancel()
