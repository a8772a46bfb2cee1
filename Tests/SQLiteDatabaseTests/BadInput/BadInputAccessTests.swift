import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of accesses that break the rules.
@Suite(.timeLimit(.hang)) struct BadInputAccessTests {
  @Test(arguments: DatabaseKind.allCases)
  func `an access after closing is refused`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    try db.writer.useNow { _ in }
    try await onThread { try db.writer.close() }
    let say = "Open it again"
    expectComplaint(.closed, saying: say) { try db.writer.readNow { _ in } }
    expectComplaint(.closed, saying: say) { try db.writer.writeNow { _ in } }
    expectComplaint(.closed, saying: say) { try db.writer.useNow { _ in } }
    expectComplaint(.closed, saying: say) { try db.writer.barrierNow { _ in } }
    await expectComplaint(.closed, saying: say) { try await db.writer.read { _ in } }
    await expectComplaint(.closed, saying: say) { try await db.writer.write { _ in } }
    await expectComplaint(.closed, saying: say) { try await db.writer.unsafeRead { _ in } }
    await expectComplaint(.closed, saying: say) {
      try await db.writer.transaction(deadline: .unhurried) { _ in }
    }
    await expectComplaint(.closed, saying: say) {
      try await db.writer.barrierWriteWithoutTransaction { _ in }
    }
    await expectComplaint(.closed, saying: say) {
      try await db.writer.readLastCommit { _, _ in }
    }
    for await _ in db.writer.changes { Issue.record("A closed database reported a change") }
    db.writer.interrupt()
    try await onThread { try db.writer.close() }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a write within a read is refused`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep + "; CREATE INDEX i ON keep (a)")
    let writes = [
      "INSERT INTO keep VALUES (9, '\(secret.count)')", "DELETE FROM keep", "DROP TABLE keep",
      "CREATE TABLE x (a)", "CREATE TEMP TABLE x (a)", "PRAGMA user_version = 7", "BEGIN",
      "BEGIN IMMEDIATE", "VACUUM", "REINDEX", "ALTER TABLE keep RENAME TO kept", "ANALYZE",
    ]
    for sql in writes {
      expectComplaint(.readOnly, saying: "`write`") {
        try db.writer.readNow { try $0.execute(sql: sql) }
      }
      await expectComplaint(.readOnly, saying: "`write`") {
        try await db.writer.read { try $0.execute(sql: sql) }
      }
      await expectComplaint(.readOnly, saying: "`write`") {
        try await db.writer.unsafeRead { try $0.execute(sql: sql) }
      }
    }
    #expect(try db.integer("PRAGMA user_version") == 0)
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a read cannot end or leave its transaction`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    for sql in ["COMMIT", "ROLLBACK", "END"] {
      expectComplaint(.misuse, saying: "return to commit, throw to roll back") {
        try db.writer.read { try $0.execute(sql: sql) }
      }
      expectComplaint(.misuse, saying: "return to commit, throw to roll back") {
        try db.writer.write { try $0.execute(sql: sql) }
      }
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a nested write is refused, sync and async`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    let nest: @Sendable (Database) throws -> Void = { outer in
      expectComplaint(.nestedAccess, saying: "Pass `db`") { try db.writer.write { _ in } }
      expectComplaint(.nestedAccess, saying: "Pass `db`") {
        try db.writer.writeWithoutTransaction { _ in }
      }
      expectComplaint(.nestedAccess, saying: "Pass `db`") {
        try db.writer.barrierWriteWithoutTransaction { _ in }
      }
      expectComplaint(.nestedAccess, saying: "Pass `db`") { try db.writer.close() }
      try outer.execute(sql: "DELETE FROM keep WHERE id = 2")
    }
    try db.writer.writeNow(nest)
    try db.writer.useNow(nest)
    try db.writer.barrierNow(nest)
    try await db.writer.write(nest)
    try await db.writer.writeWithoutTransaction(nest)
    try await db.writer.transaction(deadline: .unhurried) { tx in try await tx.run(nest) }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a nested read of the same connections is refused`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, TestDatabase.keep) { $0.maximumReaderCount = 1 }
    try db.writer.read { _ in
      expectComplaint(.nestedAccess, saying: "Pass `db`") { try db.writer.read { _ in } }
      expectComplaint(.nestedAccess, saying: "Pass `db`") { try db.writer.unsafeRead { _ in } }
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a write within an async transaction is refused, from its task and its children`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    try await db.writer.transaction(deadline: .unhurried) { tx in
      let say = "Use the transaction"
      await expectComplaint(.nestedAccess, saying: say) { try await db.writer.write { _ in } }
      await expectComplaint(.nestedAccess, saying: say) {
        try await db.writer.transaction(deadline: .unhurried) { _ in }
      }
      await expectComplaint(.nestedAccess, saying: say) {
        try await db.writer.barrierWriteWithoutTransaction { _ in }
      }
      expectComplaint(.nestedAccess, saying: say) { try db.writer.writeNow { _ in } }
      expectComplaint(.nestedAccess, saying: say) { try db.writer.close() }
      async let child: Void = expectComplaint(.nestedAccess, saying: say) {
        try await db.writer.write { _ in }
      }
      await child
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await expectComplaint(.nestedAccess, saying: say) { try await db.writer.write { _ in } }
        }
      }
      try await tx.execute(sql: "DELETE FROM keep WHERE id = 2")
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a transaction left open is rolled back and reported`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    let leave: @Sendable (Database) throws -> Void = { db in
      try db.execute(sql: "BEGIN; INSERT INTO keep VALUES (9, ?)", arguments: [secret])
    }
    expectComplaint(.transactionLeftOpen, saying: "was rolled back", "commit it") {
      try db.writer.useNow(leave)
    }
    await expectComplaint(.transactionLeftOpen, saying: "was rolled back") {
      try await db.writer.writeWithoutTransaction(leave)
    }
    await expectComplaint(.transactionLeftOpen, saying: "was rolled back") {
      try await db.writer.barrierWriteWithoutTransaction { db in
        try db.execute(sql: "SAVEPOINT s; INSERT INTO keep VALUES (9, 'y')")
      }
    }
    expectComplaint(.transactionLeftOpen, saying: "was rolled back") {
      try db.writer.useNow { try $0.beginTransaction() }
    }
    // The first error that was thrown is the one to rethrow.
    #expect(throws: TestError.self) {
      try db.writer.useNow { db in
        try leave(db)
        throw TestError()
      }
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a task that is cancelled while it waits leaves the line`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    try await db.writer.transaction(deadline: .unhurried) { tx in
      let waiting = Task.detached {
        try await db.writer.write { try $0.execute(sql: "DELETE FROM keep") }
      }
      let later = Task.detached { try await db.writer.transaction(deadline: .unhurried) { _ in } }
      await until { db.writer.waitingWriteCount == 2 }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      later.cancel()
      await #expect(throws: CancellationError.self) { try await later.value }
      #expect(db.writer.waitingWriteCount == 0)
      _ = try await tx.fetchAll(sql: "SELECT * FROM keep")
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a cancelled part leaves its transaction usable`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    try await db.writer.transaction(deadline: .unhurried) { tx in
      try await tx.execute(sql: "INSERT INTO keep VALUES (2, 'y')")
      let signal = Signal()
      let part = Task { try await tx.run { try $0.runEndlessQuery(signal) } }
      await signal.wait()
      part.cancel()
      await #expect(throws: CancellationError.self) { try await part.value }
      try await tx.execute(sql: "INSERT INTO keep VALUES (3, 'z')")
    }
    #expect(try db.count("keep") == 3)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a transaction past its deadline is rolled back and releases the writer`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, TestDatabase.keep)
    for deadline in [Duration.milliseconds(20), .zero, .seconds(-1)] {
      await expectComplaint(.transactionDeadline, saying: "rolled back", "more time") {
        try await db.writer.transaction(deadline: deadline) { tx in
          try? await tx.execute(sql: "INSERT INTO keep VALUES (9, ?)", arguments: [secret])
          // Others write although this transaction does not yet know that it has ended.
          try await Task.detached {
            try await db.writer.write { try $0.execute(sql: "DELETE FROM keep WHERE id = 2") }
          }.value
          await expectComplaint(.transactionDeadline, saying: "rolled back") {
            try await tx.execute(sql: "INSERT INTO keep VALUES (9, 'x')")
          }
        }
      }
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a statement that runs at the deadline is interrupted`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    await expectComplaint(.transactionDeadline, saying: "rolled back") {
      try await db.writer.transaction(deadline: .milliseconds(20)) { tx in
        await expectComplaint(.transactionDeadline, saying: "rolled back") {
          try await tx.run { try $0.runEndlessQuery(Signal()) }
        }
      }
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `objects that are kept beyond their access refuse to work`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    var database: Database?
    var cursor: DatabaseCursor<Row>?
    var statement: PreparedStatement?
    try db.writer.readNow { db in
      database = db
      cursor = try Row.fetchCursor(db, sql: "SELECT * FROM keep UNION SELECT 2, 'y'")
      #expect(try cursor?.next()?.values == [1, "x"])
      statement = try db.makeStatement(sql: "SELECT a FROM keep")
    }
    let say = "outside of the closure"
    expectComplaint(.misuse, saying: say) { try database?.execute(sql: "SELECT 1") }
    expectComplaint(.misuse, saying: say) { try database?.makeStatement(sql: "SELECT 1") }
    expectComplaint(.misuse, saying: say) { try database?.inTransaction { .commit } }
    expectComplaint(.misuse, saying: say) { try database?.inSavepoint { .commit } }
    expectComplaint(.misuse, saying: say) { try database?.beginTransaction() }
    expectComplaint(.misuse, saying: say) { try statement?.execute() }
    expectComplaint(.misuse, saying: "after the access") { try cursor?.next() }
    // They do not work in another access either.
    try db.writer.readNow { _ in
      expectComplaint(.misuse, saying: "after the access") { try cursor?.next() }
    }
    (cursor, statement, database) = (nil, nil, nil)
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a transaction refuses statements after its end`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    let ended = try await db.writer.transaction(deadline: .unhurried) { tx in tx }
    await expectComplaint(.misuse, saying: "after its end") {
      try await ended.execute(sql: "DELETE FROM keep WHERE a = ?", arguments: [secret])
    }
    try db.expectIntact()
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a transaction within a transaction is refused`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, TestDatabase.keep)
    try db.writer.writeNow { db in
      expectComplaint(.sql, saying: "within a transaction") { try db.inTransaction { .commit } }
      expectComplaint(.sql, saying: "within a transaction") { try db.beginTransaction() }
      expectComplaint(.sql, saying: "within a transaction") { try db.execute(sql: "BEGIN") }
      expectComplaint(.misuse, saying: "return to commit") { try db.commit() }
      expectComplaint(.misuse, saying: "return to commit") { try db.rollback() }
      try db.execute(sql: "DELETE FROM keep WHERE id = 2")
    }
    try db.writer.useNow { db in
      expectComplaint(.sql, saying: "no transaction is active") { try db.commit() }
      try db.rollback()
    }
    try db.expectIntact()
  }
}
