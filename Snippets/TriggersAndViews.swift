// Triggers and views.
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var edits = 0
}

@Selection struct LongTitle {
  let title: String
}

let database = try DatabaseQueue()
try database.writeWithoutTransaction { db in
  try #sql(
    "CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL, edits INTEGER NOT NULL)"
  ).execute(db)

  // snippet.trigger
  let countsEdits = Reminder.createTemporaryTrigger(
    "counts_edits",
    after: .update {
      $0.title
    } forEachRow: { _, new in
      Reminder.find(new.id).update { $0.edits += 1 }
    }
  )
  try countsEdits.execute(db)
  // snippet.end

  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
  try Reminder.find(1).update { $0.title = "Buy oat milk" }.execute(db)
  print(try Reminder.find(db, key: 1).edits)
}
