import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import SQLiteDatabase

@testable import LiveSQLCommand

/// A file and a server's database for tests of `livesql copy`.
struct PostgresCopyFixture {
  let files: ScratchDirectory
  let scratch: PostgresScratchDatabase

  /// The path of the file.
  var path: String { files.path(of: "shop.db") }

  init() throws {
    files = try ScratchDirectory()
    scratch = try PostgresScratchDatabase()
  }

  /// Runs SQL in the file.
  func fill(_ sql: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)")
    }
    try database.close()
  }

  /// Runs SQL on the server.
  func prepare(_ sql: String) throws { try scratch.connect().execute(script: sql) }

  /// Copies the file to the server.
  func copy(_ options: String..., by role: String = "postgres") async -> ProgramRun {
    let url = scratch.url.replacing("postgres@", with: "\(role)@")
    return await ProgramRun(list: ["copy", path, url] + options)
  }

  /// Returns the texts in the first column on the server.
  func texts(_ sql: String) throws -> [String] {
    try scratch.connect().execute(sql).map { row in try row.decode(String.self, at: 0) }
  }

  /// Creates a role that may write in the schema public, and runs a closure.
  func withRole(_ body: (String) async throws -> Void) async throws {
    let role = "copier_\(scratch.name)"
    try prepare(
      """
      CREATE ROLE \(role) LOGIN; GRANT ALL ON SCHEMA public TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA public TO \(role)
      """
    )
    do { try await body(role) } catch {
      try prepare("DROP OWNED BY \(role); DROP ROLE \(role)")
      throw error
    }
    try prepare("DROP OWNED BY \(role); DROP ROLE \(role)")
  }
}
