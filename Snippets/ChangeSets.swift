// Change sets: what each commit did, row by row.
import LiveSQL

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
}

// snippet.changes
let changes = database.changes
try database.write { db in
  try db.execute(sql: "INSERT INTO lists VALUES (1, 'Home'), (2, 'Work')")
}
for await commit in changes {
  for (table, changed) in commit.tables {
    guard case .rows(let rows) = changed else { continue }
    for row in rows { print(table, row.kind, row.key.debugDescription) }
  }
  break
}
// snippet.end

// snippet.afterTransaction
try database.write { db in
  db.afterNextTransaction(onCommit: { _ in print("committed") })
  try db.execute(sql: "DELETE FROM lists WHERE id = 2")
}
// snippet.end
