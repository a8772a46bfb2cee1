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
let database = try DatabasePool(path: "shop.db")

try database.write { db in
  try db.execute(sql: "CREATE TABLE IF NOT EXISTS reminders (id INTEGER PRIMARY KEY, title TEXT)")
  try db.execute(sql: "INSERT INTO reminders (title) VALUES (?)", arguments: ["Buy milk"])
}

let titles = try database.read { db in
  try String.fetchAll(db, sql: "SELECT title FROM reminders ORDER BY title")
}
print(titles)  // ["Buy milk"]

// Runs until it is cancelled: write to shop.db from anywhere, and see the next update.
for try await update in database.liveQuery(
  sql: "SELECT id, title FROM reminders ORDER BY title"
) {
  print(update.rows.count, update.difference.inserted.count)
  // snippet.hide
  break
  // snippet.show
}
