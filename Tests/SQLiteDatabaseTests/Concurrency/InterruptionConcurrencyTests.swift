import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that an interruption reaches only the access whose task was cancelled.
@Suite(.mayBlock, .timeLimit(.hang)) struct InterruptionConcurrencyTests {
  /// A text that full-text search takes some time to read.
  private static let text = """
    CREATE TABLE t (a);
    CREATE VIRTUAL TABLE f USING fts5 (a);
    WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000)
    INSERT INTO f SELECT 'word' || n || ' text ' || (n % 7) FROM c;
    """

  @Test(arguments: DatabaseKind.allCases)
  func `cancellation while a statement is compiled throws a cancellation error`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let compile: @Sendable (Database) throws -> Void = { db in
      // While a statement has unread rows, SQLite does not forget an interruption.
      let cursor = try Row.fetchCursor(db, sql: "SELECT 1 UNION ALL SELECT 2")
      _ = try cursor.next()
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try db.makeStatement(sql: "SELECT a, a FROM t")
    }
    let read = Task { try await db.writer.read(compile) }
    await #expect(throws: CancellationError.self) { try await read.value }
    let write = Task { try await db.writer.write(compile) }
    await #expect(throws: CancellationError.self) { try await write.value }
    let part = Task {
      try await db.writer.transaction(deadline: .unhurried) { tx in try await tx.run(compile) }
    }
    await #expect(throws: CancellationError.self) { try await part.value }
    #expect(try db.count() == 0)
  }

  @Test(arguments: [true, false])
  func `an interruption while SQLite declares a virtual table is one`(isCancelled: Bool)
    async throws
  {
    let db = try TestDatabase(.queue, "CREATE TABLE t (a)")
    let compile: @Sendable (Database) throws -> Void = { db in
      // While a statement has unread rows, SQLite does not forget an interruption. It checks the
      // authorizer first, and then declares the virtual table by a statement of its own, whose
      // interruption it reports as `SQLITE_ERROR`.
      let cursor = try Row.fetchCursor(db, sql: "SELECT 1 UNION ALL SELECT 2")
      _ = try cursor.next()
      try db.connection.setAuthorizer { [handle = db.connection.interruptHandle] authorization in
        guard authorization.action == .insert else { return .allow }
        if isCancelled {
          withUnsafeCurrentTask { $0?.cancel() }
        } else {
          handle.interrupt()
        }
        return .allow
      }
      try db.execute(sql: "INSERT INTO t SELECT name FROM pragma_table_list")
    }
    let write = Task { try await db.writer.writeWithoutTransaction(compile) }
    let error = await #expect(throws: (any Error).self) { try await write.value }
    if isCancelled {
      #expect(error is CancellationError)
    } else {
      #expect((error as? DatabaseError)?.code == .interrupted)
      #expect((error as? DatabaseError)?.canBeInterruption == true)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `observers after a commit are not interrupted`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); CREATE TABLE log (a)")
    let errors = Log<any Error>()
    let observer = CountingObserver { db, _ in
      do {
        let cursor = try Row.fetchCursor(db, sql: "SELECT 1 UNION ALL SELECT 2")
        _ = try cursor.next()
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM t")
      } catch {
        errors.append(error)
      }
    }
    let write = Task {
      try await db.writer.write { db in
        db.add(transactionObserver: observer)
        try db.execute(sql: "INSERT INTO t VALUES (1)")
      }
    }
    try await write.value
    #expect(observer.commitCount == 1)
    #expect(errors.all.isEmpty, "\(errors.all)")
    #expect(try db.count() == 1)
  }

  @Test(.requiresFullTextSearch, arguments: DatabaseKind.allCases)
  func `an interrupted full-text query does not affect the next access`(kind: DatabaseKind)
    async throws
  {
    let db = try TestDatabase(kind, Self.text) { $0.maximumReaderCount = 1 }
    let query: @Sendable (Database) throws -> Void = { db in
      try db.connection.addFunction("stop", argumentCount: 0) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return 1
      }
      let sql = "SELECT rank FROM f WHERE f MATCH 'text' AND stop() ORDER BY rank"
      _ = try Row.fetchAll(db, sql: sql)
    }
    let read = Task { try await db.writer.unsafeRead(query) }
    await #expect(throws: CancellationError.self) { try await read.value }
    #expect(try await db.writer.unsafeRead { try $0.count() } == 0)
    let write = Task { try await db.writer.writeWithoutTransaction(query) }
    await #expect(throws: CancellationError.self) { try await write.value }
    try db.execute("INSERT INTO t VALUES (1)")
  }

  @Test func `errors that an interruption can cause are distinguished from others`() {
    func error(_ code: ResultCode, _ message: String = "") -> DatabaseError {
      DatabaseError(code: .other, message: message, resultCode: code)
    }
    #expect(error(.interrupt).canBeInterruption)
    #expect(error(.busy).canBeInterruption)
    #expect(error(.error, "vtable constructor failed: f").canBeInterruption)
    #expect(error(.error, "interrupted").canBeInterruption)
    #expect(!error(.error, "no such table: f").canBeInterruption)
    #expect(!error(.constraint).canBeInterruption)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `cancelled tasks throw, and others are not affected`(kind: DatabaseKind) async throws {
    let hasSearch = Capability.fts5.isAvailable
    // In memory, reads wait for writes, and a suspended transaction continues when a thread is
    // free.
    let db = try TestDatabase(kind, hasSearch ? Self.text : "CREATE TABLE t (a)") {
      $0.busyMode = .timeout(.unhurried)
    }
    let moments = CancellableAccess.Moment.allCases
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          // In 56 rounds, each kind of access is cancelled at each moment.
          for round in 0..<TestRounds.scaled(56) {
            let number = index + round
            let moment = number.isMultiple(of: 2) ? moments[number / 2 % moments.count] : nil
            let access = CancellableAccess(
              kind: number,
              database: db.writer,
              hasSearch: hasSearch,
              cancellation: moment
            )
            do { try await access.run() } catch {
              #expect(moment != nil && error is CancellationError, "\(error)")
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// An access to a database, in a task that may be cancelled at a certain moment.
private struct CancellableAccess: Sendable {
  /// A moment at which an access can be cancelled; from then on, both continue at the same time.
  enum Moment: CaseIterable { case beforeStart, atStart, whenBodyBegins, whenBodyEnds }

  let kind: Int
  let database: any DatabaseWriter
  let hasSearch: Bool
  /// The moment of the cancellation, if there is one.
  let cancellation: Moment?
  private let isReached = Signal()

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // An access that ends earlier never reaches the moment.
        defer { isReached.send() }
        reach(.atStart)
        try await access()
      }
      if let cancellation {
        if cancellation != .beforeStart { await isReached.wait() }
        group.cancelAll()
      }
      try await group.waitForAll()
    }
  }

  private func reach(_ moment: Moment) { if moment == cancellation { isReached.send() } }

  private func body<Result>(_ body: () throws -> Result) rethrows -> Result {
    reach(.whenBodyBegins)
    defer { reach(.whenBodyEnds) }
    return try body()
  }

  private func access() async throws {
    switch kind % 7 {
    case 0: _ = try await database.read { db in try body { try db.count() } }
    case 1:
      try await database.write { db in
        try body { try db.execute(sql: "INSERT INTO t VALUES (1)") }
      }
    case 2: _ = try await database.unsafeRead { db in try body { try search(db) } }
    case 3: _ = try await database.read { db in try body { try countUp(db) } }
    case 4:
      try await database.transaction(deadline: .unhurried) { tx in
        reach(.whenBodyBegins)
        try await tx.execute(sql: "INSERT INTO t VALUES (2)")
        try await tx.execute(sql: "DELETE FROM t WHERE a = 2")
        reach(.whenBodyEnds)
      }
    case 5:
      try await database.writeWithoutTransaction { db in
        try body {
          // Compiled again each time.
          _ = try db.makeStatement(sql: "SELECT a + \(kind) FROM t")
          try db.execute(sql: "DELETE FROM t WHERE a = -1")
        }
      }
    default: _ = try await database.readLastCommit { db, _ in try body { try db.count() } }
    }
  }

  private func search(_ db: Database) throws -> Int? {
    let sql = hasSearch ? "SELECT count(*) FROM f WHERE f MATCH 'w*'" : "SELECT 1"
    return try Int.fetchOne(db, sql: sql)
  }

  private func countUp(_ db: Database) throws -> Int? {
    try Int.fetchOne(
      db,
      sql: """
        WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)
        SELECT max(n) FROM c
        """
    )
  }
}
