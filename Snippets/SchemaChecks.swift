// Types compared with a database.
// snippet.hide
import Foundation
// snippet.show
import LiveSQL

// snippet.creating
@Table struct Reminder {
  let id: Int
  var title = ""
  var dueDate: Date?
}

print(Reminder.createTableSQL)
// CREATE TABLE "reminders" (
//   "id" INTEGER PRIMARY KEY,
//   "title" TEXT NOT NULL,
//   "dueDate" TEXT
// )
// snippet.end

let database = try DatabaseQueue()

try database.write { db in
  try db.execute(sql: "CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT)")
}
// snippet.checking
do {
  try database.validateSchema([Reminder.self])
} catch let error as SchemaMismatch {
  for difference in error.differences { print(difference) }
  // reminders.title: It may be NULL, but its property cannot be nil. Make the property String?, …
  // reminders.dueDate: There is no such column. Run ALTER TABLE "reminders" ADD COLUMN …
}
// snippet.end
