// Tests of queries, models, migrations and failures, as they stand in a test target.
import Foundation
import LiveSQL
import LiveSQLTestSupport
import Observation
import Testing

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
  var createdAt: Date?
}

extension DatabaseMigrator {
  static var app: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("Create reminders") { db in
      try db.create(table: "reminders") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("title", .text).notNull()
        t.column("isCompleted", .boolean).notNull().defaults(to: false)
      }
    }
    migrator.registerMigration("Dates of reminders") { db in
      try db.alter(table: "reminders") { t in t.add(column: "createdAt", .datetime) }
    }
    return migrator
  }
}

// snippet.template
private let template = Result {
  let database = try DatabaseQueue()
  try DatabaseMigrator.app.migrate(database)
  try database.write { db in
    try db.seed {
      Reminder(id: 1, title: "Milk")
      Reminder(id: 2, title: "Mail", isCompleted: true)
    }
  }
  return try DatabaseTemplate(database)
}

func testDatabase() throws -> any DatabaseWriter { try template.get().makeQueue() }
// snippet.end

@MainActor @Observable
final class RemindersModel {
  @ObservationIgnored @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title))
  var open
  @ObservationIgnored @Dependency(\.defaultDatabase) private var database
  @ObservationIgnored @Dependency(\.date.now) private var now
  @ObservationIgnored @Dependency(\.continuousClock) private var clock

  func add(_ title: String) {
    withErrorReporting {
      try database.write { db in
        try Reminder.insert { Reminder.Draft(title: title, createdAt: now) }.execute(db)
      }
    }
  }

  func addLater(_ title: String) async throws {
    try await clock.sleep(for: .seconds(60))
    add(title)
  }
}

// snippet.suite
@Suite(.defaultDatabase { try testDatabase() })
struct ReminderTests {
  @Dependency(\.defaultDatabase) private var database

  @Test func `a completed reminder is not open`() throws {
    let titles = try database.read { db in
      try Reminder.where { !$0.isCompleted }.select(\.title).fetchAll(db)
    }
    #expect(titles == ["Milk"])
  }
}
// snippet.end

struct Note: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "reminders"
  var id: Int
  var title: String
}

// snippet.request
extension ReminderTests {
  @Test func `notes are found by their titles`() {
    assertQuery(Note.filter(Column("title") == "Milk")) {
      """
      SELECT * FROM "reminders"
      WHERE (("reminders"."title") = ('Milk'))
      """
    } results: {
      """
      ┌─────────────────┐
      │ Note(           │
      │   id: 1,        │
      │   title: "Milk" │
      │ )               │
      └─────────────────┘
      """
    }
  }
}
// snippet.end

// snippet.query
extension ReminderTests {
  @Test func `open reminders are ordered by their titles`() {
    assertQuery(
      Reminder.where { !$0.isCompleted }.order(by: \.title).select { ($0.id, $0.title) }
    ) {
      """
      SELECT "reminders"."id", "reminders"."title"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      ORDER BY "reminders"."title"
      """
    } results: {
      """
      ┌───┬────────┐
      │ 1 │ "Milk" │
      └───┴────────┘
      """
    }
  }
}
// snippet.end

// snippet.model
extension ReminderTests {
  @Test @MainActor func `a reminder that is added is shown in its place`() async throws {
    let model = RemindersModel()
    #expect(model.open.map(\.title) == ["Milk"])
    model.add("Apples")
    try await liveQueriesCaughtUp()
    #expect(model.open.map(\.title) == ["Apples", "Milk"])
  }
}
// snippet.end

// snippet.plan
extension ReminderTests {
  @Test @MainActor func `the list of open reminders is patched`() async throws {
    let model = RemindersModel()
    try await model.$open.load()
    #expect(model.$open.plan == .orderedPatch)
  }
}
// snippet.end

// snippet.dependencies
@Suite(
  .defaultDatabase { try testDatabase() },
  .dependency(\.date.now, Date(timeIntervalSince1970: 7)),
  .dependency(\.continuousClock, ImmediateClock()),
  .dependency(\.errorReporter, .recordingIssues)
)
@MainActor struct TimeTests {
  @Dependency(\.defaultDatabase) private var database

  @Test func `a reminder has the time at which it was added`() async throws {
    try await RemindersModel().addLater("Bread")  // does not wait for a minute
    let dates = try await database.read { db in
      try Reminder.where { $0.title.eq("Bread") }.select(\.createdAt).fetchAll(db)
    }
    #expect(dates == [Date(timeIntervalSince1970: 7)])
  }
}
// snippet.end

// snippet.migration
@Suite struct MigrationTests {
  @Test func `reminders of the first version keep their titles`() throws {
    let database = try DatabaseQueue()
    try DatabaseMigrator.app.migrate(database, upTo: "Create reminders")
    try database.write { db in
      try db.execute(sql: "INSERT INTO reminders (title) VALUES ('Milk')")
    }
    try DatabaseMigrator.app.migrate(database)
    let reminders = try database.read { db in try Reminder.fetchAll(db) }
    #expect(reminders == [Reminder(id: 1, title: "Milk")])
    try database.validateSchema([Reminder.self])
  }
}
// snippet.end

// snippet.fault
@Suite struct FailureTests {
  @Test func `a full disk leaves the database as it was`() throws {
    let scratch = try ScratchDirectory()
    let vfs = try FaultInjectingVFS()
    var configuration = Configuration()
    configuration.vfs = vfs.name
    let database = try DatabaseQueue(
      path: scratch.path(of: "app.sqlite"),
      configuration: configuration
    )
    try DatabaseMigrator.app.migrate(database)
    func insert() throws {
      try database.write { db in
        try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
      }
    }

    vfs.inject(.diskFull(afterBytes: 0))
    let error = #expect(throws: DatabaseError.self) { try insert() }
    #expect(error?.code == .full)

    vfs.recover()
    #expect(try database.read { db in try Reminder.fetchCount(db) } == 0)
    try insert()
    #expect(try database.read { db in try Reminder.fetchCount(db) } == 1)
    try database.close()
  }
}
// snippet.end

@main struct Program {
  static func main() async {
    // This process is a program; a test target's is a test.
    prepareDependencies { $0.context = .test }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
