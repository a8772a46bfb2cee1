import SQLiteDatabase
import SQLiteTools
import Testing

/// Returns a database with a schema, and its history from then on.
func openedWithHistory(_ schema: String, limit: UndoHistory.Limit = .init()) throws
  -> (database: DatabaseQueue, history: UndoHistory)
{
  let database = try DatabaseQueue()
  try database.write { db in try db.execute(sql: schema) }
  return (database, try UndoHistory(database, limit: limit))
}

/// Runs statements in one transaction.
func writeSQL(_ database: any DatabaseWriter, _ sql: String...) throws {
  try database.write { db in for sql in sql { try db.execute(sql: sql) } }
}

/// Runs statements as one step, undoes and redoes it, and compares the states each time.
func goBackAndForth(
  _ schema: String,
  _ sql: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (database, history) = try openedWithHistory(schema)
  let before = try DatabaseState(database)
  try database.write { db in for sql in sql { try db.execute(sql: sql) } }
  let after = try DatabaseState(database)
  #expect(history.resetReason == nil, sourceLocation: sourceLocation)
  for _ in 0..<2 {
    try history.undo()
    let undone = try DatabaseState(database)
    #expect(
      undone == before,
      "\(undone.difference(from: before))",
      sourceLocation: sourceLocation
    )
    try history.redo()
    let redone = try DatabaseState(database)
    #expect(redone == after, "\(redone.difference(from: after))", sourceLocation: sourceLocation)
  }
  #expect(
    try database.read { try $0.foreignKeyViolations() }.isEmpty,
    sourceLocation: sourceLocation
  )
}

/// A table of items.
let itemSchema = "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE, count INTEGER)"

extension Database {
  /// Whether a table has no rows.
  func tableIsEmpty(_ name: String) throws -> Bool {
    try Int.fetchOne(self, sql: "SELECT count(*) FROM \"\(name)\"") == 0
  }
}
