// SQL text with values in it.
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
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
    // Column 0 of the result is “title”, where Reminder has “id”: columns are decoded in the …
  }
  // snippet.end
}
