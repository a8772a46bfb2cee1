// The example of the README.
// snippet.hide
import Foundation
// snippet.show
import LiveSQL

// snippet.hide
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
_ = FileManager.default.changeCurrentDirectoryPath(folder.path)
// snippet.show
@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
}

let database = try DatabasePool(path: "reminders.db")

try database.write { db in
  try #sql(
    """
    CREATE TABLE IF NOT EXISTS reminders (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0)
    """
  ).execute(db)
  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
}

let open = Reminder.where { !$0.isCompleted }.order(by: \.title)
print(try database.read { db in try open.fetchAll(db) }.map(\.title))  // ["Buy milk"]

// Runs until it is cancelled: write to reminders.db from anywhere, and see what changes.
// In a type this is a property: `@FetchAll(open, database: database) var reminders`.
let reminders = FetchAll(open, database: database)
for await difference in reminders.differences {
  print(reminders.count, difference.counts)
  // snippet.hide
  break
  // snippet.show
}
