import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// Opening files of this and of other applications.
@Suite struct ShoppingOwnerTests {
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
    INSERT INTO grdb_migrations VALUES ('something else'), ('createLists')
    """,
  ])
  func `a file of another application is refused and left unchanged`(sql: String) throws {
    try make(sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: ForeignDatabase.self) { try ShoppingDatabase(at: path) }
    #expect(error?.description.contains("another file") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["given.db"])
  }

  @Test func `its own file is opened again, even without an application ID`() throws {
    for isNamed in [true, true, false, true] {
      let database = try ShoppingDatabase(at: path)
      let pool = try #require(database.database as? DatabasePool)
      try pool.write { db in
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
        #expect(id == ShoppingDatabase.applicationID)
        if !isNamed { try db.execute(sql: "PRAGMA application_id = 0") }
      }
      try database.close()
    }
  }

  @Test func `an empty file is taken over`() throws {
    try Data().write(to: URL(filePath: path))
    try ShoppingDatabase(at: path).close()
    try ShoppingDatabase(at: path).close()
  }

  @Test(.requiresPostgres) func `a database of another application on a server is refused`() throws
  {
    let scratch = try PostgresScratchDatabase()
    let open = {
      try ShoppingDatabase(PostgresDatabase(PostgresDatabaseConfiguration(scratch.configuration)))
    }
    for _ in 0..<2 { try open().close() }
    try scratch.connect().execute(
      script: "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE notes (text text)"
    )
    #expect(throws: ForeignDatabase.self) { try open() }
  }

  @Test func `an open database of another application is refused`() throws {
    let database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: "CREATE TABLE notes (text)") }
    #expect(throws: ForeignDatabase.self) { try ShoppingDatabase(database) }
  }
}
