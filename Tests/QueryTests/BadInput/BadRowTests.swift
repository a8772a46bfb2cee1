import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of stored values that do not match the Swift type.
@Suite(.mayBlock) struct BadRowTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private func change(_ sql: String) throws {
    try database.write { db in try db.execute(sql: sql) }
  }

  private func message(
    unless reason: SQLiteOnly? = nil,
    _ body: (BothConnections) throws -> Void
  ) throws -> String {
    let error = #expect(throws: (any Error).self) {
      try database.both(unless: reason) { db in try body(db) }
    }
    return "\(try #require(error))"
  }

  @Test func `the error for an unknown raw value names its column`() throws {
    try change("UPDATE reminders SET priority = 99 WHERE id = 2")
    let message = try message { db in _ = try Reminder.fetchAll(db) }
    #expect(message.contains("priority"))
    let values = try database.both { db throws in
      try Reminder.where { $0.id.neq(2) }.select(\.priority).fetchAll(db)
    }
    #expect(values.count == 9)
  }

  @Test func `the error for an unexpected NULL names its column`() throws {
    try change(
      "CREATE TEMP TABLE tags (id INTEGER, title TEXT); INSERT INTO temp.tags VALUES (1, NULL)"
    )
    #expect(
      try message(unless: .untypedColumns) { db in _ = try Tag.fetchAll(db) }.contains("title")
    )
  }

  @Test func `the error for text that is not a date names its column`() throws {
    try change("UPDATE reminders SET dueDate = 'tomorrow' WHERE id = 1")
    #expect(
      try message(unless: .untypedColumns) { db in _ = try Reminder.fetchAll(db) }.contains(
        "dueDate"
      )
    )
  }

  @Test func `the error for text that is not a number names its column`() throws {
    try change("UPDATE remindersLists SET color = 'blue' WHERE id = 1")
    #expect(
      try message(unless: .untypedColumns) { db in _ = try RemindersList.fetchAll(db) }.contains(
        "color"
      )
    )
  }

  @Test func `bytes that are not valid text throw or are repaired`() throws {
    try change("UPDATE tags SET title = CAST(x'61ff62' AS TEXT) WHERE id = 1")
    let title = try? database.onlyOnSQLite(.untypedColumns) { db in try Tag.find(db, key: 1).title }
    #expect(title == nil || title == "a\u{FFFD}b")
  }

  @Test func `bytes that are not a UUID throw`() throws {
    try database.onlyOnSQLite(.untypedColumns) { db throws in
      for sql in ["'x'", "x'00'", "1", "CAST(x'ff' AS TEXT)", "''"] {
        #expect(throws: (any Error).self) {
          try #sql("SELECT \(raw: sql)", as: UUID.self).fetchAll(db)
        }
        #expect(throws: (any Error).self) {
          try #sql("SELECT \(raw: sql)", as: UUID.BytesRepresentation.self).fetchAll(db)
        }
      }
      #expect(throws: (any Error).self) {
        try #sql("SELECT '{'", as: [Int].JSONRepresentation.self).fetchAll(db)
      }
    }
  }

  @Test func `too few and too many columns throw`() throws {
    try database.both { db throws in
      #expect(throws: (any Error).self) { try #sql("SELECT 1", as: Tag.self).fetchAll(db) }
      #expect(throws: (any Error).self) { try #sql("SELECT 1, 2, 3", as: Tag.self).fetchAll(db) }
      #expect(throws: (any Error).self) { try #sql("SELECT 1", as: (Int, Int).self).fetchAll(db) }
      #expect(try #sql("SELECT 1 WHERE 1 = 0", as: Int.self).fetchAll(db).isEmpty)
    }
  }

  @Test func `the error for a missing table or column names it`() throws {
    #expect(try message { db in _ = try NoTable.fetchAll(db) }.contains("noTables"))
    #expect(try message { db in _ = try NoColumn.fetchAll(db) }.contains("colour"))
  }
}

@Table struct NoTable {
  let id: Int
}

@Table("tags") struct NoColumn {
  let id: Int
  let colour: String
}
