import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of events that empty a history, which reports them.
@Suite struct UndoResetTests {
  @Test func `a schema change and VACUUM empty the history, which reports why`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    try writeSQL(database, "ALTER TABLE item ADD COLUMN more")
    #expect(!history.canUndo)
    #expect(history.resetReason == .schemaChange)
    try writeSQL(database, "INSERT INTO item VALUES (2, 'b', 1, 2)")
    #expect(history.canUndo)
    try database.vacuum()
    #expect(!history.canUndo)
    #expect(history.resetReason != nil)
  }

  @Test func `a schema change of another connection is noticed`() throws {
    let folder = try ScratchDirectory()
    let database = try DatabasePool(path: folder.path(of: "a.sqlite"))
    try writeSQL(database, itemSchema)
    let history = try UndoHistory(database)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    let other = try DatabaseQueue(path: folder.path(of: "a.sqlite"))
    try writeSQL(other, "ALTER TABLE item RENAME COLUMN count TO number")
    #expect(throws: UndoError.reset(.schemaChange)) { try history.undo() }
    #expect(!history.canUndo)
  }

  @Test func `too many changed rows empty the history`() throws {
    var configuration = Configuration()
    configuration.maximumCapturedRowCount = 10
    let database = try DatabaseQueue(configuration: configuration)
    try writeSQL(database, itemSchema)
    let history = try UndoHistory(database)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    try writeSQL(
      database,
      "INSERT INTO item SELECT value + 100, value, 1 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12]')"
    )
    #expect(history.resetReason == .unknownRows("item"))
    #expect(!history.canUndo)
  }

  @Test func `writing directly to a virtual table empties the history`() throws {
    let (database, history) = try openedWithHistory("CREATE VIRTUAL TABLE doc USING fts5(body)")
    try writeSQL(database, "INSERT INTO doc VALUES ('a')")
    #expect(history.resetReason == .unknownRows("doc"))
  }

  @Test func `an observation that begins during a write does not empty the history`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    var subscription: ChangeSubscription?
    try database.write { db in
      try db.execute(sql: "INSERT INTO item VALUES (1, 'a', 1)")
      subscription = database.changeSource.subscribe(to: .fullDatabase, receive: { _ in })
    }
    #expect(history.undoCount == 1)
    #expect(history.resetReason == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func `restoring a database empties the history`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    let other = try DatabaseQueue()
    try writeSQL(other, itemSchema)
    try database.restore(from: other)
    // A copy may be reported only to those who watch the file; then the schema version reveals it.
    #expect(throws: UndoError.self) {
      guard history.canUndo else { throw UndoError.groupIsOpen }
      try history.undo()
    }
  }
}
