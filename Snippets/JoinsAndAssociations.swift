// Rows of several tables: joins of typed tables, and associations of records.
import LiveSQL

// snippet.tables
@Table struct RemindersList: Identifiable {
  let id: Int
  var title = ""
}

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
  var remindersListID = 0
  var afterID: Int?
}

@Table struct Tag: Identifiable {
  let id: Int
  var title = ""
}

@Table struct ReminderTag {
  let reminderID: Int
  let tagID: Int
}
// snippet.end

// snippet.selection
@Selection struct ListWithCount {
  let list: RemindersList
  let openCount: Int
}
// snippet.end

// snippet.optionals
@Selection struct TaggedReminder {
  let title: String
  let tag: String?
}
// snippet.end

// snippet.alias
enum Before: AliasName { static let aliasName = "before" }
// snippet.end

struct Country: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: Int64
  var name: String
}

struct Author: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: Int64
  var name: String
  var countryId: Int64?
}

struct Book: Codable, Identifiable, FetchableRecord, PersistableRecord {
  var id: Int64
  var title: String
  var year: Int
  var authorId: Int64
}

// snippet.associations
extension Country {
  static let authors = hasMany(Author.self)
  static let books = hasMany(Book.self, through: authors, using: Author.books)
}
extension Author {
  static let country = belongsTo(Country.self)
  static let books = hasMany(Book.self)
}
extension Book {
  static let author = belongsTo(Author.self)
}
// snippet.end

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE reminders (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
        remindersListID INTEGER NOT NULL REFERENCES remindersLists,
        afterID INTEGER REFERENCES reminders);
      CREATE INDEX remindersOfLists ON reminders (remindersListID);
      CREATE TABLE tags (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE reminderTags (
        reminderID INTEGER NOT NULL REFERENCES reminders, tagID INTEGER NOT NULL REFERENCES tags,
        PRIMARY KEY (reminderID, tagID)) WITHOUT ROWID;
      """
  )
  try db.seed {
    RemindersList(id: 1, title: "Personal")
    RemindersList(id: 2, title: "Work")
    Reminder(id: 1, title: "Buy milk", remindersListID: 1)
    Reminder(id: 2, title: "Call Blob", isCompleted: true, remindersListID: 1)
    Reminder(id: 3, title: "Bake a cake", remindersListID: 1, afterID: 1)
    Tag(id: 1, title: "shop")
    Tag(id: 2, title: "home")
    ReminderTag(reminderID: 1, tagID: 1)
    ReminderTag(reminderID: 1, tagID: 2)
  }
  // snippet.schema
  try db.create(table: "country") { t in
    t.primaryKey("id", .integer)
    t.column("name", .text).notNull()
  }
  try db.create(table: "author") { t in
    t.primaryKey("id", .integer)
    t.column("name", .text).notNull()
    t.belongsTo("country")
  }
  try db.create(table: "book") { t in
    t.primaryKey("id", .integer)
    t.column("title", .text).notNull()
    t.column("year", .integer).notNull()
    t.belongsTo("author").notNull()
  }
  // snippet.end
  try Country(id: 1, name: "Portugal").insert(db)
  try Author(id: 1, name: "Ana", countryId: 1).insert(db)
  try Author(id: 2, name: "Bo", countryId: nil).insert(db)
  try Book(id: 1, title: "Boats", year: 1981, authorId: 1).insert(db)
  try Book(id: 2, title: "Harbours", year: 1999, authorId: 1).insert(db)
}

try database.read { db in
  // snippet.inner
  let pairs =
    Reminder
    .join(RemindersList.all) { reminder, list in reminder.remindersListID == list.id }
    .where { reminder, list in !reminder.isCompleted && list.title == "Personal" }
    .order { reminder, _ in reminder.title }
  for (reminder, list) in try pairs.fetchAll(db) {
    print("\(list.title): \(reminder.title)")
  }
  // Personal: Bake a cake
  // Personal: Buy milk
  // snippet.end

  // snippet.naming
  let joined = Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
  let titles = joined.select { ($0.title, $1.title) }  // two parameters, since `$1` occurs
  let listTitles = joined.select { $1.title }  // also two
  let own = joined.select { reminder, _ in reminder.title }  // `{ $0.title }` is refused
  let byTitle = joined.order(by: \.title)  // a key path is of the first table
  // snippet.end
  print(try titles.fetchAll(db), try listTitles.fetchAll(db), try own.fetchAll(db))
  print(try byTitle.fetchCount(db))

  // snippet.left
  let tagged =
    Reminder
    .leftJoin(ReminderTag.all) { $0.id == $1.reminderID }
    .leftJoin(Tag.all) { _, reminderTag, tag in reminderTag.tagID == tag.id }
    .order { reminder, _, tag in (reminder.id, tag.title) }
    .select { reminder, _, tag in TaggedReminder.Columns(title: reminder.title, tag: tag.title) }
  // snippet.end
  print(try tagged.fetchAll(db).map { "\($0.title): \($0.tag ?? "none")" })

  // snippet.missing
  let untagged =
    Reminder
    .leftJoin(ReminderTag.all) { $0.id == $1.reminderID }
    .where { $1.tagID.is(nil) }
    .select { reminder, _ in reminder.title }
  // snippet.end
  print(try untagged.fetchAll(db))

  // snippet.self
  let order =
    Reminder
    .join(Reminder.as(Before.self).all) { reminder, before in reminder.afterID == before.id }
    .select { reminder, before in (before.title, reminder.title) }
  // snippet.end
  print(try order.fetchAll(db))

  // snippet.four
  let all =
    RemindersList
    .join(Reminder.where { !$0.isCompleted }) { list, reminder in
      reminder.remindersListID == list.id
    }
    .leftJoin(ReminderTag.all) { _, reminder, link in reminder.id == link.reminderID }
    .leftJoin(Tag.all) { _, _, link, tag in link.tagID == tag.id }
    .order { list, reminder, _, tag in (list.title, reminder.title, tag.title) }
    .select { list, reminder, _, tag in (list.title, reminder.title, tag.title ?? "no tag") }
  // snippet.end
  print(try all.fetchAll(db))

  // snippet.groups
  let counts =
    RemindersList
    .leftJoin(Reminder.all) { list, reminder in
      reminder.remindersListID == list.id && !reminder.isCompleted
    }
    .group { list, _ in list.id }
    .having { _, reminder in reminder.id.count() < 10 }
    .order { list, _ in list.title }
    .select { list, reminder in
      ListWithCount.Columns(list: list, openCount: reminder.id.count())
    }
  // snippet.end
  print(try counts.fetchAll(db).map { "\($0.list.title): \($0.openCount)" })

  // snippet.named
  func open(in list: RemindersList.ID) -> some Query<(Reminder, RemindersList)> {
    joined.where { reminder, _ in reminder.remindersListID == list }
  }
  // snippet.end
  print(try open(in: 1).fetchAll(db).count)  // 3
}

// snippet.including
struct BookWithAuthor: Decodable, FetchableRecord {
  var book: Book
  var author: Author
}

let shelves = try database.read { db in
  try Book.including(required: Book.author).asRequest(of: BookWithAuthor.self).fetchAll(db)
}
// snippet.end
print(shelves.map(\.author.name))

// snippet.all
struct AuthorWithBooks: Decodable, FetchableRecord {
  var author: Author
  var country: Country?
  var books: [Book]
}

let authors = try database.read { db in
  try Author
    .including(optional: Author.country)
    .including(all: Author.books.order(Column("year")))
    .order(Column("name"))
    .asRequest(of: AuthorWithBooks.self)
    .fetchAll(db)
}
// snippet.end
print(authors.map { "\($0.author.name), \($0.country?.name ?? "-"): \($0.books.map(\.title))" })

try database.read { db in
  // snippet.joining
  let recent = Author.joining(required: Author.books.filter(Column("year") > 1990)).distinct()
  let country = RecordAlias<Country>()
  let portuguese = Author.joining(required: Author.country.aliased(country))
    .filter(country["name"] == "Portugal")
  // snippet.end
  print(try recent.fetchAll(db).map(\.name), try portuguese.fetchAll(db).map(\.name))

  // snippet.annotating
  struct AuthorInfo: Decodable, FetchableRecord {
    var name: String
    var bookCount: Int
    var maxBookYear: Int?
  }
  let productive = Author.annotated(with: Author.books.count, Author.books.max(Column("year")))
    .having(Author.books.count >= 1)
    .asRequest(of: AuthorInfo.self)
  // snippet.end
  print(try productive.fetchAll(db).map(\.bookCount))  // [2]

  // snippet.requesting
  let ana = try Author.find(db, key: 1)
  let books = try ana.request(for: Author.books).order(Column("title")).fetchAll(db)
  // snippet.end
  print(books.map(\.title), try Country.including(all: Country.books).fetchCount(db))
  struct CountryWithBooks: Decodable, FetchableRecord {
    var country: Country
    var books: [Book]
  }
  print(
    try Country.including(all: Country.books).asRequest(of: CountryWithBooks.self).fetchAll(db)
      .map(\.books.count)
  )

  // snippet.undetermined
  do {
    _ = try Book.including(required: Book.belongsTo(Country.self)).fetchAll(db)
  } catch let error as AssociationError {
    print(error)  // “book” has no foreign key to “country”. Declare one in the …
  }
  // snippet.end
}
