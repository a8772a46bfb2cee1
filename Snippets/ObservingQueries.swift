// A live query: its first result, and the changes made by a commit.
import LiveSQL

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: "CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL, isDone)"
  )
  try db.execute(sql: "INSERT INTO reminders VALUES (1, 'Milk', 0), (2, 'Mail', 0)")
}

// snippet.liveQuery
let open = database.liveQuery(
  sql: "SELECT id, title FROM reminders WHERE NOT isDone ORDER BY title"
)
var shown: [Row] = []
for try await update in open {
  shown = try update.difference.applying(to: shown)
  print(update.cause, update.difference.counts, shown.count)
  // snippet.hide
  if shown.count == 1 { break }
  try database.write { try $0.execute(sql: "UPDATE reminders SET isDone = 1 WHERE id = 2") }
  // snippet.show
}
// snippet.end
