// A model whose properties are fetched from a database, and stay up to date.
import LiveSQL
import Observation

// snippet.tables
@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
}
// snippet.end

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: Reminder.createTableSQL)
  try db.seed {
    Reminder(id: 1, title: "Milk")
    Reminder(id: 2, title: "Mail")
  }
}
prepareDependencies { $0.defaultDatabase = database }

// snippet.model
@Observable
final class RemindersModel {
  @ObservationIgnored @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title))
  var reminders
  @ObservationIgnored @FetchOne(Reminder.count()) var count = 0
  @ObservationIgnored @Dependency(\.defaultDatabase) private var database

  func complete(_ reminder: Reminder) {
    withErrorReporting {
      try database.write { db in
        try Reminder.find(reminder.id).update { $0.isCompleted = true }.execute(db)
      }
    }
  }
}
// snippet.end

let model = RemindersModel()
// snippet.observe
let token = observe { print(model.reminders.map(\.title), "of", model.count) }
// snippet.end
for try await reminders in ValueObservation.tracking({ try Reminder.fetchAll($0) })
  .values(in: database)
{
  guard let open = reminders.first(where: { !$0.isCompleted }) else { break }
  model.complete(open)
}
token.cancel()
