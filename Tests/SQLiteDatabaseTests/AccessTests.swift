import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

@Suite(.timeLimit(.hang)) struct AccessTests {
  @Test func `a read sees what was written`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql:
          "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t (name) VALUES ('a'), ('b')"
      )
      try db.execute(sql: "INSERT INTO t (name) VALUES (?)", arguments: ["c"])
    }
    let names = try database.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM t ORDER BY id")
    }
    #expect(names == ["a", "b", "c"])
  }

  @Test func `a read refuses to write`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
    }
    #expect(error?.code == .readOnly)
  }

  @Test func `a nested write throws instead of waiting for itself`() throws {
    let database = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try database.write { _ in try database.write { _ in } }
    }
    #expect(error?.code == .nestedAccess)
  }

  @Test func `the connections of an in-memory pool share memory`() async throws {
    let database = try DatabasePool()
    try await database.write {
      try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
    }
    let count = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    #expect(count == 1)
  }

  @Test func `a transaction that suspends is committed`() async throws {
    let database = try DatabaseQueue()
    try await database.transaction(deadline: .unhurried) { tx in
      try await tx.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)")
      await Task.yield()
      try await tx.execute(sql: "INSERT INTO t VALUES (1)")
    }
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 1)
  }

  @Test func `one change set is published per commit`() async throws {
    let database = try DatabaseQueue()
    try await database.write {
      try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
    }
    var changes = database.changes.makeAsyncIterator()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO t VALUES (1, 'a'), (2, 'b')")
      try db.execute(sql: "UPDATE t SET name = 'c' WHERE id = 1")
      try db.execute(sql: "DELETE FROM t WHERE id = 2")
    }
    let change = try #require(await changes.next())
    #expect(change.origin == .thisProcess)
    guard case .rows(let rows) = change.tables["t"] else {
      Issue.record("\(change.tables)"); return
    }
    #expect(rows.map(\.key) == [.rowID(1)])
    #expect(rows[0].kind == .insert)
    #expect(rows[0].new.row?.values == [1, "c"])
  }
}
