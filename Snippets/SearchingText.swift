// Full-text search: an index that follows a table, searches in it, and the older modules.
import LiveSQL

// snippet.tables
@Table struct Note: Identifiable, Equatable {
  let id: Int
  var title = ""
  var body = ""
}

@Table struct NoteText: FTS5 {
  let rowid: Int
  let title: String
  let body: String
}
// snippet.end

// snippet.migration
var migrator = DatabaseMigrator()
migrator.registerMigration("Notes and their index") { db in
  try db.create(table: "notes") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("title", .text).notNull()
    t.column("body", .text).notNull()
  }
  try db.create(virtualTable: "noteTexts", using: FTS5()) { t in
    t.tokenizer = .porter()
    t.prefixes = [2]
    t.column("title")
    t.column("body")
    t.synchronize(withTable: "notes")
  }
}
// snippet.end

let database = try DatabaseQueue()
try migrator.migrate(database)
try database.write { db in
  try db.seed {
    Note(id: 1, title: "Groceries", body: "Milk and apples")
    Note(id: 2, title: "Apples", body: "for a cake")
    Note(id: 3, title: "Taxes", body: "Find last year's letter")
  }
}

// snippet.searching
func notes(matching typed: String) -> some Query<Note> {
  let pattern = FTS5Pattern.allWords(of: typed, lastIsPrefix: true)
  return
    Note
    .join(NoteText.all) { $0.id.eq($1.rowid) }
    .where { $1.match(pattern) }
    .order { $1.rank }
    .select { note, _ in note }
    .limit(20)
}

let found = try database.read { db in try notes(matching: "milk appl").fetchAll(db) }
print(found.map(\.title))  // ["Groceries"]
// snippet.end

// snippet.live
func watchHits() async throws {
  @FetchAll(notes(matching: "appl"), database: database) var hits
  try await $hits.load()
  print(hits.map(\.title))  // ["Groceries", "Apples"]

  try await database.write { db in
    try Note.find(3).update { $0.title = "Apples and taxes" }.execute(db)
  }
  try await database.liveQueriesCaughtUp(within: .seconds(5))
  print(hits.map(\.title))  // ["Groceries", "Apples", "Apples and taxes"]
  // snippet.hide
  print($hits.plan?.description ?? "")
  // snippet.show
}
// snippet.end
try await watchHits()

try database.read { db in
  // snippet.matching
  let marked =
    try NoteText
    .where { $0.match("milk OR honey") }
    .order(by: \.rank)
    .select { $0.body.highlight("[", "]") }
    .fetchAll(db)
  print(marked)  // ["[Milk] and apples"]
  // snippet.end

  // snippet.typed
  let pattern = FTS5Pattern.anyWord(of: "appl \"gr", lastIsPrefix: true)
  print(pattern)  // "appl" OR """gr" *
  let rows = try NoteText.where { $0.match(pattern) }.select(\.rowid).fetchAll(db)
  // snippet.end
  print(rows)

  // snippet.ranking
  let byTitle =
    try NoteText
    .where { $0.match("apples") }
    .order { $0.bm25([\.title: 10]) }
    .select { ($0.title, $0.body.snippet("[", "]", "…", 3)) }
    .fetchAll(db)
  // snippet.end
  print(byTitle)

  // snippet.column
  let inTitle = try NoteText.where { $0.title.match("apples") }.fetchCount(db)
  // snippet.end
  print(inTitle)

  // snippet.mistake
  do {
    _ = try NoteText.where { $0.match("milk AND") }.fetchAll(db)
  } catch let error as DatabaseError {
    print(error.message)  // fts5: syntax error near ""
  }
  // snippet.end

  // snippet.records
  let request = Table("noteTexts").matching(FTS5Pattern(matchingAllPrefixesIn: "appl"))
  let ids = try request.order(Column.rank).select(Column.rowID, as: Int.self).fetchAll(db)
  // snippet.end
  print(ids)
}

// snippet.alone
@Table struct ReminderText: FTS5 {
  let rowid: Int
  let title: String
  let notes: String
}

try database.write { db in
  try ReminderText.createVirtualTable(tokenizer: "porter unicode61", prefixes: [2]).execute(db)
  try ReminderText.insert {
    ReminderText(rowid: 1, title: "Groceries", notes: "Milk and apples")
    ReminderText(rowid: 2, title: "Apples", notes: "for a cake")
  }
  .execute(db)
}
// snippet.end

// snippet.tokenizer
final class SynonymTokenizer: FTS5WrapperTokenizer {
  static let name = "synonyms"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61())
  }

  func accept(
    token: String,
    flags: FTS5TokenFlags,
    for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws {
    try tokenCallback(token == "automobile" ? "car" : token, flags)
  }
}
// snippet.end

// snippet.adding
var configuration = Configuration()
configuration.prepareDatabase { db in db.add(tokenizer: SynonymTokenizer.self) }
let garage = try DatabaseQueue(configuration: configuration)

try garage.write { db in
  try db.create(virtualTable: "carTexts", using: FTS5()) { t in
    t.tokenizer = SynonymTokenizer.tokenizerDescriptor()
    t.column("text")
  }
  try db.execute(sql: "INSERT INTO carTexts (text) VALUES ('An automobile')")
  let cars = Table("carTexts").matching(FTS5Pattern(matchingAllTokensIn: "car"))
  print(try cars.fetchCount(db))  // 1
}
// snippet.end

// snippet.words
final class CommaTokenizer: FTS5TextTokenizer {
  static let name = "commas"
  init(db: Database, arguments: [String]) {}

  func tokens(of text: String, for tokenization: FTS5Tokenization) -> [FTS5Token] {
    text.split(separator: ",").map { part in
      FTS5Token(part.lowercased(), range: part.startIndex..<part.endIndex)
    }
  }
}
// snippet.end

// snippet.trying
let tokens = try garage.read { db in
  db.add(tokenizer: CommaTokenizer.self)
  return try db.makeTokenizer(CommaTokenizer.tokenizerDescriptor())
    .tokenize(document: "Red wine,Bread")
    .map(\.token)
}
print(tokens)  // ["red wine", "bread"]
// snippet.end

// snippet.older
try database.write { db in
  try db.create(virtualTable: "letterTexts", using: FTS4()) { t in t.column("text") }
  try db.execute(sql: "INSERT INTO letterTexts (text) VALUES ('Dear friend')")
  let letters = Table("letterTexts").matching(FTS3Pattern(matchingAllTokensIn: "friend"))
  print(try letters.fetchCount(db))  // 1
}
// snippet.end

// snippet.maintaining
try database.write { db in
  try db.execute(sql: "INSERT INTO noteTexts (noteTexts, rank) VALUES ('integrity-check', 1)")
  try db.execute(sql: "INSERT INTO noteTexts (noteTexts) VALUES ('optimize')")
}
// snippet.end
