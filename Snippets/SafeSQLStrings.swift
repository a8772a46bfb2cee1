// SQL text with values in it.
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
}

let database = try DatabaseQueue()
try database.write { db in
  try #sql("CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL)").execute(db)
  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
}

try database.read { db in
  let term = "milk'; DROP TABLE reminders; --"
  // snippet.statement
  let found = try #sql(
    """
    SELECT \(Reminder.columns) FROM \(Reminder.self)
    WHERE \(Reminder.title) LIKE '%' || \(bind: term) || '%'
    """,
    as: Reminder.self
  ).fetchAll(db)
  // snippet.end
  print(found.count)

  // snippet.expression
  let lengths = try Reminder.select { #sql("length(\($0.title))", as: Int.self) }.fetchAll(db)
  // snippet.end
  print(lengths)
}
