// Records: Codable structures that save themselves, and requests for them.
import Foundation
import LiveSQL

// snippet.record
struct Book: Codable, Identifiable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var title: String
  var year: Int?
  var authorId: Int64

  mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
}
// snippet.end

// snippet.persistable
struct Author: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: Int64
  var name: String
  var joinedAt = Date()
}
// snippet.end

extension Author {
  static let books = hasMany(Book.self)
}

// snippet.columns
extension Book {
  enum Columns {
    static let title = Column(CodingKeys.title)
    static let year = Column(CodingKeys.year)
  }
}

extension DerivableRequest where RowDecoder == Book {
  func orderedByYear() -> Self { order(Book.Columns.year.desc, Book.Columns.title) }
}
// snippet.end

// snippet.strategies
extension Author {
  static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy { .timeIntervalSince1970 }

  static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy { .timeIntervalSince1970 }
}
// snippet.end

// snippet.row
struct Shelf: FetchableRecord {
  var title: String
  var year: Int?

  init(row: Row) throws {
    title = try row["title"]
    year = try row["year"]
  }
}
// snippet.end

// snippet.callbacks
struct Loan: Codable, FetchableRecord, PersistableRecord {
  var bookId: Int64
  var reader: String

  func willInsert(_ db: Database) throws {
    guard try Book.exists(db, key: bookId) else { throw LoanError.noSuchBook }
  }
}
// snippet.end

enum LoanError: Error { case noSuchBook }

// snippet.money
struct Fine: Codable, FetchableRecord, PersistableRecord {
  var bookId: Int64
  var amount: Decimal  // 12.50 is stored as 1250

  static func databaseDecimalEncodingStrategy(
    for column: String
  ) -> DatabaseDecimalEncodingStrategy { .fixedPoint(digits: 2) }
}
// snippet.end

struct BookWithAuthor: Decodable, FetchableRecord {
  var book: Book
  var author: Author
}

let database = try DatabaseQueue()
try database.write { db in
  try db.create(table: "author") { t in
    t.primaryKey("id", .integer)
    t.column("name", .text).notNull().unique()
    t.column("joinedAt", .real).notNull()
  }
  try db.create(table: "book") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("title", .text).notNull()
    t.column("year", .integer)
    t.belongsTo("author", onDelete: .cascade).notNull()
  }
  try db.create(table: "loan") { t in
    t.belongsTo("book").notNull()
    t.column("reader", .text).notNull()
  }
}

try database.write { db in
  // snippet.saving
  try Author(id: 1, name: "Ana").insert(db)
  var book = Book(title: "Boats", year: 1981, authorId: 1)
  try book.insert(db)  // book.id is 1
  book.title = "Boats and Harbours"
  try book.update(db)
  try book.updateChanges(db) { $0.year = 1982 }  // writes "year" alone
  try book.save(db)  // updates, and inserts where there is no such row
  // snippet.end

  // snippet.fetching-back
  let inserted = try Author(id: 2, name: "Bo").insertAndFetch(db)
  var ana = Author(id: 1, name: "Ana Lopes")
  ana.joinedAt = inserted.joinedAt
  try ana.upsert(db)
  // snippet.end

  // snippet.deleting
  try Book(id: nil, title: "Clouds", authorId: 2).inserted(db).delete(db)
  try Book.deleteOne(db, key: 7)  // false: there is none
  try Book.filter(Book.Columns.year < 1900).deleteAll(db)
  // snippet.end
}

try database.read { db in
  // snippet.keys
  let book = try Book.find(db, key: 1)  // throws RecordError.recordNotFound where there is none
  let author = try Author.fetchOne(db, key: ["name": "Bo"])  // nil where there is none
  let authors = try Author.fetchAll(db, ids: [1, 2])
  // snippet.end
  print(book.title, author?.id ?? 0, authors.count)

  // snippet.requests
  let recent = try Book.filter(Book.Columns.year > 1980 && Book.Columns.title.like("B%"))
    .orderedByYear()
    .limit(10)
    .fetchAll(db)
  let count = try Book.all().fetchCount(db)
  let titles = try Book.select(Book.Columns.title, as: String.self).fetchAll(db)
  // snippet.end
  print(recent.count, count, titles)

  // snippet.closures
  let named = try Book.filter { $0.year > 1980 && $0.title.like("B%") }
    .order { [$0.year.desc, $0.title] }
    .fetchAll(db)
  let latest = Author.annotated(with: Author.books.max { $0.year })  // a column "maxBookYear"
  // snippet.end
  print(named.count, try latest.fetchCount(db))

  // snippet.adapters
  let sql = "SELECT book.*, author.* FROM book JOIN author ON author.id = book.authorId"
  let parts = splittingRowAdapters(columnCounts: [try Book.numberOfSelectedColumns(db)])
  let adapter = ScopeAdapter(["book": parts[0], "author": parts[1]])
  let pairs = try BookWithAuthor.fetchAll(db, sql: sql, adapter: adapter)
  // snippet.end
  print(pairs.count)
  print(try Shelf.fetchAll(db, sql: "SELECT title, year FROM book").map(\.title))

  // snippet.tables
  let shelf = Table("book")
  let old = try shelf.filter(Column("year") < 1900).order(Column("title")).fetchAll(db)
  for row in old { print(try row["title"] as String) }
  // snippet.end

  // snippet.dates
  let lately = Author.filter(Column("joinedAt") > Date(timeIntervalSinceNow: -60))
  // snippet.end
  print(try lately.fetchCount(db))
}

try database.write { db in
  // snippet.batches
  let changed = try Book.filter(Book.Columns.year == nil)
    .updateAll(db, Book.Columns.year.set(to: 2000))
  // snippet.end
  print(changed, "changed")
}

do {
  try database.write { db in try Loan(bookId: 7, reader: "Di").insert(db) }
} catch { print(error) }

// snippet.live
let books = FetchAll(Book.all().orderedByYear(), database: database)
for try await count in ValueObservation.tracking(Book.all().fetchCount).values(in: database) {
  print(count, "books")
  break
}
// snippet.end
try await books.load()

// snippet.regions
let observation = DatabaseRegionObservation(tracking: Book.all(), Author.all())
let cancellable = try observation.start(in: database) { db in
  print("a book or an author has changed")
}
try database.write { db in try Author(id: 3, name: "Cy").insert(db) }
cancellable.cancel()
// snippet.end

// snippet.missing
do {
  _ = try database.read { db in try Book.find(db, key: 99) }
} catch let error as RecordError {
  print(error.localizedDescription)
}
// snippet.end
print(books.plan?.description ?? "not read yet")
