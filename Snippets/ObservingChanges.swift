// Follow what changes: values, differences, any closure, and how it is kept up to date.
import LiveSQL
import Observation

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
  var category: String?
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: Reminder.createTableSQL)
  try db.seed {
    Reminder(id: 1, title: "Milk", category: "Shopping")
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

// snippet.tuples
@Observable
final class TitlesModel {
  @ObservationIgnored @FetchAll(Reminder.order(by: \.id).select { ($0.id, $0.title) })
  var titles: [(Int, String)]

  func show() { for (id, title) in titles { print(id, title) } }
}
// snippet.end

// snippet.sections
@Observable
final class CategoriesModel {
  @ObservationIgnored @FetchAll(Reminder.order(by: \.title), sectionBy: \.category)
  var reminders

  func show() {
    for section in $reminders.sections {
      print(section.name ?? "No category", section.map(\.title))
    }
  }
}
// snippet.end

// snippet.sections-load
enum Grouping { case category, initial, none }

extension CategoriesModel {
  func group(by grouping: Grouping) async throws {
    try await $reminders.load(Reminder.order(by: \.title)) {
      switch grouping {
      case .category: $0.category.asc(nulls: .last)
      case .initial: $0.title.substr(1, 1)
      case .none: nil
      }
    }
  }
}
// snippet.end

let categories = CategoriesModel()
try await categories.group(by: .initial)
categories.show()

// snippet.sections-fetch
let byState = try database.read { db in
  try Reminder.order(by: \.title).fetchAll(db, sectionBy: \.isCompleted)
}
print(byState[sectionName: false]?.count ?? 0, "are open")
// snippet.end

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

// snippet.events
final class OpenReminders: TransactionObserver {
  private(set) var changedIDs: Set<Int64> = []

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "reminders" }
  func databaseDidChange(with event: DatabaseEvent) { changedIDs.insert(event.rowID) }
  func databaseDidRollback(_ db: Database) { changedIDs = [] }
}
let reminders = OpenReminders()
database.add(transactionObserver: reminders)
// snippet.end

// snippet.owner
final class Badge {
  var text = ""
}
let badge = Badge()
observe(for: badge) { badge in badge.text = "\(model.count)" }
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

// snippet.own-writes
try await database.write(publishing: .beforeReturning) { db in
  try Reminder.insert { Reminder.Draft(title: "Apples") }.execute(db)
}
print(model.open.map(\.title))  // Apples are among them.
// snippet.end

// snippet.caught-up
try database.write { db in try Reminder.find(2).delete().execute(db) }
try await database.liveQueriesCaughtUp()
print(model.open.count, model.count)
// snippet.end

// snippet.reducer
struct RemindersReducer {
  enum Action: Sendable { case addButtonTapped(String), added(total: Int) }

  /// What an action makes of the state, and what is to be done beside it.
  func effect(of action: Action, in database: any DatabaseWriter) async throws -> Action? {
    switch action {
    case .addButtonTapped(let title):
      let total = try await database.write(publishing: .beforeReturning) { db in
        try Reminder.insert { Reminder.Draft(title: title) }.execute(db)
        return try Reminder.fetchCount(db)
      }
      // Whoever looks at the state now sees the reminder: its properties have it.
      return .added(total: total)
    case .added: return nil
    }
  }
}
// snippet.end
_ = try await RemindersReducer().effect(of: .addButtonTapped("Bread"), in: database)

// snippet.preview
func previewModel() async throws -> RemindersModel {
  let database = try DatabaseQueue()
  try await database.write { db in try db.execute(sql: Reminder.createTableSQL) }
  return try await withDependencies {
    $0.defaultDatabase = database
  } operation: {
    let model = RemindersModel()
    try await database.write { db in
      try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
    }
    // The picture of the preview is not taken before the model has its rows.
    _ = (model.open, model.count)
    try await database.liveQueriesCaughtUp()
    return model
  }
}
// snippet.end
print(try await previewModel().open.count)
