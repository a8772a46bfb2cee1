import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// Whose a file is that the example is given.
@Suite struct ShoppingOwnerTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "given.db") }

  init() throws { scratch = try ScratchDirectory() }

  /// A file that another application made.
  private func make(_ sql: String) throws {
    var configuration = Configuration()
    configuration.journalMode = .delete
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { db in try db.execute(sql: sql) }
    try database.close()
  }

  @Test(arguments: [
    "CREATE TABLE notes (text)", "PRAGMA application_id = 7", "CREATE VIEW v AS SELECT 1",
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
    """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('something else'), ('createLists')
    """,
  ])
  func `another application's file is refused, and left as it is`(sql: String) throws {
    try make(sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: ForeignDatabase.self) { try ShoppingDatabase(path: path) }
    #expect(error?.description.contains("another file") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["given.db"])
  }

  @Test func `its own file opens again, also one without a name in it`() throws {
    for isNamed in [true, true, false, true] {
      let database = try ShoppingDatabase(path: path)
      try database.writer.write { db in
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
        #expect(id == ShoppingDatabase.applicationID)
        if !isNamed { try db.execute(sql: "PRAGMA application_id = 0") }
      }
      try database.close()
    }
  }

  @Test func `an empty file becomes its own`() throws {
    try Data().write(to: URL(filePath: path))
    try ShoppingDatabase(path: path).close()
    try ShoppingDatabase(path: path).close()
  }

  @Test func `a database that is handed over is refused too`() throws {
    let database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: "CREATE TABLE notes (text)") }
    #expect(throws: ForeignDatabase.self) { try ShoppingDatabase(database) }
  }
}
