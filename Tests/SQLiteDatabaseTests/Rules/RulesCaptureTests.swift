import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of the rules for change capture.
@Suite(.timeLimit(.hang)) struct RulesCaptureTests {
  @Test(arguments: DatabaseKind.allCases)
  func `rule 2: DELETE without WHERE reports each row, even if compiled unobserved`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    try db.execute("DELETE FROM t")
    try db.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    let log = ChangeLog(db.writer)
    try db.execute("DELETE FROM t")
    let rows = try log.rows()
    #expect(rows.map(\.key) == [.rowID(1), .rowID(2)])
    #expect(rows.map(\.kind) == [.delete, .delete])
    #expect(rows.map { $0.old.row?.values } == [[1, "a"], [2, "b"]])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 3: changes of tables WITHOUT ROWID are reported`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (k TEXT PRIMARY KEY, a) WITHOUT ROWID")
    let log = ChangeLog(db.writer)
    try db.execute("INSERT INTO t VALUES ('x', 1)")
    let rows = try log.rows()
    #expect(rows.map(\.key) == [.primaryKey(["x"])])
    #expect(rows.map(\.kind) == [.insert])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 3: rows that REPLACE deletes are reported`(kind: DatabaseKind) throws {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE); INSERT INTO t VALUES (1, 'x')"
    )
    let log = ChangeLog(db.writer)
    try db.execute("INSERT OR REPLACE INTO t VALUES (2, 'x')")
    let kinds = try Dictionary(uniqueKeysWithValues: log.rows().map { ($0.key, $0.kind) })
    #expect(kinds == [.rowID(1): .delete, .rowID(2): .insert])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 3: a schema change is reported as such`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let log = ChangeLog(db.writer)
    try db.execute("ALTER TABLE t ADD COLUMN b")
    #expect(log.all.map(\.changesSchema) == [true])
    #expect(log.all.allSatisfy { $0.touches(Region(table: "t")) })
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 4: a rolled-back savepoint leaves no change`(kind: DatabaseKind) throws {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'a'), (2, 'b')"
    )
    let log = ChangeLog(db.writer)
    try db.writer.write { db in
      try db.inSavepoint {
        try db.execute(sql: "UPDATE t SET a = 'x' WHERE id = 1")
        try db.inSavepoint {
          try db.execute(sql: "INSERT INTO t VALUES (3, 'c')")
          return .commit
        }
        return .rollback
      }
      try db.execute(sql: "DELETE FROM t WHERE id = 2")
    }
    #expect(try log.rows().map(\.key) == [.rowID(2)])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 4: a rolled-back savepoint leaves no cached schema`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let log = ChangeLog(db.writer)
    try db.writer.write { db in
      try db.inSavepoint {
        try db.execute(sql: "DROP TABLE t; CREATE TABLE t (b, c); INSERT INTO t VALUES (1, 2)")
        return .rollback
      }
      try db.execute(sql: "INSERT INTO t VALUES (3)")
    }
    let told = try #require(log.all.first)
    #expect(told.touches(Region(table: "t", columns: ["a"])))
    if case .rows(let rows) = told.tables["t"] {
      #expect(rows.map(\.new.row?.columnNames) == [["a"]])
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 4: names of savepoints nest as in SQLite`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let log = ChangeLog(db.writer)
    try db.execute(
      """
      SAVEPOINT s; INSERT INTO t VALUES (1);
      SAVEPOINT s; INSERT INTO t VALUES (2);
      ROLLBACK TO s; INSERT INTO t VALUES (3);
      RELEASE s; SAVEPOINT u; INSERT INTO t VALUES (4);
      ROLLBACK TO s; INSERT INTO t VALUES (5); RELEASE s
      """
    )
    #expect(try log.rows().map(\.key) == [.rowID(5)])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 4: releasing the outermost savepoint is a commit`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let log = ChangeLog(db.writer)
    let observer = CountingObserver()
    try db.writer.writeWithoutTransaction { db in
      db.add(transactionObserver: observer)
      try db.execute(sql: "SAVEPOINT s; INSERT INTO t VALUES (1)")
      #expect(log.all.isEmpty)
      try db.execute(sql: "RELEASE s")
      #expect(try log.rows().map(\.key) == [.rowID(1)])
    }
    #expect(observer.commitCount == 1)
    #expect(log.all.count == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 6: an observer notified of a commit can read and write`(kind: DatabaseKind) throws {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE seen (count)"
    )
    let failures = Log<String>()
    let observer = CountingObserver { db, changes in
      guard changes.tables["t"] != nil else { return }
      do {
        try db.inTransaction {
          try db.execute(sql: "INSERT INTO seen SELECT count(*) FROM t")
          return .commit
        }
      } catch { failures.append("\(error)") }
    }
    try db.writer.writeWithoutTransaction { $0.add(transactionObserver: observer) }
    try db.execute("INSERT INTO t VALUES (1), (2)")
    try db.writer.writeWithoutTransaction { db in
      try db.beginTransaction()
      try db.execute(sql: "INSERT INTO t VALUES (3)")
      try db.commit()
      try db.execute(sql: "BEGIN; INSERT INTO t VALUES (4); COMMIT")
      try db.execute(sql: "INSERT INTO t VALUES (5)")
    }
    #expect(failures.all.isEmpty)
    let counts = try db.writer.read { try Int.fetchAll($0, sql: "SELECT count FROM seen") }
    #expect(counts == [2, 3, 4, 5])
    #expect(observer.commitCount == 8)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 6: commits are reported in order, even if an observer commits meanwhile`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); CREATE TABLE u (a)")
    let log = ChangeLog(db.writer)
    let observer = CountingObserver { db, changes in
      if changes.tables["t"] != nil { try? db.execute(sql: "INSERT INTO u VALUES (1)") }
    }
    try db.writer.writeWithoutTransaction { $0.add(transactionObserver: observer) }
    try db.execute("INSERT INTO t VALUES (1)")
    #expect(log.all.map { Array($0.tables.keys) } == [["t"], ["u"]])
    #expect(log.all.map(\.number) == log.all.map(\.number).sorted())
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 6: an observer added in a transaction is notified of it`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); CREATE TABLE u (a)")
    let early = CountingObserver()
    let late = CountingObserver()
    try db.writer.write { db in
      db.add(transactionObserver: early)
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      db.add(transactionObserver: late)
      try db.execute(sql: "INSERT INTO u VALUES (1)")
    }
    for observer in [early, late] {
      #expect(observer.changes.map { $0.touches(Region(table: "t")) } == [true])
      #expect(observer.changes.map { $0.touches(Region(table: "u")) } == [true])
    }
    try db.execute("INSERT INTO t VALUES (2)")
    #expect(early.changes.last?.tables.keys.map(\.name) == ["t"])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 6: afterNextTransaction runs once, after the transaction`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    let told = Log<String>()
    try db.writer.write { db in
      db.afterNextTransaction { db in told.append("commit \(db.isInsideTransaction)") }
      try db.execute(sql: "INSERT INTO t VALUES (1)")
    }
    try db.execute("INSERT INTO t VALUES (2)")
    #expect(throws: TestError.self) {
      try db.writer.write { db in
        db.afterNextTransaction(
          onCommit: { _ in told.append("wrong") },
          onRollback: { _ in told.append("rollback") }
        )
        try db.execute(sql: "INSERT INTO t VALUES (1)")
        throw TestError()
      }
    }
    #expect(told.all == ["commit false", "rollback"])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 19: columns come from the statement, and unchanged ones are not reported`(
    kind: DatabaseKind
  ) throws {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 2, 3)"
    )
    try db.writer.write { db in
      let statement = try db.makeStatement(sql: "UPDATE t SET a = b WHERE id = 1")
      #expect(statement.access.writes == Region(table: "t", columns: ["a"]))
      #expect(statement.access.reads == Region(table: "t", columns: ["b", "id"]))
    }
    let log = ChangeLog(db.writer)
    try db.execute("UPDATE t SET a = 2, b = 3")
    #expect(log.all.isEmpty)
    try db.execute("UPDATE t SET a = 9, b = 3")
    #expect(log.all.map { $0.touches(Region(table: "t", columns: ["b"])) } == [false])
    #expect(log.all.map { $0.touches(Region(table: "t", columns: ["a"])) } == [true])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 20: a region belongs to the very statement that returned the rows`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(
      kind,
      "CREATE TABLE t (a); CREATE TABLE u (b); CREATE VIEW v AS SELECT a AS x FROM t"
    )
    let region = { try db.writer.read { try $0.cachedStatement(sql: "SELECT x FROM v").region } }
    #expect(try region().columns(of: "t") == .some(["a"]))
    try db.execute("DROP VIEW v; CREATE VIEW v AS SELECT b AS x FROM u")
    #expect(try region().columns(of: "t") == nil)
    #expect(try region().columns(of: "u") == .some(["b"]))
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 21: a commit in flight during a subscription is reported`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    var log: ChangeLog?
    try db.writer.write { transaction in
      try transaction.execute(sql: "INSERT INTO t VALUES (1)")
      log = ChangeLog(db.writer)
      // A statement without changes does not turn the transaction into one without changes.
      try transaction.execute(sql: "DELETE FROM t WHERE a = 2")
    }
    #expect(log?.all.map { $0.touches(Region(table: "t")) } == [true])
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 21: a commit before a subscription is read, but not reported`(kind: DatabaseKind)
    throws
  {
    let db = try TestDatabase(kind, "CREATE TABLE t (a)")
    try db.execute("INSERT INTO t VALUES (1)")
    let log = ChangeLog(db.writer)
    #expect(try db.count() == 1)
    try db.execute("DELETE FROM t WHERE a = 2")
    #expect(log.all.isEmpty)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 21: a subscriber of one table is not notified of another`(kind: DatabaseKind) throws {
    let db = try TestDatabase(kind, "CREATE TABLE t (a); CREATE TABLE u (a)")
    let log = ChangeLog(db.writer, region: Region(table: "t"))
    try db.execute("INSERT INTO u VALUES (1)")
    #expect(log.all.isEmpty)
    try db.execute("INSERT INTO t VALUES (1)")
    #expect(log.all.count == 1)
  }

  @Test(arguments: DatabaseKind.allCases)
  func `rule 21: changes end when the database is closed or released`(kind: DatabaseKind)
    async throws
  {
    var closed: TestDatabase? = try TestDatabase(kind)
    var released: TestDatabase? = try TestDatabase(kind)
    // A file that is deleted while its database is open would be reported as a change.
    let folders = [closed?.scratch, released?.scratch]
    let streams = try [#require(closed).writer.changes, #require(released).writer.changes]
    try closed?.writer.close()
    (closed, released) = (nil, nil)
    for stream in streams {
      for await _ in stream { Issue.record("A change was reported, although nothing was written") }
    }
    withExtendedLifetime(folders) {}
  }
}
