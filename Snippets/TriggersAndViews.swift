// Triggers and views.
import Foundation
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
  var edits = 0
  var updatedAt: Date?
}

let database = try DatabaseQueue()
try database.write { db in
  try #sql(
    """
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL,
      edits INTEGER NOT NULL, updatedAt TEXT)
    """
  ).execute(db)
}

// snippet.trigger
let countsEdits = Reminder.createTemporaryTrigger(
  "counts_edits",
  after: .update {
    $0.title
  } forEachRow: { old, new in
    Reminder.find(new.id).update { $0.edits += 1 }
  } when: { old, new in
    old.title.neq(new.title)
  }
)
// snippet.end

// snippet.touch
let notesTime = Reminder.createTemporaryTrigger(
  "notes_time",
  after: .update(touch: \.updatedAt)
)
// snippet.end

// snippet.now
let notesCompletion = Reminder.createTemporaryTrigger(
  "notes_completion",
  after: .update {
    $0.isCompleted
  } forEachRow: { old, new in
    Reminder.find(new.id).update { $0.updatedAt = .now }  // Date() would stay the same
  }
)
// snippet.end
print(notesCompletion.name)

try database.writeWithoutTransaction { db in
  // snippet.running
  try countsEdits.execute(db)
  try notesTime.execute(db)
  // snippet.end
  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
  try Reminder.find(1).update { $0.title = "Buy oat milk" }.execute(db)
  let changed = try Reminder.find(db, key: 1)
  print(changed.edits, changed.updatedAt != nil)  // 1 true
  // snippet.dropping
  try countsEdits.drop(ifExists: true).execute(db)
  // snippet.end
}

// snippet.permanent
var migrator = DatabaseMigrator()
migrator.registerMigration("Keep titles from being empty") { db in
  try #sql(
    """
    CREATE TRIGGER titles_are_not_empty BEFORE INSERT ON reminders WHEN NEW.title = ''
    BEGIN SELECT RAISE(ABORT, 'A reminder has a title.'); END
    """
  ).execute(db)
}
try migrator.migrate(database)
// snippet.end

// snippet.refused
do {
  try database.write { db in
    try Reminder.insert { Reminder.Draft(title: "") }.execute(db)
  }
} catch let error as DatabaseError {
  print(error.message)  // A reminder has a title.
}
// snippet.end

// snippet.view
@Table struct OpenReminder {
  let reminderID: Int
  let title: String
}

let openReminders = OpenReminder.createTemporaryView(
  as: Reminder.where { !$0.isCompleted }
    .select { OpenReminder.Columns(reminderID: $0.id, title: $0.title) }
)
// snippet.end

try database.writeWithoutTransaction { db in
  // snippet.reading
  try openReminders.execute(db)
  let titles = try OpenReminder.order(by: \.title).select(\.title).fetchAll(db)
  // snippet.end
  print(titles)  // ["Buy oat milk"]
}
