import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of alternative names of accesses, custom errors and clocks.
@Suite struct DatabaseSpellingTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { try $0.execute(sql: "CREATE TABLE t (n)") }
  }

  private func count() throws -> Int? {
    try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
  }

  @Test func `the closure of a transaction decides how it ends`() throws {
    try database.inTransaction { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      return .commit
    }
    try database.inTransaction(.exclusive) { db in
      try db.execute(sql: "INSERT INTO t VALUES (2)")
      return .rollback
    }
    try database.writeInTransaction(.deferred) { db in
      try db.execute(sql: "INSERT INTO t VALUES (3)")
      return .commit
    }
    #expect(throws: CancellationError.self) {
      try database.inTransaction { db in
        try db.execute(sql: "INSERT INTO t VALUES (4)")
        throw CancellationError()
      }
    }
    let kind: Database.TransactionKind = .immediate
    try database.inTransaction(kind) { _ -> Database.TransactionCompletion in .commit }
    #expect(try count() == 2)
    #expect(try database.inDatabase { $0.isInsideTransaction } == false)
  }

  @Test func `an error with a result code has its kind, and passes through SQL unchanged`() throws {
    let error = DatabaseError(
      resultCode: .constraintUnique,
      message: "Taken.",
      sql: "INSERT",
      arguments: ["secret"]
    )
    #expect(error.code == .constraint)
    #expect(error.extendedResultCode == .constraintUnique)
    #expect(!error.description.contains("secret"))
    #expect(error.expandedDescription.contains("secret"))
    let plain = DatabaseError(resultCode: ResultCode.busy)
    #expect(plain.message == "database is locked")
    let shown = DatabaseError(
      resultCode: .error,
      message: "No.",
      sql: "SELECT ?",
      arguments: ["private"],
      publicStatementArguments: true
    )
    #expect(shown.description.contains("private"))
    let thrown = #expect(throws: DatabaseError.self) {
      try database.write { db in
        db.add(function: DatabaseFunction("f", argumentCount: 0) { _ in throw error })
        try db.execute(sql: "SELECT f()")
      }
    }
    #expect(thrown?.extendedResultCode == .constraintUnique)
    #expect(thrown?.resultCode == .constraint)
    #expect(thrown?.message == "Taken.")
  }

  @Test func `a custom clock sets the transaction date, and may read`() throws {
    var configuration = Configuration()
    configuration.transactionClock = .custom { db in
      let seconds = try? Int.fetchOne(db, sql: "SELECT 40 + 2")
      return Date(timeIntervalSince1970: Double(seconds ?? 0))
    }
    let database = try DatabaseQueue(configuration: configuration)
    #expect(try database.write { $0.transactionDate } == Date(timeIntervalSince1970: 42))
    configuration.transactionClock = .default
    let now = try DatabaseQueue(configuration: configuration)
    #expect(try now.write { $0.transactionDate }.timeIntervalSinceNow > -60)
  }

  @Test func `a checkpoint can run in an access, for one schema or all`() throws {
    let scratch = try ScratchDirectory()
    let pool = try DatabasePool(path: scratch.path(of: "t.db"))
    try pool.write { try $0.execute(sql: "CREATE TABLE t (n)") }
    let result = try pool.writeWithoutTransaction { try $0.checkpoint(.full, on: "main") }
    #expect(result.walFrameCount > 0)
    #expect(result.isComplete)
    #expect(
      try pool.writeWithoutTransaction { try $0.checkpoint(.truncate, on: nil) }.walFrameCount == 0
    )
    #expect(throws: DatabaseError.self) {
      try pool.writeWithoutTransaction { try $0.checkpoint(.passive, on: "missing") }
    }
    #expect(throws: DatabaseError.self) { try pool.write { try $0.checkpoint(.full) } }
  }

  @Test func `a primary key lists its columns if it is declared`() throws {
    try database.write { db in
      try db.execute(sql: "CREATE TABLE pair (a TEXT, b INTEGER, PRIMARY KEY (b, a)) WITHOUT ROWID")
      let pair = try db.primaryKey("pair")
      #expect(pair.columnInfos?.map(\.name) == ["b", "a"])
      #expect(pair.columnInfos?.map(\.type) == ["INTEGER", "TEXT"])
      #expect(!pair.tableHasRowID)
      #expect(try db.primaryKey("t").columnInfos == nil)
      #expect(try db.primaryKey("t").tableHasRowID)
    }
  }
}
