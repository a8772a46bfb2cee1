// Full-text search.
import LiveSQL

@Table struct ReminderText: FTS5 {
  let title: String
  let notes: String
}

let database = try DatabaseQueue()
try database.write { db in
  try #sql("CREATE VIRTUAL TABLE reminderTexts USING fts5(title, notes)").execute(db)
  try ReminderText.insert { ReminderText(title: "Groceries", notes: "Milk and apples") }.execute(db)
}

try database.read { db in
  // snippet.matching
  let hits =
    try ReminderText
    .where { $0.match("milk OR honey") }
    .order(by: \.rank)
    .select { $0.notes.highlight("[", "]") }
    .fetchAll(db)
  // snippet.end
  print(hits)
}
