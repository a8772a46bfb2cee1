import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase

/// Rules of statements that attach databases, or that cannot be explained.
@Suite(.timeLimit(.hang)) struct ReadAccessRuleTests {
  @Test(
    arguments: [DatabaseKind.queue, .pool],
    ["ATTACH ':memory:' AS more", "DETACH other"]
  )
  func `a read refuses to attach and detach databases`(kind: DatabaseKind, sql: String) throws {
    let test = try TestDatabase(kind, "CREATE TABLE t (a)")
    let database = test.writer
    try database.writeWithoutTransaction { try $0.execute(sql: "ATTACH ':memory:' AS other") }
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.execute(sql: sql) }
    }
    #expect(error?.code == .readOnly)
    #expect(error?.message.contains("writeWithoutTransaction") == true)
    let schemas = try database.writeWithoutTransaction { try $0.schemas() }
    #expect(schemas == ["main", "other"])
    try database.writeWithoutTransaction { try $0.execute(sql: "DETACH other") }
  }

  @Test func `a statement that cannot be explained is not explained again`() throws {
    let database = try TestDatabase(.queue, "CREATE TABLE t (a)")
    try database.writer.read { db in
      let statement = try db.makeStatement(sql: "SELECT a FROM t")
      var count = 0
      db.recorder.permission = { _ in
        count += 1
        return .deny
      }
      defer { db.recorder.permission = nil }
      #expect(statement.region.isFullDatabase)
      let first = count
      #expect(first > 0)
      #expect(statement.region.isFullDatabase)
      #expect(count == first)
    }
  }
}
