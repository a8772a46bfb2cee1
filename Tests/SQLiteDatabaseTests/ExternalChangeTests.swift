import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// Two objects on one file are to each other what two processes are.
@Suite struct ExternalChangeTests {
  let scratch = try? ScratchDirectory()

  @Test func `tells of a commit by another connection`() async throws {
    let path = try #require(scratch).path(of: "a.db")
    let database = try DatabasePool(path: path)
    try await database.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var changes = database.changes.makeAsyncIterator()
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    let change = try #require(await changes.next())
    #expect(change.origin == .otherProcess)
    #expect(change.mayChangeAnyTable)
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `tells of a commit that came between two observers`() async throws {
    let path = try #require(scratch).path(of: "b.db")
    let database = try DatabaseQueue(path: path)
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var changes = database.changes.makeAsyncIterator()
    #expect(await changes.next()?.origin == .otherProcess)
  }
}
