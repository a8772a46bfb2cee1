// Code written for SQLiteData: what compiles as it is, and what to change.
import Foundation
import LiveSQL
import Observation

// snippet.tables
@Table
struct Reminder: Identifiable {
  let id: Int
  var title = ""
  @Column(as: Date.ISO8601Representation?.self)
  var dueAt: Date?
  var isCompleted = false
  var remindersListID: RemindersList.ID
}

@Table
struct RemindersList: Identifiable {
  let id: Int
  var title = ""
}

@Selection
struct Record {
  let reminderTitle: String
  let remindersListTitle: String
}
// snippet.end

// snippet.setup
extension DependencyValues {
  mutating func bootstrapDatabase() throws {
    let database = try SQLiteData.defaultDatabase()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Create the tables") { db in
      try #sql("CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT")
        .execute(db)
      try #sql(
        """
        CREATE TABLE reminders (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL, dueAt TEXT,
          isCompleted INTEGER NOT NULL DEFAULT 0,
          remindersListID INTEGER NOT NULL REFERENCES remindersLists(id) ON DELETE CASCADE
        ) STRICT
        """
      )
      .execute(db)
    }
    try migrator.migrate(database)
    defaultDatabase = database
  }
}
// snippet.end

// snippet.model
@MainActor
@Observable
final class RemindersModel {
  @ObservationIgnored
  @FetchAll(
    Reminder
      .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
      .select {
        Record.Columns(
          reminderTitle: $0.title,
          remindersListTitle: $1.title
        )
      }
  )
  var records

  @ObservationIgnored
  @FetchOne(Reminder.where(\.isCompleted).count())
  var completedRemindersCount = 0

  @ObservationIgnored
  @Dependency(\.defaultDatabase) private var database

  func deleteCompleted() {
    withErrorReporting {
      try database.write { db in
        try Reminder.where(\.isCompleted).delete().execute(db)
      }
    }
  }
}
// snippet.end

// snippet.joined
let unfinished =
  Reminder
  .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
  .where { reminder, _ in !reminder.isCompleted }
  .order { reminder, list in (list.title, reminder.title) }
// snippet.end

// snippet.signature
func titled(_ title: String) -> some SelectStatementOf<Reminder> {
  Reminder.where { $0.title == title }
}
// snippet.end

// snippet.named
extension Where<Reminder> {
  static var incomplete: Self { Reminder.where { !$0.isCompleted } }
}

let urgent = Reminder.where { $0.title.hasPrefix("!") }.or(.incomplete)
// snippet.end

enum Sample {
  static func rows(in db: Database) throws {
    // snippet.seed
    try db.seed {
      RemindersList(id: 1, title: "Home")
      Reminder(id: 1, title: "Milk", remindersListID: 1)
      Reminder(id: 2, title: "!Mail", isCompleted: true, remindersListID: 1)
    }
    // snippet.end
  }
}

let scratch = FileManager.default.temporaryDirectory
  .appendingPathComponent("reminders-\(UUID()).db").path
var configuration = Configuration()
configuration.label = "reminders"
let database = try SQLiteData.defaultDatabase(path: scratch, configuration: configuration)
try database.write { db in
  try db.create(table: RemindersList.self)
  try db.create(table: Reminder.self)
  try Sample.rows(in: db)
  print(try unfinished.select { reminder, _ in reminder.title }.fetchAll(db))  // ["Milk"]
  print(try titled("Milk").asSelect().fetchAll(db).count)  // 1
  print(try urgent.fetchAll(db).map(\.title))  // ["Milk", "!Mail"]
}
let model = withDependencies {
  $0.defaultDatabase = database
} operation: {
  RemindersModel()
}
try await model.$records.load()
try await model.$completedRemindersCount.load()
print(model.records.map(\.reminderTitle), model.completedRemindersCount)

// snippet.subscription
let subscription = try await model.$completedRemindersCount.load(Reminder.count())
print(model.completedRemindersCount)  // 2
subscription.cancel()  // From here on, the property keeps its value.
// snippet.end
try database.close()
for suffix in ["", "-wal", "-shm", "-live1"] {
  try? FileManager.default.removeItem(atPath: scratch + suffix)
}
