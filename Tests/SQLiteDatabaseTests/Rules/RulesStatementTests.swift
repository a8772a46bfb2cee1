import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of the rules for statements, their compilation and their results.
@Suite(.timeLimit(.hang)) struct RulesStatementTests {
  @Test(arguments: DatabaseKind.allCases)
  func `rule 1: observing recompiles no statement`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let update = "UPDATE t SET a = a + 1"
    try db.writer.write { try $0.execute(sql: update) }
    var log: ChangeLog? = ChangeLog(db.writer)
    try db.writer.write { db in
      db.add(transactionObserver: CountingObserver(), extent: .databaseLifetime)
      try db.execute(sql: update)
    }
    #expect(log?.all.count == 1)
    log = nil
    try db.writer.write { db in
      let statement = try db.cachedStatement(sql: update)
      try statement.execute()
      #expect(statement.statement.count(.runs) == 3)
      #expect(statement.statement.count(.recompilations) == 0)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 13: a statement with unread rows is not shared`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
    let sql = "SELECT a FROM t ORDER BY a"
    let pairs = try db.writer.read { db in
      var pairs: [[Int]] = []
      try Int.fetchCursor(db, sql: sql).forEach { outer in
        try Int.fetchCursor(db, sql: sql).forEach { inner in pairs.append([outer, inner]) }
      }
      return pairs
    }
    #expect(
      pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]]
    )
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 13: a failed statement is compiled again`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a UNIQUE)")
    let insert = "INSERT INTO t VALUES (?)"
    try db.writer.write { db in
      try db.execute(sql: insert, arguments: [1])
      let kept = try db.cachedStatement(sql: insert)
      #expect(throws: DatabaseError.self) { try db.execute(sql: insert, arguments: [1]) }
      #expect(try db.cachedStatement(sql: insert) !== kept)
      try db.execute(sql: insert, arguments: [2])
    }
    #expect(try db.count() == 2)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 14: RETURNING is stepped to its end`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    let log = ChangeLog(db.writer)
    let insert = "INSERT INTO t (a) VALUES (1), (2), (3) RETURNING id"
    let id = try db.writer.writeWithoutTransaction { db in
      let id = try Int.fetchOne(db, sql: insert)
      #expect(try !db.cachedStatement(sql: insert).statement.isBusy)
      #expect(!db.isInsideTransaction)
      return id
    }
    #expect(id == 1)
    #expect(try log.rows().count == 3)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 14: a released RETURNING cursor has written everything`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    let log = ChangeLog(db.writer)
    try db.writer.writeWithoutTransaction { db in
      _ = try Int.fetchCursor(db, sql: "INSERT INTO t (a) VALUES (1), (2) RETURNING id").next()
      #expect(!db.isInsideTransaction)
    }
    #expect(try log.rows().count == 2)
    #expect(try db.count() == 2)
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 16: a read sees another connection's schema change`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)")
    let columns = { try db.writer.read { try Row.fetchOne($0, sql: "SELECT * FROM t") } }
    #expect(try columns()?.columnNames == ["a", "b"])
    try db.another().write { try $0.execute(sql: "ALTER TABLE t RENAME COLUMN b TO c") }
    #expect(try columns()?.columnNames == ["a", "c"])
    try db.another().write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN d DEFAULT 4") }
    #expect(try columns()?.columnNames == ["a", "c", "d"])
    #expect(try columns()?.values == [1, 2, 4])
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 16: a write sees another connection's schema change`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)")
    let columns = { try db.writer.write { try Row.fetchOne($0, sql: "SELECT * FROM t") } }
    #expect(try columns()?.columnNames == ["a", "b"])
    try db.another().write { try $0.execute(sql: "ALTER TABLE t RENAME COLUMN b TO c") }
    #expect(try columns()?.columnNames == ["a", "c"])
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 16: a transaction that suspends sees another connection's schema change`(
    kind: DatabaseKind
  ) async throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)")
    let columns = {
      try await db.writer.transaction(deadline: .unhurried) { tx in
        try await tx.fetchOne(sql: "SELECT * FROM t")
      }
    }
    #expect(try await columns()?.columnNames == ["a", "b"])
    try await db.another().write { try $0.execute(sql: "ALTER TABLE t RENAME COLUMN b TO c") }
    #expect(try await columns()?.columnNames == ["a", "c"])
  }

  @Test(arguments: DatabaseKind.files)
  func `rule 16: changes are named by another connection's schema`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a PRIMARY KEY, b) WITHOUT ROWID")
    let log = ChangeLog(db.writer)
    try db.execute("INSERT INTO t VALUES (1, 2)")
    #expect(try log.rows().map(\.key) == [.primaryKey([1])])
    try db.another().write { db in
      try db.execute(
        sql: "DROP TABLE t; CREATE TABLE t (b, a PRIMARY KEY) WITHOUT ROWID"
      )
    }
    log.removeAll()
    try db.execute("INSERT INTO t VALUES (3, 4)")
    let told = try #require(log.all.last { $0.origin == .thisProcess })
    guard case .rows(let rows) = told.tables["t"] else { return }
    #expect(rows.map(\.key) == [.primaryKey([4])])
    #expect(rows.first?.new.row?.columnNames == ["b", "a"])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 18: NUL characters survive in text`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let text = "a\0b\0"
    try db.execute("INSERT INTO t VALUES (?)", [text])
    #expect(try db.writer.read { try String.fetchOne($0, sql: "SELECT a FROM t") } == text)
    #expect(try db.integer("SELECT length(CAST(a AS BLOB)) FROM t") == 4)
    #expect(
      try db.writer.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM t WHERE a = ?", arguments: [text])
      } == 1
    )
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 18: an empty blob and an empty text are not NULL`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a, b)")
    try db.execute("INSERT INTO t VALUES (?, ?)", [[UInt8](), ""])
    let row = try db.writer.read { try Row.fetchOne($0, sql: "SELECT * FROM t") }
    #expect(row?.values == [.blob([]), .text("")])
    #expect(try db.integer("SELECT count(*) FROM t WHERE typeof(a) || typeof(b) = 'blobtext'") == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 24: changes through a view are counted and reported by its tables`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(
      kind,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      CREATE VIEW v AS SELECT a FROM t;
      CREATE TRIGGER vi INSTEAD OF INSERT ON v BEGIN
        INSERT INTO t (a) VALUES (new.a), (new.a + 1);
      END;
      """
    )
    let log = ChangeLog(db.writer)
    try db.writer.write { db in
      let before = db.totalChangesCount
      try db.execute(sql: "INSERT INTO v VALUES (1)")
      #expect(db.changesCount == 0)
      #expect(db.totalChangesCount - before == 2)
    }
    #expect(try log.rows().map(\.key) == [.rowID(1), .rowID(2)])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 24: an ignored insertion changes nothing`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE)")
    try db.execute("INSERT INTO t VALUES (7, 1)")
    let log = ChangeLog(db.writer)
    try db.writer.write { db in
      let before = db.totalChangesCount
      try db.execute(sql: "INSERT OR IGNORE INTO t (a) VALUES (1)")
      #expect(db.changesCount == 0)
      #expect(db.totalChangesCount == before)
      // The value is as before, since SQLite does not reset it.
      #expect(db.lastInsertedRowID == 7)
    }
    #expect(log.all.isEmpty)
  }
}
