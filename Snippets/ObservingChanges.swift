// Observing changes: values, differences, any closure, and the plan of a live query.
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

// snippet.parameter
@Observable
final class CategoryModel {
  @ObservationIgnored @FetchAll var reminders: [Reminder]
  @ObservationIgnored @FetchOne var count = 0

  init(category: String) {
    let query = Reminder.where { $0.category == category }
    _reminders = FetchAll(query.order(by: \.title))
    _count = FetchOne(wrappedValue: 0, query.count())
  }
}
// snippet.end

let model = RemindersModel()
try await model.$open.load()

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

// snippet.sections-closure
final class NewestCategoriesModel {
  @FetchAll(Reminder.order(by: \.title), sectionBy: { $0.category.desc(nulls: .last) })
  var reminders
}
// snippet.end
_ = NewestCategoriesModel()

@Table struct Owner: Identifiable {
  let id: Int
  var name = ""
}
@Table struct Errand: Identifiable {
  let id: Int
  var title = ""
  var ownerID = 0
}
try database.write { db in
  try db.execute(sql: Owner.createTableSQL)
  try db.execute(sql: Errand.createTableSQL)
  try db.seed {
    Owner(id: 1, name: "Ada")
    Errand(id: 1, title: "Post", ownerID: 1)
  }
}

// snippet.sections-join
@Selection struct Line {
  let title: String
  let owner: String
}

func lines() -> some Selected<Line, Errand, Owner> {
  Errand.join(Owner.all) { $0.ownerID == $1.id }
    .order { errand, _ in errand.title }
    .select { Line.Columns(title: $0.title, owner: $1.name) }
}

final class ErrandsModel {
  @FetchAll(lines(), sectionBy: { _, owner in owner.name }) var errands
}
// snippet.end
let errandsModel = ErrandsModel()
try await errandsModel.$errands.load()
for section in errandsModel.$errands.sections { print(section.name ?? "", section.map(\.title)) }

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

// snippet.sections-by
final class StatesModel {
  @FetchAll(Reminder.order { ($0.isCompleted, $0.title) }) var reminders

  func show() {
    for section in $reminders.sections(by: \.isCompleted) {
      print(section.name ? "done" : "open", section.map(\.title))
    }
  }
}
// snippet.end
let states = StatesModel()
try await states.$reminders.load()
states.show()

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

// snippet.shared
let shared = observation.removeDuplicates { $0 == $1 }.shared(in: database, extent: .whileObserved)
let badge = shared.start { error in
  print(error)
} onChange: { counts in
  print(counts.open)
}
for try await counts in shared.values() {  // the newest value first, without another fetch
  print(counts.all)
  break
}
// snippet.end
badge.cancel()

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
