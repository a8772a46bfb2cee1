import LiveSQLTestSupport
import SQLiteDatabase
import Testing

/// The values of a statement that is kept compiled.
@Suite struct KeptArgumentsTests {
  @Test func `a kept statement has none of the values that its last user set`() throws {
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
