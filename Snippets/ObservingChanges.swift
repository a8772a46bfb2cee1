// Follow what changes: values, differences, any closure, and how it is kept up to date.
import LiveSQL
import Observation

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: Reminder.createTableSQL)
  try db.seed {
    Reminder(id: 1, title: "Milk")
    Reminder(id: 2, title: "Mail")
  }
}

// snippet.prepare
prepareDependencies { $0.defaultDatabase = database }
// snippet.end

// snippet.model
@Observable
final class RemindersModel {
  @ObservationIgnored @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title))
  var open
  @ObservationIgnored @FetchOne(Reminder.count()) var count = 0
}
// snippet.end

let model = RemindersModel()
try await model.$open.load()

// snippet.observe
let token = observe {
  print("\(model.open.count) of \(model.count) are open")
}
// snippet.end
token.cancel()

// snippet.values
let titles = Task {
  for await reminders in model.$open.values {
    print(reminders.map(\.title))
  }
}
// snippet.end
titles.cancel()

// snippet.differences
let changes = Task {
  for await difference in model.$open.differences {
    for removed in difference.removed { print("gone:", removed.element.title) }
    for inserted in difference.inserted { print("new:", inserted.element.title) }
    for updated in difference.updated { print("changed:", updated.newElement.title) }
  }
}
// snippet.end
changes.cancel()

// snippet.closure
let observation = ValueObservation.tracking { db in
  try (
    open: Reminder.where { !$0.isCompleted }.fetchCount(db),
    all: Reminder.fetchCount(db)
  )
}
for try await counts in observation.values(in: database) {
  print("\(counts.open) of \(counts.all)")
  break
}
// snippet.end

// snippet.plan
print(model.$open.plan?.description ?? "not read yet")  // ordered patch
for query in database.liveQueryStatistics { print(query) }
// snippet.end

// snippet.pause
model.$open.pause()
model.$open.resume()
// snippet.end

// snippet.write
try database.write { db in
  try Reminder.find(1).update { $0.isCompleted = true }.execute(db)
}
// snippet.end
