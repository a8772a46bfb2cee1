import IncrementalQueries
import LiveQueries
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteQueries
import Testing
import TypedSQL

/// Temporary views with the name of the table that they read, which hide the table from statements
/// without a schema.
///
/// https://www.sqlite.org/lang_naming.html
@Suite(.timeLimit(.hang)) struct TemporaryViewTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE reminders (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
            remindersListID INTEGER NOT NULL DEFAULT 1
          );
          INSERT INTO reminders (id, title) VALUES (1, 'Milk'), (2, 'Mail');
          """
      )
    }
  }

  /// Views of the table, with the column names by which live queries identify its rows.
  static let views = [
    "SELECT id + 1 AS id, title, isCompleted, remindersListID FROM main.reminders",
    "SELECT 3 - id AS id, title, isCompleted, remindersListID FROM main.reminders",
    "SELECT max(id) AS id, title, isCompleted, remindersListID FROM main.reminders",
    "SELECT id, title, isCompleted, remindersListID FROM main.reminders LIMIT 2",
    "SELECT id, title || id AS title, isCompleted, remindersListID FROM main.reminders WHERE id <> 2",
  ]

  @Test(arguments: views, [true, false])
  func `a live query reads the view and not the table`(view: String, comesLater: Bool) async throws
  {
    let create = "CREATE TEMP VIEW reminders AS " + view
    if !comesLater { try await database.run(create) }
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    try await $reminders.load()
    if comesLater { try await database.run(create) }
    for change in [
      "UPDATE main.reminders SET title = 'Cocoa' WHERE id = 1",
      "INSERT INTO main.reminders (id, title) VALUES (3, 'Bread')",
      "UPDATE main.reminders SET id = 4 WHERE id = 2",
      "DELETE FROM main.reminders WHERE id = 1",
    ] {
      try await database.run(change)
      let fresh = try await database.read { try Reminder.order(by: \.id).fetchAll($0) }
      try await $reminders.load()
      #expect(reminders == fresh, "after \(change)")
    }
    try await database.run("DROP VIEW temp.reminders")
    try await $reminders.load()
    #expect(reminders.map(\.id) == [3, 4])
    #expect($reminders.plan == .orderedPatch)
  }
}
