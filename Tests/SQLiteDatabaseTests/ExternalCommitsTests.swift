import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that other processes' commits are reported before later commits of this object.
@Suite(.mayBlock, .timeLimit(.hang)) struct ExternalCommitsTests {
  /// The forms of a commit: the closure, one statement, and SQL text with its own transaction.
  enum CommitForm: CaseIterable {
    case transaction, statement, sqlText

    func insert(_ db: Database) throws {
      let sql = "INSERT INTO t DEFAULT VALUES"
      switch self {
      case .transaction:
        try db.inTransaction {
          try db.execute(sql: sql); return .commit
        }
      case .statement: try db.execute(sql: sql)
      case .sqlText: try db.execute(sql: "BEGIN IMMEDIATE; \(sql); COMMIT")
      }
    }
  }

  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY)"
  private static let schemaWithChild =
    "\(schema); CREATE TABLE child (t REFERENCES t DEFERRABLE INITIALLY DEFERRED)"

  @Test(arguments: DatabaseKind.files, CommitForm.allCases)
  func `an earlier commit of another connection is reported first`(
    kind: DatabaseKind,
    form: CommitForm
  ) async throws {
    let db = try TestDatabase(kind, Self.schema)
    let other = try db.another()
    let log = ChangeLog(db.writer)
    // Meanwhile, the thread that watches the file waits for the writer.
    try db.writer.useNow { own in
      try other.writeNow { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
      try form.insert(own)
      try form.insert(own)
    }
    #expect(log.all.prefix(3).map(\.origin) == [.otherProcess, .thisProcess, .thisProcess])
    let numbers = log.all.map(\.number)
    #expect(numbers == numbers.sorted())
  }

  @Test(arguments: DatabaseKind.files)
  func `an earlier commit to an attached file is reported first`(kind: DatabaseKind) async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "extra.db")
    let other = try DatabaseQueue(path: path)
    try await other.write { try $0.execute(sql: "CREATE TABLE u (a)") }
    let db = try TestDatabase(kind, Self.schema) { configuration in
      configuration.prepareDatabase { try $0.execute(sql: "ATTACH ? AS extra", arguments: [path]) }
    }
    let log = ChangeLog(db.writer)
    try await db.writer.write { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
    let count = log.all.count
    try db.writer.useNow { own in
      try other.writeNow { try $0.execute(sql: "INSERT INTO u VALUES (1)") }
      try own.execute(sql: "INSERT INTO t DEFAULT VALUES")
    }
    #expect(log.all.dropFirst(count).prefix(2).map(\.origin) == [.otherProcess, .thisProcess])
  }

  @Test(arguments: DatabaseKind.files)
  func `another's commit is reported if the own commit fails`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, Self.schemaWithChild)
    let other = try db.another()
    var changes = db.writer.changes.makeAsyncIterator()
    try db.writer.useNow { own in
      try other.writeNow { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
      #expect(throws: DatabaseError.self) {
        try own.inTransaction {
          try own.execute(sql: "INSERT INTO child VALUES (7)")
          return .commit
        }
      }
    }
    #expect(await changes.next()?.origin == .otherProcess)
  }

  @Test(arguments: DatabaseKind.files)
  func `a failed commit does not hide another's later commit`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, Self.schemaWithChild)
    let other = try db.another()
    let log = ChangeLog(db.writer)
    try db.writer.useNow { own in
      try? own.inTransaction {
        try own.execute(sql: "INSERT INTO child VALUES (7)")
        return .commit
      }
      try other.writeNow { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
      try own.execute(sql: "INSERT INTO t DEFAULT VALUES")
    }
    #expect(log.all.prefix(2).map(\.origin) == [.otherProcess, .thisProcess])
  }

  @Test(arguments: DatabaseKind.files)
  func `a read-only object is notified of other commits`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, Self.schema)
    let reader = try db.another { $0.readOnly = true }
    var changes = reader.changes.makeAsyncIterator()
    for _ in 1...2 {
      try await db.writer.write { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
      #expect(await changes.next()?.origin == .otherProcess)
    }
  }

  @Test(arguments: DatabaseKind.files)
  func `other commits are not reported if that is disabled`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(kind, Self.schema) { $0.observesExternalChanges = false }
    let other = try db.another()
    let log = ChangeLog(db.writer)
    try await other.write { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
    try await db.writer.write { try $0.execute(sql: "INSERT INTO t DEFAULT VALUES") }
    #expect(log.all.map(\.origin) == [.thisProcess])
  }

  /// SQLite does not change the schema version when statistics are updated.
  @Test(arguments: DatabaseKind.pools)
  func `readers plan with the newest statistics`(kind: DatabaseKind) async throws {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE t (a, b); CREATE INDEX ia ON t (a); CREATE INDEX ib ON t (b);"
    )
    func index() throws -> String? {
      try db.writer.readNow { db in
        let rows = try Row.fetchAll(
          db,
          sql: "EXPLAIN QUERY PLAN SELECT * FROM t WHERE a = 1 AND b = 1"
        )
        return try rows.first?["detail"]
      }
    }
    let fill =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO t "
    try await db.writer.write { try $0.execute(sql: fill + "SELECT i, 1 FROM n; ANALYZE") }
    #expect(try index()?.contains("ia") == true)
    try await db.writer.write { db in
      try db.execute(sql: "DELETE FROM t; \(fill) SELECT 1, i FROM n; ANALYZE")
    }
    #expect(try index()?.contains("ib") == true)
  }
}
