import LiveSQL
import Testing

/// Code of an application that imports `LiveSQL` and nothing else of the package.
@Suite struct UmbrellaTests {
  @Test func `errors can be compared with SQLite's result codes`() throws {
    let database = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try database.write { db in
        try db.execute(sql: "CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (1)")
      }
    }
    #expect(error?.code == .constraint)
    #expect(error?.resultCode == .constraint)
    #expect(error?.extendedResultCode == .constraintUnique)
    #expect(error?.extendedResultCode.rawValue == 2067)
  }
}
