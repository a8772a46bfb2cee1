import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("reminders")
struct TableReminder: Codable, Equatable, Identifiable, FetchableRecord, MutablePersistableRecord {
  var id: Int?
  var title = ""
  var token: UUID
  var dueDate: Date?
  mutating func didInsert(with rowID: Int64, for column: String?) { id = Int(rowID) }
}

@Table("reminders")
struct PlainReminder: Equatable, FetchableRecord, PersistableRecord {
  let id: Int
  var title = ""
  var token: UUID
  var dueDate: Date?
}

/// A type that is a `@Table` and a record.
@Suite(.timeLimit(.hang)) struct TableRecordTests {
  let queue: DatabaseQueue

  init() throws {
    queue = try makeQueue(
      """
      CREATE TABLE reminders (id INTEGER PRIMARY KEY, dueDate TEXT, title TEXT NOT NULL, token TEXT)
      """
    )
  }

  @Test func `a type that is both can be written and read as a record or as a table`() throws {
    let date = Date(timeIntervalSince1970: 1_795_249_800)
    try queue.write { db throws in
      var reminder = TableReminder(title: "a", token: UUID(), dueDate: date)
      try reminder.insert(db)
      #expect(reminder.id == 1)
      #expect(try TableReminder.all.fetchAll(db) == [reminder])
      #expect(try TableReminder.where { $0.token == reminder.token }.fetchAll(db) == [reminder])
      let stored = try String.fetchOne(db, sql: "SELECT token FROM reminders")
      #expect(stored == reminder.token.uuidString.lowercased())
      reminder.title = "b"
      try reminder.update(db)
      #expect(try TableReminder.fetchAll(db, sql: "SELECT * FROM reminders") == [reminder])
      #expect(try TableReminder.fetchOne(db, key: ["id": 1]) == reminder)
      try reminder.upsert(db)
      #expect(try reminder.updateAndFetch(db) == reminder)
    }
  }

  @Test func `no method of a type that is both is ambiguous`() throws {
    try queue.write { db throws in
      let plain = PlainReminder(id: 1, title: "a", token: UUID())
      try plain.insert(db)
      #expect(try PlainReminder.fetchAll(db) == [plain])
      #expect(try PlainReminder.fetchOne(db) == plain)
      #expect(try PlainReminder.fetchCount(db) == 1)
      #expect(try PlainReminder.find(db, key: 1) == plain)
      #expect(throws: RecordError.self) { try PlainReminder.find(db, key: 2) }
      #expect(try PlainReminder.fetchOne(db, key: 1) == plain)
      #expect(try PlainReminder.fetchAll(db, keys: [1]) == [plain])
      #expect(try PlainReminder.fetchCursor(db).next() == plain)
      #expect(try PlainReminder.exists(db, key: 1))
      #expect(try TableReminder.find(db, id: 1).title == "a")
      #expect(try TableReminder.fetchOne(db, id: 1)?.title == "a")
      #expect(try PlainReminder.deleteAll(db) == 1)
    }
    #expect(PlainReminder.databaseTableName == "reminders")
  }

  @Test func `an error names a missing column`() throws {
    try queue.write { db throws in
      try PlainReminder(id: 1, title: "a", token: UUID()).insert(db)
      let error = #expect(throws: DecodingFailure.self) {
        try PlainReminder.fetchAll(db, sql: "SELECT id, title, dueDate FROM reminders")
      }
      #expect(error?.column == "token")
    }
  }
}
