// Feeding a search index: changes that are recorded with the writes, and delivered after a restart.
import Foundation
import LiveSQL

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
}

/// An index in another place, which stores a token together with its data.
actor SearchIndex {
  private(set) var titles: [Int: String] = [:]
  private(set) var token = OutboxToken.start

  func apply(_ changes: [OutboxChange<Reminder>], upTo token: OutboxToken) {
    for change in changes {
      titles[change.row.id] = change.kind == .removed ? nil : change.row.title
    }
    self.token = token
  }
}

let database = try DatabaseQueue()
let index = SearchIndex()
try database.write { db in try db.execute(sql: Reminder.createTableSQL) }

// snippet.create
let outbox = Outbox(of: Reminder.where { !$0.isCompleted }, named: "openReminders")
var migrator = DatabaseMigrator()
migrator.registerMigration("Outbox of open reminders") { db in
  try outbox.create(in: db, for: ["search"])
}
// snippet.end
try migrator.migrate(database)
try database.write { db in
  try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
}

let watching = Task {
  // snippet.lines
  let open = database.liveQuery(sql: "SELECT id, title FROM reminders WHERE NOT isCompleted")
  for try await line in open.changeLines { print(line, terminator: "") }
  // {"commit":0,"origin":"initial","inserted":[{"id":1,"title":"Milk"}],"updated":[],"removed":[]}
  // snippet.end
}
watching.cancel()
_ = await watching.result

let delivery = Task {
  // snippet.deliver
  try await outbox.deliver(from: database, to: "search") { batch in
    await index.apply(batch.changes, upTo: batch.token)
  }
  // snippet.end
}
while await index.titles.isEmpty { await Task.yield() }
delivery.cancel()
_ = await delivery.result

let following = Task {
  // snippet.once
  for try await batch in outbox.batches(in: database, after: await index.token) {
    await index.apply(batch.changes, upTo: batch.token)
    try await database.write { db in
      try outbox.acknowledge(batch.token, by: "search", in: db)
    }
  }
  // snippet.end
}
try database.write { db in try Reminder.delete().execute(db) }
while await !index.titles.isEmpty { await Task.yield() }
following.cancel()
_ = await following.result
print(await index.token.rawValue)  // 2

// snippet.lines-of-outbox
/// Appends each change to a file once, and continues after its last line.
func export(to file: FileHandle, after token: OutboxToken) async throws {
  for try await line in outbox.changeLines(in: database, after: token) {
    try file.write(contentsOf: Data(line.utf8))
    // {"token":1,"kind":"inserted","row":{"id":1,"title":"Milk","isCompleted":0}}
  }
}
// snippet.end
