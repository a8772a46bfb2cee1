import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of the rules for transactions.
@Suite(.timeLimit(.hang)) struct RulesTransactionTests {
  @Test(arguments: DatabaseKind.allCases)
  func `rule 5: an observer's refusal is the error of the write, which is rolled back`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let log = ChangeLog(db.writer)
    let observer = CountingObserver()
    try db.writer.useNow { $0.add(transactionObserver: observer) }
    observer.refuse(TestError(name: "no"))
    let insert = "INSERT INTO t VALUES (1)"
    #expect(throws: TestError(name: "no")) { try db.execute(insert) }
    #expect(throws: TestError(name: "no")) {
      try db.writer.useNow { try $0.execute(sql: insert) }
    }
    #expect(throws: TestError(name: "no")) {
      try db.writer.useNow { db in
        try db.beginTransaction()
        try db.execute(sql: insert)
        try db.commit()
      }
    }
    await #expect(throws: TestError(name: "no")) {
      try await db.writer.transaction(deadline: .unhurried) { tx in
        try await tx.execute(sql: insert)
      }
    }
    observer.refuse(nil)
    #expect(observer.rollbackCount == 4)
    #expect(observer.commitCount == 0)
    #expect(log.all.isEmpty)
    #expect(try db.count() == 0)
    try db.execute(insert)
    #expect(try db.count() == 1)
  }

  @Test func `rule 7: a read's snapshot exists before its closure runs`() async throws {
    let db = try TestDatabase(.pool, "CREATE TABLE t (a)")
    let other = try db.another()
    let read: @Sendable (Database) throws -> Int = { reader in
      try other.writeNow { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      return try reader.count()
    }
    #expect(try db.writer.readNow(read) == 0)
    #expect(try await db.writer.read(read) == 1)
    let (count, _) = try await db.writer.readLastCommit { db, number in (try read(db), number) }
    #expect(count == 2)
    #expect(try db.count() == 3)
  }

  @Test func `rule 7: a queue's read sees one snapshot, whatever others write`() throws {
    let db = try TestDatabase(.queue, "CREATE TABLE t (a)")
    let other = try db.another()
    let counts = try db.writer.read { reader in
      try other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      return try [reader.count(), reader.count()]
    }
    #expect(counts == [0, 0])
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 8: a write takes its lock immediately`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let other = try db.another { $0.busyMode = .immediateError }
    let tryToWrite: @Sendable () throws -> Void = {
      let error = #expect(throws: DatabaseError.self) { try other.writeNow { _ in } }
      #expect(error?.code == .busy)
    }
    try db.writer.writeNow { _ in try tryToWrite() }
    try db.writer.useNow { db in
      try db.inTransaction {
        try tryToWrite()
        return .commit
      }
      try db.inSavepoint {
        try tryToWrite()
        return .commit
      }
    }
    try await db.writer.transaction(deadline: .unhurried) { _ in try tryToWrite() }
    try await db.writer.write { _ in try tryToWrite() }
    try await other.write { _ in }
  }

  @Test func `rule 8: the error of a stale snapshot that writes recommends IMMEDIATE`() throws {
    let db = try TestDatabase(.queue, "CREATE TABLE t (a)")
    let other = try db.another()
    let error = #expect(throws: DatabaseError.self) {
      try db.writer.writeWithoutTransaction { db in
        try db.inTransaction(.deferred) {
          _ = try db.count()
          try other.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
          try db.execute(sql: "INSERT INTO t VALUES (2)")
          return .commit
        }
      }
    }
    #expect(error?.code == .busy)
    #expect(error?.extendedResultCode == .busySnapshot)
    #expect(error?.explanation.contains("IMMEDIATE") == true)
    #expect(try db.count() == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 9: a savepoint outside of a transaction begins one`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let observer = CountingObserver()
    try db.writer.writeWithoutTransaction { db in
      db.add(transactionObserver: observer)
      try db.inSavepoint {
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES (1)")
          return .commit
        }
        #expect(observer.commitCount == 0)
        return .commit
      }
      #expect(!db.isInsideTransaction)
      try db.inSavepoint {
        try db.execute(sql: "INSERT INTO t VALUES (2)")
        return .rollback
      }
    }
    #expect(observer.commitCount == 1)
    #expect(observer.rollbackCount == 1)
    #expect(try db.count() == 1)
  }

  @Test(.requiresFullTextSearch, arguments: DatabaseKind.allCases)
  func `rule 12: an interrupted full-text search leaves no transaction open`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE VIRTUAL TABLE f USING fts5 (a); CREATE TABLE t (a)")
    let signal = Signal()
    let task = Task {
      try await db.writer.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        try db.connection.addFunction("word", argumentCount: 1) { arguments in
          let number = try arguments.decode(Int.self, at: 0)
          if number == 5000 { signal.send() }
          return .text("word\(number) \(number / 7)")
        }
        try db.execute(
          sql: """
            WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
            INSERT INTO f SELECT word(n) FROM c
            """
        )
      }
    }
    await signal.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try db.count("f") == 0)
    #expect(try db.count("t") == 0)
    try db.execute("INSERT INTO f VALUES ('a word')")
    #expect(try db.integer("SELECT count(*) FROM f WHERE f MATCH 'word'") == 1)
  }

  @Test(.requiresFullTextSearch, arguments: DatabaseKind.allCases)
  func `rule 12: an interrupted full-text query does not prevent a write from committing`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE VIRTUAL TABLE f USING fts5 (a); CREATE TABLE t (a)")
    try db.execute(
      """
      WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 300)
      INSERT INTO f SELECT 'word' || n || ' all' FROM c
      """
    )
    #expect(throws: TestError.self) {
      try db.writer.write { transaction in
        try transaction.connection.addFunction("stop", argumentCount: 0) { _ in
          db.writer.interrupt()
          return 1
        }
        try transaction.execute(sql: "INSERT INTO t VALUES (1)")
        let error = failure(of: {
          try transaction.execute(
            sql: "INSERT INTO t SELECT rank FROM f WHERE f MATCH 'all' AND stop() ORDER BY rank"
          )
        })
        #expect(error?.code == .interrupted)
        // An interrupted statement that writes rolls back its transaction.
        #expect(!transaction.isInsideTransaction)
        throw TestError()
      }
    }
    try db.execute("INSERT INTO t VALUES (2)")
    #expect(try db.count() == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 15: foreign keys are enforced, and not switched within a transaction`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p)"
    )
    let error = #expect(throws: DatabaseError.self) {
      try db.execute("PRAGMA foreign_keys = 0; INSERT INTO c VALUES (1)")
    }
    #expect(error?.code == .constraint)
    #expect(error?.extendedResultCode == .constraintForeignKey)
    #expect(try db.integer("PRAGMA foreign_keys") == 1)
    let off = try TestDatabase(kind) { $0.foreignKeysEnabled = false }
    #expect(try off.integer("PRAGMA foreign_keys") == 0)
    #expect(try off.writer.write { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 0)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 26: a transaction has one date`(kind: DatabaseKind) async throws {
    let ticks = Log<Date>()
    let db = try TestDatabase(kind) { configuration in
      configuration.transactionClock = .custom { _ in
        ticks.append(Date(timeIntervalSince1970: Double(ticks.all.count)))
        return ticks.all[ticks.all.count - 1]
      }
    }
    let dates: @Sendable (Database) throws -> Set<Date> = { db in
      try db.execute(sql: "CREATE TABLE IF NOT EXISTS t (a)")
      return [db.transactionDate, db.transactionDate]
    }
    let first = try db.writer.writeNow(dates)
    let second = try db.writer.writeNow(dates)
    let third = try await db.writer.transaction(deadline: .unhurried) { tx in
      try await tx.run(dates).union(try await tx.run(dates))
    }
    #expect([first, second, third].map(\.count) == [1, 1, 1])
    #expect(first.union(second).union(third).count == 3)
    #expect(try db.writer.useNow { $0.transactionDate != $0.transactionDate })
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 26: preparations run in order on each connection before its first access`(
    kind: DatabaseKind
  ) throws {
    let calls = Log<String>()
    let db = try TestDatabase(kind) { configuration in
      configuration.prepareDatabase { db in
        calls.append("first")
        try db.execute(sql: "PRAGMA cache_size = 77")
        // Before the journal mode is set, so an encryption key or a page size can be set.
        try db.execute(sql: "PRAGMA page_size = 8192")
      }
      configuration.prepareDatabase { db in
        calls.append("second \(try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? 0)")
      }
    }
    #expect(calls.all == ["first", "second 77"])
    #expect(try db.integer("PRAGMA cache_size") == 77)
    #expect(try db.integer("PRAGMA page_size") == 8192)
    let expected = DatabaseKind.pools.contains(kind) ? 2 : 1
    #expect(calls.all.count == 2 * expected)
  }
}
