import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of groups of which a transaction cannot be recorded: they are undone whole or not at all.
@Suite(.timeLimit(.hang)) struct UndoGroupTests {
  private static let manyRows =
    "INSERT INTO item SELECT value + 100, value, 1 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]')"

  /// Returns a database whose changes of more than ten rows are not recorded.
  private func opened() throws -> (database: DatabaseQueue, history: UndoHistory) {
    var configuration = Configuration()
    configuration.maximumCapturedRowCount = 10
    let database = try DatabaseQueue(configuration: configuration)
    try writeSQL(database, itemSchema)
    return (database, try UndoHistory(database))
  }

  @Test(arguments: [manyRows, "ALTER TABLE item ADD COLUMN more"])
  func `a group with an unrecordable transaction is not undone in part`(unrecordable: String)
    throws
  {
    let (database, history) = try opened()
    try history.group(named: "Import") {
      try writeSQL(database, "INSERT INTO item (id, name) VALUES (1, 'a')")
      try writeSQL(database, unrecordable)
      let reason = history.resetReason
      #expect(reason != nil)
      try writeSQL(database, "INSERT INTO item (id, name) VALUES (2, 'b')")
      try writeSQL(database, "UPDATE item SET name = 'c' WHERE id = 1")
      #expect(history.resetReason == reason)
    }
    #expect(!history.canUndo)
    #expect(try history.undo() == nil)
    #expect(history.resetReason != nil)

    try writeSQL(database, "DELETE FROM item WHERE id = 1")
    #expect(history.undoCount == 1)
    #expect(history.resetReason == nil)
  }

  @Test func `an open group with an unrecordable transaction is not undone in part`() throws {
    let (database, history) = try opened()
    history.beginGroup()
    try writeSQL(database, Self.manyRows)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    history.endGroup()
    #expect(!history.canUndo)
    #expect(history.resetReason == .unknownRows("item"))
  }

  @Test func `a group that exceeds the limit is not undone in part`() throws {
    let (database, history) = try openedWithHistory(itemSchema, limit: .init(byteCount: 2_000))
    try history.group {
      try writeSQL(database, "INSERT INTO item VALUES (1, hex(zeroblob(2000)), 1)")
      try writeSQL(database, "INSERT INTO item VALUES (2, 'b', 1)")
    }
    #expect(!history.canUndo)
    #expect(history.resetReason == .limit)
  }

  @Test func `a group whose beginning others made the history forget is not undone in part`()
    async throws
  {
    let (database, history) = try opened()
    try await history.group {
      try await database.write { db in
        try db.execute(sql: "INSERT INTO item VALUES (1, 'a', 1)")
      }
      // The task is not a child of this one, so its writes are not part of the group.
      try await Task.detached {
        try await database.write { db in try db.execute(sql: Self.manyRows) }
      }.value
      try await database.write { db in
        try db.execute(sql: "INSERT INTO item VALUES (2, 'b', 1)")
      }
    }
    #expect(!history.canUndo)
    #expect(history.resetReason == .unknownRows("item"))
  }

  @Test func `an unrecorded transaction within a group does not make it incomplete`() throws {
    let (database, history) = try opened()
    try history.group {
      try history.withoutRecording { try writeSQL(database, Self.manyRows) }
      try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    }
    #expect(history.undoCount == 1)
    try history.undo()
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 12)
  }
}
