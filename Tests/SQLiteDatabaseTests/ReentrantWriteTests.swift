import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of nested writes, and of alternative names.
@Suite struct ReentrantWriteTests {
  private struct Failure: Error {}

  private let scratch: ScratchDirectory
  private let queue: DatabaseQueue
  private let pool: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    queue = try DatabaseQueue()
    pool = try DatabasePool(path: scratch.path(of: "pool.db"))
    for database in databases {
      try database.write { try $0.execute(sql: "CREATE TABLE t (n)") }
    }
  }

  private var databases: [any DatabaseWriter] { [queue, pool] }

  private func count(_ database: any DatabaseWriter) throws -> Int? {
    try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
  }

  @Test func `outside of other accesses, each statement commits`() throws {
    for database in databases {
      #expect(throws: Failure.self) {
        try database.unsafeReentrantWrite { db in
          #expect(!db.isInsideTransaction)
          try db.execute(sql: "INSERT INTO t VALUES (1)")
          throw Failure()
        }
      }
      #expect(try count(database) == 1)
    }
  }

  @Test func `within a write, it belongs to the transaction`() throws {
    for database in databases {
      let name: String? = try database.write { db in
        try database.unsafeReentrantWrite { inner -> String? in
          #expect(inner === db)
          #expect(inner.isInsideTransaction)
          try inner.execute(sql: "INSERT INTO t VALUES (1)")
          return nil
        }
      }
      #expect(name == nil)
      #expect(try count(database) == 1)
      #expect(throws: Failure.self) {
        try database.write { _ in
          try database.unsafeReentrantWrite { db in
            try db.execute(sql: "INSERT INTO t VALUES (2)")
            throw Failure()
          }
        }
      }
      #expect(try count(database) == 1)
    }
  }

  @Test func `within a read, a queue stays read-only, and a pool writes`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { _ in
        try queue.unsafeReentrantWrite { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      }
    }
    #expect(error?.code == .readOnly)
    try pool.read { _ in
      try pool.unsafeReentrantWrite { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    #expect(try count(pool) == 1)
  }

  @Test func `within an asynchronous transaction of the task, it throws`() async throws {
    let queue = queue
    try await queue.transaction { _ in
      let error = #expect(throws: DatabaseError.self) { try queue.unsafeReentrantWrite { _ in } }
      #expect(error?.code == .nestedAccess)
    }
  }

  @Test func `statements, result codes and foreign keys have alternative names`() throws {
    try queue.write { db throws in
      #expect(try db.makeStatement(sql: "SELECT * FROM t").isReadonly)
      #expect(try !db.makeStatement(sql: "DELETE FROM t").isReadonly)
      try db.execute(sql: "CREATE TABLE p (id INTEGER PRIMARY KEY)")
      try db.execute(sql: "CREATE TABLE c (p REFERENCES p, other REFERENCES p(id))")
      let keys = try db.foreignKeys(on: "c")
      #expect(keys.map(\.originColumns) == [["p"], ["other"]])
      #expect(keys.map(\.destinationColumns) == [["id"], ["id"]])
      try db.execute(sql: "CREATE TABLE lost (x, y, FOREIGN KEY (x, y) REFERENCES p)")
      #expect(try db.foreignKeys(on: "lost").map(\.destinationColumns) == [[]])
    }
    #expect(ResultCode.SQLITE_CONSTRAINT_CHECK.primaryResultCode == .SQLITE_CONSTRAINT)
    #expect(ResultCode.constraintUnique.primaryResultCode == .constraint)
    let region: any DatabaseRegionConvertible = .fullDatabase
    #expect(try queue.read { try region.databaseRegion($0) } == .fullDatabase)
  }
}
