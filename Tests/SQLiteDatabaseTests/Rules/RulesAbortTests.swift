import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing
import Waiting

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of the rules for transactions that end early.
@Suite(.timeLimit(.hang)) struct RulesAbortTests {
  static let schema = """
    CREATE TABLE t (a UNIQUE ON CONFLICT ROLLBACK); INSERT INTO t VALUES (1);
    CREATE TABLE u (a)
    """

  /// Makes SQLite roll the transaction back, and expects later statements to be refused.
  private static func provoke(_ db: Database) throws {
    try db.execute(sql: "INSERT INTO u VALUES (1)")
    let error = #expect(throws: DatabaseError.self) {
      try db.execute(sql: "INSERT INTO t VALUES (1)")
    }
    #expect(error?.code == .constraint)
    #expect(!db.isInsideTransaction)
    for sql in ["INSERT INTO u VALUES (2)", "SELECT * FROM u", "BEGIN", "SAVEPOINT s"] {
      let error = #expect(throws: DatabaseError.self) { try db.execute(sql: sql) }
      #expect(error?.code == .transactionAborted)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 10: after SQLite has rolled back, a write runs nothing more and fails`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, Self.schema)
    let observer = CountingObserver()
    try db.writer.useNow { $0.add(transactionObserver: observer) }
    var error = #expect(throws: DatabaseError.self) {
      try db.writer.writeNow { try Self.provoke($0) }
    }
    #expect(error?.code == .transactionAborted)
    error = await #expect(throws: DatabaseError.self) {
      try await db.writer.write { try Self.provoke($0) }
    }
    #expect(error?.code == .transactionAborted)
    error = await #expect(throws: DatabaseError.self) {
      try await db.writer.transaction(deadline: .unhurried) { tx in
        try await tx.run { try Self.provoke($0) }
      }
    }
    #expect(error?.code == .transactionAborted)
    #expect(try db.count("u") == 0)
    #expect(observer.rollbackCount == 3)
    #expect(observer.commitCount == 0)
    try db.execute("INSERT INTO u VALUES (1)")
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 10: after SQLite has rolled back, the first error is the one thrown`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(kind, Self.schema)
    for _ in 0..<2 {
      let error = #expect(throws: DatabaseError.self) {
        try db.writer.write { db in
          try db.inSavepoint {
            try db.execute(sql: "INSERT INTO t VALUES (1)")
            return .commit
          }
        }
      }
      #expect(error?.code == .constraint)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 10: a transaction within an access also runs nothing more`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, Self.schema)
    try db.writer.writeWithoutTransaction { db in
      let error = #expect(throws: DatabaseError.self) {
        try db.inTransaction {
          try Self.provoke(db)
          return .commit
        }
      }
      #expect(error?.code == .transactionAborted)
      // Outside of it, everything works as before.
      try db.execute(sql: "INSERT INTO u VALUES (9)")
    }
    #expect(try db.count("u") == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 10: a transaction by beginTransaction runs nothing until its end`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, Self.schema)
    try db.writer.writeWithoutTransaction { db in
      try db.beginTransaction()
      try Self.provoke(db)
      let error = #expect(throws: DatabaseError.self) { try db.commit() }
      #expect(error?.code == .transactionAborted)
      try db.beginTransaction()
      try Self.provoke(db)
      try db.rollback()
      try db.execute(sql: "INSERT INTO u VALUES (9)")
    }
    #expect(try db.count("u") == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 10: a transaction that SQL began runs nothing more`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, Self.schema)
    for begin in ["BEGIN", "BEGIN IMMEDIATE", "SAVEPOINT s"] {
      try db.writer.writeWithoutTransaction { db in
        try db.execute(sql: begin)
        try Self.provoke(db)
        #expect(throws: DatabaseError.self) { try db.execute(sql: "ROLLBACK") }
        try db.execute(sql: "DELETE FROM u")
      }
      // An access that ends without ending the transaction loses nothing either.
      try db.writer.writeWithoutTransaction { db in
        try db.execute(sql: begin)
        try Self.provoke(db)
      }
      try db.execute("INSERT INTO u VALUES (9)")
      #expect(try db.count("u") == 1)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 11: a cancelled write is rolled back, and the connection stays usable`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    for _ in 0..<3 {
      let signal = Signal()
      let task = Task {
        try await db.writer.write { db in
          try db.execute(sql: "INSERT INTO t VALUES (1)")
          try db.runEndlessQuery(signal)
        }
      }
      await signal.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try db.count() == 0)
    }
    try db.execute("INSERT INTO t VALUES (1)")
    #expect(try db.count() == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 11: a cancelled read ends and leaves nothing read-only`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)") { $0.maximumReaderCount = 1 }
    for _ in 0..<3 {
      let signal = Signal()
      let task = Task { try await db.writer.read { try $0.runEndlessQuery(signal) } }
      await signal.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await db.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    #expect(try await db.writer.read { try $0.count() } == 3)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 11: a task that is cancelled before its access does not write`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await db.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try db.count() == 0)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 11: a task that is cancelled within its write does not commit`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let isWritten = Signal()
    let isCancelled = Signal()
    let task = Task {
      try await db.writer.write { db in
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        isWritten.send()
        while db.cancellation?.isCancelled == false { Processor.yield() }
      }
    }
    await isWritten.wait()
    task.cancel()
    isCancelled.send()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try db.count() == 0)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 11: cancellation after the commit has no effect`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let told = Log<Int>()
    let task = Mutex<Task<Void, any Error>?>(nil)
    let observer = CountingObserver { db, _ in
      task.withLock { $0?.cancel() }
      // Work after the commit is not interrupted.
      told.append((try? db.count()) ?? -1)
    }
    try db.writer.useNow { $0.add(transactionObserver: observer) }
    let start = Signal()
    task.withLock {
      $0 = Task {
        await start.wait()
        try await db.writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      }
    }
    start.send()
    try await task.withLock { $0 }?.value
    #expect(told.all == [1])
    #expect(try db.count() == 1)
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 11: a cancelled task does not wait for another connection's lock`(kind: DatabaseKind)
    async throws
  {
    let tries = Signal()
    let db = try TestDatabase(kind, "CREATE TABLE t (a)") { configuration in
      configuration.busyMode = .callback { _ in
        tries.send()
        return true
      }
    }
    let other = try db.another()
    try await other.transaction(deadline: .unhurried) { _ in
      for isTransaction in [false, true] {
        let task = Task {
          if isTransaction {
            try await db.writer.transaction(deadline: .unhurried) { _ in }
          } else {
            try await db.writer.write { _ in }
          }
        }
        await tries.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
    try db.execute("INSERT INTO t VALUES (1)")
  }
}
