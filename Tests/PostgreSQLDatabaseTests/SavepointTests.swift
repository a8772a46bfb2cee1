import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct SavepointTests {
  let scratch: PostgresScratchDatabase
  let database: PostgresDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    database = scratch.database()
    try database.write { db in try db.execute(script: "CREATE TABLE item (id int PRIMARY KEY)") }
  }

  private func ids() throws -> [Int] {
    try database.read { db in
      try db.execute("SELECT id FROM item ORDER BY id").map { try $0.decode(Int.self, at: 0) }
    }
  }

  @Test func `the transaction continues after a caught error`() throws {
    try database.write { db in
      try db.execute("INSERT INTO item VALUES (1)")
      let error = try failure(PostgresError.self) {
        try db.inSavepoint {
          try db.execute("INSERT INTO item VALUES (2)")
          try db.execute("INSERT INTO item VALUES (1)")
        }
      }
      #expect(error.code == .uniqueViolation)
      #expect(db.transactionStatus == .inTransaction)
      try db.inSavepoint { _ = try db.execute("INSERT INTO item VALUES (3)") }
    }
    #expect(try ids() == [1, 3])
  }

  @Test func `a nested savepoint undoes only its own changes`() throws {
    struct Stop: Error {}
    try database.write { db in
      try db.inSavepoint {
        try db.execute("INSERT INTO item VALUES (1)")
        #expect(throws: Stop.self) {
          try db.inSavepoint {
            try db.execute("INSERT INTO item VALUES (2)")
            throw Stop()
          }
        }
        try db.inSavepoint { _ = try db.execute("INSERT INTO item VALUES (3)") }
      }
      #expect(throws: Stop.self) {
        try db.inSavepoint {
          try db.inSavepoint { _ = try db.execute("INSERT INTO item VALUES (4)") }
          throw Stop()
        }
      }
    }
    #expect(try ids() == [1, 3])
  }

  @Test func `an error caught within a savepoint makes the savepoint fail`() throws {
    try database.write { db in
      let error = try failure(PostgresDatabaseError.self) {
        try db.inSavepoint {
          try db.execute("INSERT INTO item VALUES (1)")
          _ = try? db.execute("SELECT 1/0")
        }
      }
      #expect(error.code == .transactionAborted)
      try db.execute("INSERT INTO item VALUES (2)")
    }
    #expect(try ids() == [2])
  }

  @Test func `a savepoint needs a transaction`() throws {
    let error = try failure(PostgresDatabaseError.self) {
      try database.withConnection { db in try db.inSavepoint {} }
    }
    #expect(error.code == .noTransaction)
  }

  @Test func `a transaction within another throws`() throws {
    let error = try failure(PostgresDatabaseError.self) {
      try database.withConnection { db in try db.inTransaction { try db.inTransaction {} } }
    }
    #expect(error.code == .nestedAccess, "\(error)")
  }

  @Test func `a connection can run its own transactions`() throws {
    try database.withConnection { db in
      try db.inTransaction {
        try db.execute("INSERT INTO item VALUES (1)")
        try db.inSavepoint { _ = try db.execute("INSERT INTO item VALUES (2)") }
      }
      let error = try failure(PostgresDatabaseError.self) {
        try db.inTransaction {
          try db.execute("INSERT INTO item VALUES (3)")
          _ = try? db.execute("INSERT INTO item VALUES (1)")
        }
      }
      #expect(error.code == .transactionAborted)
    }
    #expect(try ids() == [1, 2])
  }
}
