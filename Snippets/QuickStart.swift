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
  try Reminder.createTable(ifNotExists: true).execute(db)
  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
}

let open = Reminder.where { !$0.isCompleted }.order(by: \.title)
print(try database.read { db in try open.fetchAll(db) }.map(\.title))  // ["Buy milk"]

// Prints each change until you end it. Make one in another terminal:
// sqlite3 reminders.db "UPDATE reminders SET title = 'Buy bread'"
let reminders = FetchAll(open, database: database)
for await difference in reminders.differences {
  print(reminders.wrappedValue.map(\.title), difference.counts)
  // snippet.hide
  break
  // snippet.show
}
