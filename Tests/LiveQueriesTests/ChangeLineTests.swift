import LiveQueries
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Changes of a result, as lines for another process.
@Suite(.timeLimit(.hang)) struct ChangeLineTests {
  @Test func `each commit that changes the result has a line`() async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'x')"
      )
    }
    var lines = database.liveQuery(sql: "SELECT id, a FROM t ORDER BY id").changeLines
      .makeAsyncIterator()
    let first = try await lines.next()
    #expect(
      first?.hasSuffix(#""inserted":[{"id":1,"a":"x"}],"updated":[],"removed":[]}\#n"#) == true
    )
    try await database.write { db in try db.execute(sql: "UPDATE t SET a = 2") }
    let second = try await lines.next()
    #expect(
      second?.hasSuffix(
        #""origin":"thisProcess","inserted":[],"updated":[{"id":1,"a":2}],"removed":[]}\#n"#
      ) == true
    )
  }
}
