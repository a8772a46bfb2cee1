// A schema in migrations.
import LiveSQL

// snippet.migrator
var migrator = DatabaseMigrator()
#if DEBUG
  migrator.eraseDatabaseOnSchemaChange = true
#endif

migrator.registerMigration("Create authors and books") { db in
  try db.create(table: "author") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("name", .text).notNull().collate(.nocase)
  }
  try db.create(table: "book") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("title", .text).notNull()
    t.column("year", .integer).check { $0 > 1450 }
    t.belongsTo("author", onDelete: .cascade).notNull()
  }
}
// snippet.end

// snippet.altering
migrator.registerMigration("Notes of books") { db in
  try db.alter(table: "book") { t in
    t.add(column: "notes", .text).notNull().defaults(to: "")
    t.rename(column: "year", to: "publicationYear")
  }
}
// snippet.end

// snippet.recreating
migrator.registerMigration("Books have a year, and a title that is not empty") { db in
  try db.recreate(table: "book") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("title", .text).notNull().check { $0 != "" }
    t.column("publicationYear", .integer).notNull()
    t.column("notes", .text)
    t.belongsTo("author", onDelete: .cascade).notNull()
    t.copy(column: "publicationYear", Column("publicationYear") ?? 1900)
    t.copy(column: "notes", sql: "nullif(notes, '')")
  }
}
// snippet.end

// snippet.indexes
migrator.registerMigration("Indexes and a view") { db in
  try db.create(indexOn: "book", columns: ["title", "publicationYear"])
  try db.create(
    index: "recentBooks",
    on: "book",
    columns: ["title"],
    options: .unique,
    condition: Column("publicationYear") > 2000
  )
  try db.create(view: "oldBooks", as: "SELECT * FROM book WHERE publicationYear < \(bind: 1900)")
}
// snippet.end

// snippet.search
migrator.registerMigration("Search in books") { db in
  try db.create(virtualTable: "book_ft", using: FTS5()) { t in
    t.tokenizer = .porter()
    t.column("title")
    t.column("notes")
    t.synchronize(withTable: "book")
  }
}
// snippet.end

// snippet.merging
migrator.registerMigration("Readers", merging: ["Readers 1", "Readers 2"]) { db, applied in
  if !applied.contains("Readers 1") {
    try db.create(table: "reader") { t in t.autoIncrementedPrimaryKey("id") }
  }
  if !applied.contains("Readers 2") {
    try db.alter(table: "reader") { t in t.add(column: "name", .text) }
  }
}
// snippet.end

// snippet.boxes
migrator.registerMigration("Places of libraries") { db in
  try db.create(virtualTable: "library_box", using: RTree()) { t in
    t.dimension("minLongitude", "maxLongitude")
    t.dimension("minLatitude", "maxLatitude")
    t.column("name")
  }
}
// snippet.end

// snippet.composite
@Selection struct LoanID: Hashable {
  let bookId: Int
  let readerId: Int
}

@Table("loan") struct Loan: Identifiable {
  let id: LoanID
  var extensions = 0
}

migrator.registerMigration("Create loans") { db in
  try db.create(table: "loan") { t in
    t.primaryKey {
      t.belongsTo("book", onDelete: .cascade)
      t.belongsTo("reader", onDelete: .cascade)
    }
    t.column("extensions", .integer).notNull().check { $0 <= 3 }
  }
}
// snippet.end

// snippet.migrating
let database = try DatabaseQueue()
try migrator.migrate(database)
// snippet.end

try database.validateSchema([Loan.self])
print(
  try database.read { db in
    try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'loan'")
  } ?? ""
)

// snippet.progress
try migrator.migrate(database) { progress in
  guard progress.phase == .began else { return }
  print("\(progress.index + 1) of \(progress.count): \(progress.identifier)")
}
// snippet.end

// snippet.asking
let isOfLaterVersion = try database.read { db in try migrator.hasBeenSuperseded(db) }
let isCurrent = try database.read { db in try migrator.hasCompletedMigrations(db) }
// snippet.end

// snippet.planning
let plan = try migrator.plan(for: database)
print(plan.sql)
// snippet.end

// snippet.checking
try migrator.check([Loan.self])
// snippet.end

// snippet.typed
@Table struct Reader: Identifiable {
  let id: Int
  var name: String?
}

let testDatabase = try DatabaseQueue()
try testDatabase.write { db in try db.create(table: Reader.self) }
// snippet.end

print(isOfLaterVersion, isCurrent)  // false true

// snippet.testing
let old = try DatabaseQueue()
try migrator.migrate(old, upTo: "Notes of books")
try old.write { db in
  try db.execute(
    sql: """
      INSERT INTO author (id, name) VALUES (1, 'Ana');
      INSERT INTO book (title, publicationYear, authorId) VALUES ('Boats', NULL, 1)
      """
  )
}
try migrator.migrate(old)
let year = try old.read { db in
  try Int.fetchOne(db, sql: "SELECT publicationYear FROM book")
}
print(year ?? 0)  // 1900
// snippet.end

// snippet.failing
migrator.registerMigration("Move books to an author who does not exist") { db in
  try db.execute(sql: "UPDATE book SET authorId = 7")
}
do {
  try migrator.migrate(old)
} catch let error as DatabaseError {
  print(error.localizedDescription)
}
// snippet.end
print(try old.read { db in try Int.fetchOne(db, sql: "SELECT authorId FROM book") } ?? 0)  // 1

// snippet.versions
let released = try old.read { db in try migrator.appliedMigrations(db) }
// snippet.end
print(released.count, migrator.migrations.count)

try database.write { db in
  try db.execute(sql: "INSERT INTO library_box VALUES (1, 8.5, 8.6, 47.3, 47.4, 'Zurich')")
  print(try String.fetchAll(db, sql: "SELECT name FROM library_box WHERE minLatitude > 47"))
}
do {
  var wrong = DatabaseMigrator()
  wrong.registerMigration("a") { _ in }
  wrong.registerMigration("a") { _ in }
  try wrong.migrate(try DatabaseQueue())
} catch { print(error.localizedDescription) }
do { try migrator.migrate(old, upTo: "Notes of books") } catch {
  print(error.localizedDescription)
}
do {
  try old.write { db in
    try db.create(table: "x") { t in
      t.column("a", .text)
      t.column("a", .text)
    }
  }
} catch { print(error.localizedDescription) }
do {
  try old.write { db in
    try db.recreate(table: "book") { t in t.autoIncrementedPrimaryKey("id") }
  }
} catch { print(error.localizedDescription) }
