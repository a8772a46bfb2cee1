import DatabaseTools
import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// What empties a history, which says so.
@Suite struct UndoGapTests {
  @Test func `a change of the schema and a VACUUM empty the history, and it says so`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    try writeSQL(database, "ALTER TABLE item ADD COLUMN more")
    #expect(!history.canUndo)
    #expect(history.gap == .schemaChange)
    try writeSQL(database, "INSERT INTO item VALUES (2, 'b', 1, 2)")
    #expect(history.canUndo)
    try database.vacuum()
    #expect(!history.canUndo)
    #expect(history.gap != nil)
  }

  @Test func `a change of the schema by others is noticed`() throws {
    let folder = try ScratchDirectory()
    let database = try DatabasePool(path: folder.path(of: "a.sqlite"))
    try writeSQL(database, itemSchema)
    let history = try UndoHistory(database)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    let other = try DatabaseQueue(path: folder.path(of: "a.sqlite"))
    try writeSQL(other, "ALTER TABLE item RENAME COLUMN count TO number")
    #expect(throws: UndoError.gap(.schemaChange)) { try history.undo() }
    #expect(!history.canUndo)
  }

  @Test func `more rows than are told empty the history`() throws {
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
    #expect(history.gap == .unknownRows("item"))
    #expect(!history.canUndo)
  }

  @Test func `a virtual table that is written directly empties the history`() throws {
    let (database, history) = try openedWithHistory("CREATE VIRTUAL TABLE doc USING fts5(body)")
    try writeSQL(database, "INSERT INTO doc VALUES ('a')")
    #expect(history.gap == .unknownRows("doc"))
  }

  @Test func `whoever begins to observe while something is written does not empty the history`()
    throws
  {
    let (database, history) = try openedWithHistory(itemSchema)
    var subscription: ChangeSubscription?
    try database.write { db in
      try db.execute(sql: "INSERT INTO item VALUES (1, 'a', 1)")
      subscription = database.changeSource.subscribe(to: .fullDatabase, receive: { _ in })
    }
    #expect(history.undoCount == 1)
    #expect(history.gap == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func `restoring a database empties the history`() throws {
    let (database, history) = try openedWithHistory(itemSchema)
    try writeSQL(database, "INSERT INTO item VALUES (1, 'a', 1)")
    let other = try DatabaseQueue()
    try writeSQL(other, itemSchema)
    try database.restore(from: other)
    // A copy may be told to nobody but those who watch the file: the version of the schema tells it then.
    #expect(throws: UndoError.self) {
      guard history.canUndo else { throw UndoError.groupIsOpen }
      try history.undo()
    }
  }
}
