import LiveSQL
import LiveSQLTestSupport
import Testing

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var remindersListID = 1
}

@Table struct ReminderText: FTS5 {
  let rowid: Int
  let title: String
}

/// Tests of tables created from their types, and of live queries on tables that change.
@Suite(.timeLimit(.hang)) struct TypedTableTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.create(table: Reminder.self)
      try Reminder.insert {
        Reminder(id: 1, title: "Milk")
        Reminder(id: 2, title: "Mail")
      }
      .execute(db)
    }
  }

  @Test func `a table is created from its type`() throws {
    try database.write { (db) throws in
      #expect(
        try db.createSQL(of: "reminders") == """
          CREATE TABLE "reminders" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, \
          "remindersListID" INTEGER NOT NULL)
          """
      )
      try db.create(table: Reminder.self, ifNotExists: true)
      #expect(throws: DatabaseError.self) { try db.create(table: Reminder.self) }
      try db.create(table: ReminderText.self)
      #expect(try db.tables().contains { $0.name == "reminderTexts" && $0.kind == .virtual })
    }
  }

  @Test func `a table is recreated from its type`() throws {
    try database.write { (db) throws in
      try db.recreate(table: "reminders") { t in
        t.primaryKey("id", .integer)
        t.column("name", .text)
        t.copy(column: "name", from: "title")
      }
      try db.recreate(table: Reminder.self, isStrict: true) { t in
        t.copy(column: "title", from: "name")
        t.copy(column: "remindersListID", sql: "1")
      }
      #expect(try db.tables().contains { $0.name == "reminders" && $0.isStrict })
      #expect(try Reminder.fetchAll(db).map(\.title) == ["Milk", "Mail"])
    }
  }

  @Test func `definitions accept expressions and statements of typed tables`() throws {
    try database.write { (db) throws in
      let columns = Reminder.columns
      try db.create(table: "copies") { t in
        t.column("title", .text).check(columns.title.neq("it's"))
        t.column("length").generatedAs(columns.title.length())
      }
      try db.create(
        index: "ofList",
        on: "reminders",
        columns: ["title"],
        condition: columns.remindersListID.eq(1)
      )
      try db.create(view: "milk", as: Reminder.where { $0.title.eq("Milk") }.select(\.id))
      #expect(
        try db.createSQL(of: "copies") == """
          CREATE TABLE "copies" ("title" TEXT CHECK (("title") <> ('it''s')), \
          "length" GENERATED ALWAYS AS (length("title")) VIRTUAL)
          """
      )
      #expect(
        try db.createSQL(of: "ofList")
          == #"CREATE INDEX "ofList" ON "reminders"("title") WHERE ("remindersListID") = (1)"#
      )
      #expect(try Int.fetchAll(db, sql: "SELECT * FROM milk") == [1])
    }
  }

  // MARK: Live queries

  @Test func `a live query continues when its table is recreated`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $reminders.load()
    try await $count.load()
    try await database.write { db in
      try db.recreate(table: "reminders") { t in
        t.primaryKey("id", .integer)
        t.column("title", .text).notNull()
        t.column("remindersListID", .integer).notNull().defaults(to: 1)
        t.copy(column: "title", sql: "title || '!'")
      }
    }
    for await value in $reminders.values where value.first?.title == "Milk!" { break }
    try await database.write { db in
      try Reminder.insert { Reminder(id: 3, title: "Bread") }.execute(db)
    }
    for await value in $reminders.values where value.count == 3 { break }
    for await value in $count.values where value == 3 { break }
    #expect(reminders.map(\.title) == ["Milk!", "Mail!", "Bread"])
  }

  @Test func `a live query survives added and dropped columns`() async throws {
    @FetchAll(#sql("SELECT title FROM reminders ORDER BY id"), database: database)
    var titles: [String]
    try await $titles.load()
    try await database.write { db in
      try db.alter(table: "reminders") { t in
        t.add(column: "notes", .text)
        t.drop(column: "remindersListID")
      }
      try db.execute(sql: "UPDATE reminders SET title = 'Tea' WHERE id = 1")
    }
    for await value in $titles.values where value == ["Tea", "Mail"] { break }
    #expect(titles == ["Tea", "Mail"])
  }
}
