import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import ItemsModel

/// Tests for the owner of a file that is passed to the example.
@Suite struct ItemsOwnerTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "given.db") }

  init() throws { scratch = try ScratchDirectory() }

  /// Creates a file as another application would.
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
    INSERT INTO grdb_migrations VALUES ('something else'), ('createItem')
    """,
  ])
  func `another application's file is refused and left unchanged`(sql: String) throws {
    try make(sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: ForeignDatabase.self) { try AppDatabase(path: path) }
    #expect(error?.description.contains("Give another path") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["given.db"])
  }

  @Test func `the application's own file can be opened again, even without its application ID`()
    throws
  {
    for isNamed in [true, true, false, true] {
      let database = try AppDatabase(path: path)
      try database.databaseWriter.write { db in
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
        #expect(id == AppDatabase.applicationID)
        if !isNamed { try db.execute(sql: "PRAGMA application_id = 0") }
      }
      try database.close()
    }
  }

  @Test func `an empty file becomes a file of the application`() throws {
    try Data().write(to: URL(filePath: path))
    try AppDatabase(path: path).close()
    try AppDatabase(path: path).close()
  }

  @Test func `another application's database object is refused too`() throws {
    let database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: "CREATE TABLE notes (text)") }
    #expect(throws: ForeignDatabase.self) { try AppDatabase(database) }
  }
}
