import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of rows that someone else has changed.
@Suite(.timeLimit(.hang)) struct UndoConflictTests {
  private func shared() throws -> (
    folder: ScratchDirectory, mine: DatabasePool, other: DatabaseQueue, history: UndoHistory
  ) {
    let folder = try ScratchDirectory()
    let mine = try DatabasePool(path: folder.path(of: "a.sqlite"))
    try writeSQL(mine, itemSchema, "INSERT INTO item VALUES (1, 'secret', 1), (2, 'b', 2)")
    let other = try DatabaseQueue(path: folder.path(of: "a.sqlite"))
    return (folder, mine, other, try UndoHistory(mine))
  }

  private func rows(_ database: any DatabaseWriter) throws -> [[DatabaseValue]] {
    try database.read { try Row.fetchAll($0, sql: "SELECT * FROM item ORDER BY id").map(\.values) }
  }

  @Test func `a row that others changed is a conflict, which names the table but no values`() throws
  {
    let (folder, mine, other, history) = try shared()
    try writeSQL(mine, "UPDATE item SET name = name || '!'")
    try writeSQL(other, "UPDATE item SET name = 'theirs' WHERE id = 1")
    let before = try DatabaseState(mine)
    let error = #expect(throws: UndoError.self) { try history.undo() }
    #expect(error == .conflict(UndoConflict(table: "item", reason: .changed)))
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("item"))
    #expect(!"\(error.map(String.init(reflecting:)) ?? "")".contains("secret"))
    #expect(try DatabaseState(mine) == before)
    #expect(history.undoCount == 1)
    let outcome = try history.undo(onConflict: .skip)
    #expect(outcome?.skipped == [UndoConflict(table: "item", reason: .changed)])
    #expect(outcome?.rowCount == 1)
    #expect(try rows(mine) == [[1, "theirs", 1], [2, "b", 2]])
    // Only what was undone is redone.
    try history.redo()
    #expect(try rows(mine) == [[1, "theirs", 1], [2, "b!", 2]])
    withExtendedLifetime(folder) {}
  }

  @Test func `others' changes are overwritten if requested`() throws {
    let (folder, mine, other, history) = try shared()
    try writeSQL(mine, "UPDATE item SET name = name || '!'", "INSERT INTO item VALUES (3, 'c', 3)")
    try writeSQL(
      other,
      "UPDATE item SET name = 'theirs', count = 9 WHERE id = 1",
      "DELETE FROM item WHERE id = 2",
      "UPDATE item SET count = 8 WHERE id = 3"
    )
    #expect(try history.undo(onConflict: .overwrite)?.rowCount == 3)
    #expect(try rows(mine) == [[1, "secret", 9], [2, "b", 2]])
    try history.redo()
    #expect(try rows(mine) == [[1, "theirs", 9], [3, "c", 8]])
    withExtendedLifetime(folder) {}
  }

  @Test func `others' changes of other columns stay, and are not a conflict`() throws {
    let (folder, mine, other, history) = try shared()
    try writeSQL(mine, "UPDATE item SET name = 'mine' WHERE id = 1")
    try writeSQL(other, "UPDATE item SET count = 100 WHERE id = 1")
    try history.undo()
    #expect(try rows(mine)[0] == [1, "secret", 100])
    try history.redo()
    #expect(try rows(mine)[0] == [1, "mine", 100])
    withExtendedLifetime(folder) {}
  }

  @Test func `identical changes of others are not a conflict`() throws {
    let (folder, mine, other, history) = try shared()
    try writeSQL(mine, "DELETE FROM item WHERE id = 1", "UPDATE item SET count = 7 WHERE id = 2")
    try writeSQL(other, "INSERT INTO item VALUES (1, 'secret', 1)")
    #expect(try history.undo()?.rowCount == 1)
    #expect(try rows(mine) == [[1, "secret", 1], [2, "b", 2]])
    withExtendedLifetime(folder) {}
  }

  @Test func `a unique value that another row has taken is a conflict`() throws {
    let (folder, mine, other, history) = try shared()
    try writeSQL(mine, "DELETE FROM item")
    try writeSQL(other, "INSERT INTO item VALUES (9, 'secret', 0)")
    let conflict = UndoConflict(table: "item", reason: .constraint)
    #expect(throws: UndoError.conflict(conflict)) { try history.undo() }
    #expect(throws: UndoError.conflict(conflict)) { try history.undo(onConflict: .overwrite) }
    #expect(try history.undo(onConflict: .skip)?.skipped == [conflict])
    #expect(try rows(mine) == [[2, "b", 2], [9, "secret", 0]])
    withExtendedLifetime(folder) {}
  }

  @Test func `a row inserted again with the key of a deleted one is a conflict`() throws {
    let (folder, mine, other, history) = try shared()
    try writeSQL(mine, "DELETE FROM item WHERE id = 1")
    try writeSQL(other, "INSERT INTO item VALUES (1, 'theirs', 0)")
    let conflict = UndoConflict(table: "item", reason: .inserted)
    #expect(throws: UndoError.conflict(conflict)) { try history.undo() }
    #expect(try history.undo(onConflict: .overwrite)?.rowCount == 1)
    #expect(try rows(mine)[0] == [1, "secret", 1])
    withExtendedLifetime(folder) {}
  }

  @Test func `rows that reference removed rows are a conflict`() throws {
    let folder = try ScratchDirectory()
    let database = try DatabasePool(path: folder.path(of: "a.sqlite"))
    try writeSQL(
      database,
      "CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE)",
      "CREATE TABLE entry (id INTEGER PRIMARY KEY, list INTEGER REFERENCES list(id), name TEXT REFERENCES list(name))",
      "INSERT INTO list VALUES (1, 'a')"
    )
    let history = try UndoHistory(database)
    try writeSQL(database, "INSERT INTO list VALUES (2, 'b')")
    try history.withoutRecording {
      try writeSQL(database, "INSERT INTO entry VALUES (1, NULL, 'B')")
    }
    let referenced = UndoConflict(table: "list", reason: .referenced(by: "entry"))
    #expect(throws: UndoError.conflict(referenced)) { try history.undo() }
    #expect(try history.undo(onConflict: .skip)?.skipped == [referenced])
    try writeSQL(database, "INSERT INTO entry VALUES (2, 1, NULL)")
    try writeSQL(database, "DELETE FROM entry WHERE id = 2")
    try history.withoutRecording { try writeSQL(database, "DELETE FROM list WHERE id = 1") }
    let missing = UndoConflict(table: "entry", reason: .missingReference)
    #expect(throws: UndoError.conflict(missing)) { try history.undo() }
    #expect(try history.undo(onConflict: .skip)?.skipped == [missing])
    #expect(try database.read { try $0.foreignKeyViolations() }.isEmpty)
  }

  @Test func `a cancelled undo leaves the history unchanged`() async throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await history.undo()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(history.undoCount == 1)
    try await history.undo()
    #expect(try await database.read { db in try db.tableIsEmpty("item") })
  }
}
