// A PostgreSQL server: connecting, transactions, migrations for both databases, live queries and
// replicas.
// snippet.hide
import Foundation
// snippet.show
// snippet.smallest
import LiveSQL
import LiveSQLPostgres
// snippet.hide
import Observation

// Needs a server with a database named shop; does nothing if the environment names no server.
guard ProcessInfo.processInfo.environment["PGHOST"] != nil else { exit(0) }

// snippet.show
@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
}

let database = PostgresDatabase("postgres:///shop")
try database.write { db in
  try Reminder.createTable(ifNotExists: true).execute(db)
  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
}
let titles = try database.read { db in
  try Reminder.where { !$0.isCompleted }.order(by: \.title).select(\.title).fetchAll(db)
}
print(titles)  // ["Buy milk"]
// snippet.end

// snippet.connecting
func connected() -> PostgresDatabase {
  var configuration = PostgresDatabaseConfiguration("postgres://shop@db.example.org/shop")
  configuration.connection.options["sslrootcert"] = "/etc/shop/authority.pem"
  configuration.connection.statementTimeout = .seconds(5)
  configuration.connection.applicationName = "Shop"
  configuration.maximumConnectionCount = 20
  configuration.waitLimit = .seconds(5)
  return PostgresDatabase(configuration)
}
// snippet.end

// snippet.library
func checkLibrary() {
  if let advice = PostgresLibrary.advice { print(advice) }
}
// snippet.end

// snippet.watching-pool
func printPool(of database: PostgresDatabase) async throws {
  let pool = database.statistics
  print("\(pool.inUseCount) of \(pool.openCount) in use, \(pool.waitingCount) wait")
  try await Task.sleep(for: .seconds(60))
  let minute = database.statistics.counters - pool.counters
  print("\(minute.served) accesses in a minute, of which \(minute.waited) had to wait")
}
// snippet.end

@Table struct Item: Identifiable {
  let id: Int
  var name = ""
  var stock = 0
}

@Table struct Purchase: Identifiable {
  let id: UUID
  var itemID = 0
}

// snippet.retrying-lost
func note(_ purchase: Purchase, in database: PostgresDatabase) async throws {
  // The key is the program's own, so a second run adds no second row.
  let retry = PostgresRetry.lostConnections(attempts: 3, afterUnknownCommit: true)
  try await database.write(retrying: retry) { db in
    try Purchase.insert(or: .ignore) { purchase }.execute(db)
  }
}
// snippet.end

// snippet.retrying
func take(_ id: Item.ID, from database: PostgresDatabase) async throws -> Bool {
  try await database.write(
    isolation: .serializable,
    retrying: .serializationFailures(attempts: 5)
  ) { db in
    let item = try Item.find(db, key: id)
    guard item.stock > 0 else { return false }
    try Item.find(id).update { $0.stock -= 1 }.execute(db)
    return true
  }
}
// snippet.end

// snippet.suspending
func sell(
  _ id: Item.ID,
  from database: PostgresDatabase,
  charge: @Sendable (Item) async throws -> UUID
) async throws {
  try await database.withTransaction(deadline: .seconds(5)) { transaction in
    let item = try await transaction.run { db in try Item.find(db, key: id) }
    let receipt = try await charge(item)
    try await transaction.run { db in
      try Item.find(id).update { $0.stock -= 1 }.execute(db)
      try Purchase.insert { Purchase(id: receipt, itemID: id) }.execute(db)
    }
  }
}
// snippet.end

// snippet.savepoint
func addIfNew(_ item: Item, to database: PostgresDatabase) async throws {
  try await database.write { db in
    do {
      try db.inSavepoint { try Item.insert { item }.execute(db) }
    } catch let error as PostgresError where error.code == .uniqueViolation {
      try Item.find(item.id).update { $0.stock += item.stock }.execute(db)
    }
  }
}
// snippet.end

// snippet.moving
func moveShop(to server: PostgresDatabase) async throws {
  let file = try DatabasePool(path: "shop.db")
  do {
    let summary = try await file.copy(to: server) { progress in
      print("\(progress.completedRowCount) of \(progress.totalRowCount) rows")
    }
    for table in summary.tables {
      print("\(table.name): \(table.rowCount) rows, checksum \(table.checksum)")
    }
    for note in summary.notes { print("Not as in the file: \(note)") }
  } catch let error as DatabaseCopyError where error.code == .rowsExist {
    print("The rows were copied at an earlier start.")
  }
  try file.close()
}
// snippet.end

// snippet.moving-options
func moveParts(of file: DatabasePool, to server: PostgresDatabase) async throws {
  let options = DatabaseCopyOptions(
    continues: true,
    skipped: ["logs", "items.thumbnail"],
    texts: ["items.code"],
    decimals: [DecimalColumn("items.price", digits: 2)]
  )
  let plan = try await file.planCopy(options)
  print(plan.statements.joined(separator: ";\n"))
  try await file.copy(to: server, options)
}
// snippet.end

// snippet.moving-back
func export(_ server: PostgresDatabase) async throws -> Int {
  try await server.copy(toFile: "shop.db", replacesFile: true).rowCount
}
// snippet.end

// snippet.pipeline
func restock(_ deliveries: [Item.ID: Int], in database: PostgresDatabase) async throws {
  try await database.write { db in
    try db.pipeline { pipeline in
      for (id, count) in deliveries {
        try pipeline.execute(Item.find(id).update { $0.stock += count })
      }
    }
  }
}
// snippet.end

// snippet.errors
func buy(_ purchase: Purchase, in database: PostgresDatabase) async throws {
  do {
    try await database.write { db in try Purchase.insert { purchase }.execute(db) }
  } catch let error as PostgresError where error.code == .uniqueViolation {
    print("It has been bought already:", error.constraint ?? "")
  } catch let error as PostgresDatabaseError where error.code == .waitedTooLong {
    print("The shop is very busy. Please try again.")
  } catch let error as PostgresDatabaseError where error.code == .commitUnknown {
    // The connection was lost during the commit: check whether the server committed.
    let count = try await database.read { db in try Purchase.find(purchase.id).fetchCount(db) }
    if count == 0 { try await buy(purchase, in: database) }
  }
}
// snippet.end

// snippet.migrations
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "Create reminders",
      onEither: { db in
        try db.create(table: "reminders") { t in
          t.autoIncrementedPrimaryKey("id")
          t.column("title", .text).notNull()
          t.column("isCompleted", .boolean).notNull().defaults(to: false)
        }
      }
    )
    migrator.registerMigration(
      "Priorities",
      onEither: { db in
        try db.alter(table: "reminders") { t in
          t.add(column: "priority", .integer).notNull().defaults(to: 0)
        }
        try db.create(indexOn: "reminders", columns: ["priority"])
      }
    )
    migrator.registerMigration(
      "Find titles in any case",
      sqlite: { db in
        try db.execute(sql: "CREATE INDEX byTitle ON reminders (title COLLATE NOCASE)")
      },
      postgres: { db in
        try db.execute(script: "CREATE INDEX \"byTitle\" ON reminders (lower(title))")
      }
    )
    return migrator
  }
}
// snippet.end

// snippet.migrating
func migrate(_ database: PostgresDatabase) async throws {
  try await Schema.migrator.migrate(database) { progress in
    switch progress {
    case .waiting: print("Another process migrates the database.")
    case .began(let step): print("\(step.index + 1) of \(step.count): \(step.identifier)")
    case .finished, .failed: break
    }
  }
}
// snippet.end

// snippet.either
func shop(at place: String) throws -> any SQLDatabase {
  let database: any SQLDatabase =
    if place.hasPrefix("postgres://") {
      PostgresDatabase(place)
    } else {
      try DatabasePool(path: place)
    }
  try database.migrate(by: Schema.migrator)
  return database
}

extension Reminder {
  static func complete(_ id: Int, _ db: any SQLConnection) throws {
    try find(id).update { $0.isCompleted = true }.execute(db)
  }
}

func completeAll(_ ids: [Reminder.ID], in database: any SQLDatabase) async throws {
  try await database.write { db in
    for id in ids { try Reminder.complete(id, db) }
  }
  try await database.liveQueriesCaughtUp(within: .seconds(5))
}
// snippet.end

// snippet.request
struct Overview: EitherFetchKeyRequest {
  struct Value: Equatable, Sendable {
    var open: [Reminder] = []
    var count = 0
  }

  func fetch(_ db: any SQLConnection) throws -> Value {
    Value(
      open: try Reminder.where { !$0.isCompleted }.order(by: \.title).fetchAll(db),
      count: try Reminder.fetchCount(db)
    )
  }
}
// snippet.end

// snippet.model
@Observable
final class RemindersModel {
  @ObservationIgnored @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title))
  var open
  @ObservationIgnored @FetchOne(Reminder.count()) var count = 0
  @ObservationIgnored @Fetch(Overview()) var overview = Overview.Value()
}
// snippet.end

// snippet.prepare
func prepare(_ database: any SQLDatabase) {
  prepareDependencies { $0.defaultLiveDatabase = database }
}
// snippet.end

// snippet.named
func watch(_ database: PostgresDatabase) async throws {
  @FetchAll(Reminder.order(by: \.title), database: database) var reminders
  try await $reminders.load()
  print($reminders.plan?.description ?? "")  // ordered patch

  try await database.write { db in
    try Reminder.insert { Reminder.Draft(title: "Call Ann") }.execute(db)
  }
  try await database.liveQueriesCaughtUp(within: .seconds(5))
  print(reminders.count)
}
// snippet.end

// snippet.values
func follow(_ database: PostgresDatabase) async throws {
  let open = Reminder.where { !$0.isCompleted }.order(by: \.title)
  for try await result in try database.live.values(of: open) {
    print(result.rows.count, result.difference.counts)
  }
}
// snippet.end

// snippet.changes
func openWithTriggers() -> PostgresDatabase {
  var configuration = PostgresDatabaseConfiguration("postgres:///shop")
  configuration.changes = .triggers()
  return PostgresDatabase(configuration)
}
// snippet.end

// snippet.direct
func databases(pooler: String, server: String) -> PostgresDatabase {
  let live = PostgresLiveDatabase(PostgresConfiguration(server))
  prepareDependencies { $0.defaultLiveDatabase = live }
  return PostgresDatabase(pooler)
}
// snippet.end

// snippet.replica
struct Servers {
  let primary = PostgresDatabase(
    "postgres://shop@a.example.org,b.example.org/shop?target_session_attrs=read-write"
  )
  let replica = PostgresDatabase(
    "postgres://shop@b.example.org,a.example.org/shop?target_session_attrs=prefer-standby"
  )

  func completedCount() async throws -> Int {
    try await replica.read(retrying: .serializationFailures()) { db in
      try Reminder.where(\.isCompleted).fetchCount(db)
    }
  }
}
// snippet.end

// snippet.applied
func add(_ title: String, to primary: PostgresDatabase) async throws {
  try await primary.write { db in
    try db.execute(script: "SET LOCAL synchronous_commit = remote_apply")
    try Reminder.insert { Reminder.Draft(title: title) }.execute(db)
  }
}
// snippet.end

database.close()

// snippet.amounts
@Table struct Invoice: Identifiable {
  let id: Int
  @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
  var total: Decimal
}

func openTotal(in db: any SQLConnection) throws -> Decimal? {
  try Invoice.where { $0.total > 0 }.select { $0.total.sum() }.fetchOne(db) ?? nil
}
// snippet.end

@Table struct Recipe: Identifiable {
  let id: Int
  var title = ""
  var text = ""
}

@Table struct TaggedItem: Identifiable {
  let id: Int
  var title = ""
  // snippet.arrays
  @Column(as: [String].ArrayRepresentation.self)
  var tags: [String] = []
  // snippet.end
}

// snippet.asking-arrays
func atHome(_ db: any SQLConnection) throws -> [TaggedItem] {
  try TaggedItem.where { $0.tags.contains("home") }.fetchAll(db)
}

func atHomeOrWork(_ db: any SQLConnection) throws -> [TaggedItem] {
  try TaggedItem.where { $0.tags.overlaps(["home", "work"]) }.fetchAll(db)
}

func tag(_ id: Int, _ db: any SQLConnection) throws {
  try TaggedItem.find(id).update { $0.tags = $0.tags.appending("home") }.execute(db)
}
// snippet.end

// snippet.searching
func recipes(matching typed: String) throws -> [Recipe] {
  try database.read { db in
    try Recipe
      .where { $0.text.textSearchVector(.english).matches(.web(typed, in: .english)) }
      .fetchAll(db)
  }
}
// snippet.end

// snippet.search-column
func addSearch(_ db: PostgresConnection) throws {
  try Recipe.addTextSearchColumn("search") {
    $0.title.textSearchVector(.english).weighted(.a)
      .joined(with: $0.text.textSearchVector(.english))
  }
  .execute(db)
  try Recipe.createTextSearchIndex(on: "search").execute(db)
}
// snippet.end

// snippet.ranking
func best(for typed: String, _ db: PostgresConnection) throws -> [(String, String)] {
  let query = TextSearchQuery.web(typed, in: .english)
  return
    try Recipe
    .where { $0.textSearchVector(column: "search").matches(query) }
    .order { $0.textSearchVector(column: "search").rank(query).desc() }
    .limit(10)
    .select { ($0.title, $0.text.textSearchHeadline(query, in: .english)) }
    .fetchAll(db)
}
// snippet.end
