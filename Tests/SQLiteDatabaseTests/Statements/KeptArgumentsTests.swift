import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// Tests of the arguments of a cached statement.
@Suite struct KeptArgumentsTests {
  @Test func `a cached statement has none of its last arguments`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (id INTEGER); INSERT INTO t VALUES (1), (2)")
      let sql = "DELETE FROM t WHERE id = ?"
      try db.cachedStatement(sql: sql).execute(arguments: [1])
      let error = #expect(throws: DatabaseError.self) {
        try db.cachedStatement(sql: sql).execute()
      }
      #expect(error?.code == .arguments)
      let statement = try db.cachedStatement(sql: sql)
      try statement.setArguments([2])
      try statement.execute()
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 0)
    }
  }
}
