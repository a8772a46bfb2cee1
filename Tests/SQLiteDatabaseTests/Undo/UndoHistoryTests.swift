import DatabaseTypes
import LiveSQLTestSupport
import Observation
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

/// Tests of what a history records, in which steps, and what it reports.
@Suite(.timeLimit(.hang)) struct UndoHistoryTests {
  @Test func `insertions, updates and deletions are undone and redone step by step`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    var states = [try DatabaseState(database)]
    for sql in [
      "INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 2)", "UPDATE item SET count = count + 10",
      "DELETE FROM item WHERE id = 1",
    ] {
      try writeSQL(database, sql)
      states.append(try DatabaseState(database))
    }
    #expect(history.undoCount == 3)
    for state in states.dropLast().reversed() {
      #expect(try history.undo()?.rowCount != 0)
      #expect(try DatabaseState(database) == state)
    }
    #expect(!history.canUndo)
    #expect(try history.undo() == nil)
    for state in states.dropFirst() {
      try history.redo()
      #expect(try DatabaseState(database) == state)
    }
    #expect(!history.canRedo)
    #expect(try history.redo() == nil)
  }

  @Test func `a write after an undo leaves nothing to redo`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    try history.undo()
    #expect(history.canRedo)
    try writeSQL(database, "INSERT INTO item VALUES (2, 'b', 1)")
    #expect(!history.canRedo)
    #expect(history.undoCount == 1)
  }

  @Test func `a transaction that is rolled back or changes nothing is not a step`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    try database.inTransaction { db in
      try db.execute(sql: "DELETE FROM item")
      return .rollback
    }
    try writeSQL(database, "UPDATE item SET count = 2", "UPDATE item SET count = 1")
    _ = try database.read { db in try Row.fetchAll(db, sql: "SELECT * FROM item") }
    #expect(history.undoCount == 1)
  }

  @Test func `the transactions of a group are one step with a name`() async throws {
    let (database, history) = try openedWithHistory(itemSchema)
    let before = try DatabaseState(database)
    try addItems(database, history)
    try await history.group(named: "Rename") {
      try await database.write { db in try db.execute(sql: "UPDATE item SET name = 'z'") }
      try await database.transaction { try await $0.execute(sql: "UPDATE item SET count = 8") }
    }
    #expect(history.undoCount == 2)
    #expect(history.undoName == "Rename")
    try await history.undo()
    #expect(history.redoName == "Rename")
    #expect(history.undoName == "Add Items")
    try await history.undo()
    #expect(try DatabaseState(database) == before)
    try await history.redo()
    #expect(history.undoName == "Add Items")
  }

  private func addItems(_ database: DatabaseQueue, _ history: UndoHistory) throws {
    try history.group(named: "Add Items") {
      try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
      try history.group(named: "Count") { try writeSQL(database, "UPDATE item SET count = 7") }
    }
  }

  @Test func `a group that changes nothing in the end is not a step`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try history.group {
      try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
      try writeSQL(database, "DELETE FROM item")
    }
    #expect(history.undoCount == 0)
  }

  @Test func `a write of another task splits a group`() async throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try await history.group(named: "Group") {
      try await database.write { db in try db.execute(sql: "INSERT INTO item VALUES (1, 'a', 1)") }
      await Task.detached {
        try? await database.write { db in
          try db.execute(sql: "INSERT INTO item VALUES (2, 'b', 1)")
        }
      }.value
      try await database.write { db in try db.execute(sql: "UPDATE item SET count = 2") }
    }
    #expect(history.undoCount == 3)
    for _ in 0..<3 { try await history.undo() }
    #expect(try await database.read { db in try db.tableIsEmpty("item") })
  }

  @Test func `an open group takes in all transactions`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    history.beginGroup(named: "Drag")
    history.beginGroup()
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    history.endGroup()
    try writeSQL(database, "UPDATE item SET count = 2")
    #expect(throws: UndoError.groupIsOpen) { try history.undo() }
    history.endGroup()
    history.endGroup()
    #expect(history.undoCount == 1)
    #expect(history.undoName == "Drag")
    try history.undo()
    #expect(throws: UndoError.groupIsOpen) { try history.group { try history.redo() } }
  }

  @Test func `unrecorded writes do not prevent undoing the others`() async throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    try await history.withoutRecording {
      try await database.write { db in try db.execute(sql: "INSERT INTO item VALUES (2, 'b', 1)") }
    }
    try history.withoutRecording {
      try writeSQL(database, "UPDATE item SET count = 3 WHERE id = 2")
    }
    #expect(history.undoCount == 1)
    try await history.undo()
    let ids = try await database.read { try Int.fetchAll($0, sql: "SELECT id FROM item") }
    #expect(ids == [2])
  }

  @Test func `only the tables of the history are recorded`() throws {
    let (database, _) = try openedWithHistory(itemSchema + "; CREATE TABLE log (what)")
    let history = try UndoHistory(database, of: ["item"])
    try writeSQL(database, "INSERT INTO log VALUES ('start')")
    #expect(!history.canUndo)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)", "INSERT INTO log VALUES ('item')")
    try history.undo()
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM log") } == 2)
    #expect(try database.read { try $0.tableIsEmpty("item") })
    #expect(throws: DatabaseError.self) { try UndoHistory(database, of: ["nothing"]) }
    try writeSQL(database, "CREATE VIEW v AS SELECT 1")
    let error = #expect(throws: DatabaseError.self) { try UndoHistory(database, of: ["v"]) }
    #expect(error?.code == .misuse)
  }

  @Test func `the oldest steps are dropped first`() throws {
    let (database, history) = try openedWithHistory(itemSchema, limit: .init(stepCount: 3))
    for id in 1...5 { try writeSQL(database, "INSERT INTO item VALUES (\(id), '\(id)', 1)") }
    #expect(history.undoCount == 3)
    while try history.undo() != nil {}
    #expect(try database.read { try Int.fetchAll($0, sql: "SELECT id FROM item") } == [1, 2])
  }

  @Test func `a step that needs more memory than the limit empties the history`() throws {
    let (database, history) = try openedWithHistory(itemSchema, limit: .init(byteCount: 2_000))
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    #expect(history.undoCount == 1)
    try writeSQL(database, "INSERT INTO item VALUES (2, hex(zeroblob(2000)), 1)")
    #expect(history.undoCount == 0)
    #expect(history.resetReason == .limit)
    try writeSQL(database, "INSERT INTO item VALUES (3, 'c', 1)")
    #expect(history.undoCount == 1)
    #expect(history.resetReason == nil)
  }

  @Test func `a released history records no more`() async throws {
    let database = try DatabaseQueue()
    try writeSQL(database, itemSchema)
    weak var kept: UndoHistory?
    do {
      let history = try UndoHistory(database)
      kept = history
      try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    }
    // The notification of observers keeps it for a moment.
    await until { kept == nil }
    try writeSQL(database, "INSERT INTO item VALUES (2, 'b', 1)")
  }

  @Test @MainActor func `menus are notified on the main actor`() async throws {
    let (database, history) = try openedWithHistory(itemSchema)
    let told = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = (history.canUndo, history.undoName)
    } onChange: {
      told.continuation.yield()
    }
    try await history.group(named: "Add") {
      try await database.write { db in try db.execute(sql: "INSERT INTO item VALUES (1, 'a', 1)") }
    }
    for await _ in told.stream { break }
    #expect(history.canUndo)
    #expect(history.undoName == "Add")
  }
}
