import LiveSQL
import Testing

/// What an application can say that imports `LiveSQL` and nothing else of the package.
@Suite struct UmbrellaTests {
  @Test func `SQLite's own codes can be compared with`() throws {
    let database = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        try db.execute(sql: "CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (1)")
      }
    }
    #expect(error?.code == .constraint)
    #expect(error?.resultCode == .constraintUnique)
    #expect(error?.resultCode?.primary == ResultCode.constraint)
    #expect(error?.resultCode?.rawValue == 2067)
  }
}
