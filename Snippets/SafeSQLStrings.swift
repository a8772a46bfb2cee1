// SQL text with values.
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
}

// snippet.selection
@Selection struct TitleLength {
  let title: String
  let length: Int
}
// snippet.end

struct Note: Codable, FetchableRecord, PersistableRecord {
  var id: Int64
  var text: String
}

let database = try DatabaseQueue()
// snippet.literal
try database.write { db in
  try #sql("CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL)").execute(db)
}
// snippet.end
try database.write { db in
  try Reminder.insert {
    Reminder.Draft(title: "Buy milk")
    Reminder.Draft(title: "Save 100%")
  }
  .execute(db)
}

try database.read { db in
  // snippet.statement
  let term = "milk'; DROP TABLE reminders; --"
  let statement = #sql(
    """
    SELECT \(Reminder.columns) FROM \(Reminder.self)
    WHERE \(Reminder.title) = \(bind: term)
    """,
    as: Reminder.self
  )
  let found = try statement.fetchAll(db)
  // snippet.end
  print(found.count)  // 0

  // snippet.selecting
  let rows = try #sql(
    "SELECT title, length(title) AS length FROM reminders",
    as: TitleLength.self
  ).fetchAll(db)
  let pairs = try #sql("SELECT id, title FROM reminders", as: (Int, String).self).fetchAll(db)
  let count = try #sql("SELECT count(*) FROM reminders", as: Int.self).fetchOne(db)
  // snippet.end
  print(rows.map(\.length), pairs.count, count ?? 0)  // [8, 9] 2 2

  // snippet.expression
  let lengths = try Reminder.select { #sql("length(\($0.title))", as: Int.self) }.fetchAll(db)
  // snippet.end
  print(lengths)  // [8, 9]

  // snippet.names
  let column = "title"  // chosen by a person
  let values = try #sql("SELECT \(quote: column) FROM reminders", as: String.self).fetchAll(db)
  // snippet.end
  print(values)  // ["Buy milk", "Save 100%"]

  // snippet.patterns
  let typed = "100%"
  let matches =
    try Reminder
    .where { $0.title.like(LikePattern.containing(typed), escape: "\\") }
    .fetchAll(db)
  // snippet.end
  print(matches.count)  // 1

  // snippet.columns
  do {
    _ = try #sql("SELECT title, id FROM reminders", as: Reminder.self).fetchAll(db)
  } catch let error as DatabaseError {
    print(error.message)
    // Column 0 of the result is “title”, but Reminder expects “id”: columns are decoded in the …
  }
  // snippet.end
}

try database.write { db in
  // snippet.executing
  try db.execute(
    sql: """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE INDEX noteTexts ON note (text);
      """
  )
  try db.execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: ["Hello"])
  try db.execute(
    sql: "UPDATE note SET text = :text WHERE id = :id",
    arguments: ["text": "Hello, you", "id": 1]
  )
  // snippet.end

  // snippet.statement-twice
  let insert = try db.cachedStatement(sql: "INSERT INTO note (text) VALUES (?)")
  for text in ["one", "two", "three"] { try insert.execute(arguments: [text]) }
  // snippet.end
}

try database.read { db in
  // snippet.untyped
  let rows = try Row.fetchAll(db, sql: "SELECT id, text FROM note WHERE id < ?", arguments: [3])
  for row in rows {
    let id: Int = try row["id"]
    let text = try row.decode(String.self, at: 1)
    print(id, text)
  }
  let texts = try String.fetchAll(db, sql: "SELECT text FROM note ORDER BY id")
  // snippet.end
  print(texts)  // ["Hello, you", "one", "two", "three"]

  // snippet.requests
  let name = "Hello, you"
  let found = try Note.filter(literal: "text = \(name) AND id IN \([1, 2, 3])").fetchAll(db)
  let request: SQLRequest<Note> = "SELECT * FROM note WHERE text <> \(name)"
  let others = try request.fetchAll(db)
  // snippet.end
  print(found.count, others.count)  // 1 3
}
