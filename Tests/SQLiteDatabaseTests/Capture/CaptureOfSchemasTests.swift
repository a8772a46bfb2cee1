import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of changes when tables are created, dropped or altered, and of tables outside of `main`.
@Suite(.timeLimit(.hang)) struct CaptureOfSchemasTests {
  private let probe: CaptureProbe

  init() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 10), (2, 20)"
      )
    }
    probe = CaptureProbe(database)
  }

  @Test(
    arguments: [
      "CREATE TABLE u (n)", "CREATE TABLE u AS SELECT * FROM t", "DROP TABLE t",
      "ALTER TABLE t ADD COLUMN m", "ALTER TABLE t RENAME TO u",
      "ALTER TABLE t RENAME COLUMN n TO m",
      "ALTER TABLE t DROP COLUMN n", "CREATE INDEX i ON t (n)", "CREATE VIEW v AS SELECT n FROM t",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END", "CREATE TEMP TABLE x (n)",
      "CREATE VIRTUAL TABLE f USING fts5(body)",
    ]
  )
  func `a schema change is reported`(sql: String) throws {
    let told = try probe.run(sql)
    #expect(told.count == 1)
    #expect(told.first?.changesSchema == true)
    #expect(told.first?.touches(Region(table: "t")) == true)
  }

  @Test(arguments: ["ANALYZE", "ANALYZE t"])
  func `new statistics are reported, since they may select other rows`(sql: String) throws {
    _ = try probe.run("CREATE INDEX byN ON t (n); ANALYZE")
    let told = try probe.run(sql)
    #expect(told.count == 1)
    #expect(told.first?.changesSchema == true)
  }

  @Test func `statistics of PRAGMA optimize are reported`() throws {
    _ = try probe.run("CREATE INDEX byN ON t (n)")
    // SQLite creates them for the tables whose statistics a query of this connection lacked.
    let told = try probe.database.writeWithoutTransaction { db in
      #expect(try Int.fetchOne(db, sql: "SELECT id FROM t WHERE n = 10") == 1)
      _ = probe.take()
      try db.execute(sql: "PRAGMA optimize")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_stat1") == 1)
      return probe.take()
    }
    #expect(told.count == 1)
    #expect(told.first?.changesSchema == true)
  }

  @Test func `a change of a table's columns reports any row`() throws {
    let told = try probe.run("ALTER TABLE t DROP COLUMN n")
    #expect(told.first?.isAnyRow("t") == true)
  }

  @Test func `a row stored before its column was added has the default as its old value`() throws {
    _ = try probe.run("ALTER TABLE t ADD COLUMN m DEFAULT 'x'")
    let told = try probe.run("UPDATE t SET n = 11 WHERE id = 1")
    let rows = try #require(told.first?.rows("t"))
    #expect(rows.map(\.old.row?.values) == [[1, 10, "x"]])
    #expect(rows.map(\.new.row?.values) == [[1, 11, "x"]])
    let again = try probe.run("UPDATE t SET n = 12 WHERE id = 1")
    #expect(again.first?.rows("t")?.map(\.values) == [[[1, 11, "x"], [1, 12, "x"]]])
  }

  @Test func `a transaction that renames tables reports no single rows`() throws {
    let told = try probe.write { db in
      try db.execute(
        sql: "ALTER TABLE t RENAME TO u; INSERT INTO u VALUES (3, 30); CREATE TABLE t (id, n)"
      )
      try db.execute(sql: "INSERT INTO t VALUES (7, 70)")
    }
    #expect(told.first?.changesSchema == true)
    #expect(told.first?.rows("u") == nil)
    #expect(told.first?.rows("t") == nil)
  }

  @Test func `rows are reported again after a schema change`() throws {
    for column in ["a", "b"] {
      _ = try probe.run("ALTER TABLE t ADD COLUMN \(column)", "ALTER TABLE t RENAME TO u")
      let told = try probe.run("UPDATE u SET n = n + 1 WHERE id = 1")
      #expect(told.first?.rows("u")?.count == 1)
      _ = try probe.run("ALTER TABLE u RENAME TO t")
    }
  }

  @Test func `rows are reported again after a schema change was rolled back`() throws {
    let told = try probe.write { db in
      try db.inSavepoint {
        try db.execute(sql: "ALTER TABLE t ADD COLUMN m; UPDATE t SET m = 1")
        return .rollback
      }
      try db.execute(sql: "UPDATE t SET n = 11 WHERE id = 1")
    }
    #expect(told.first?.touches(Region(table: "t")) == true)
    let again = try probe.run("UPDATE t SET n = 12 WHERE id = 1")
    #expect(again.first?.rows("t")?.map(\.values) == [[[1, 11], [1, 12]]])
  }

  @Test func `the shadow tables of FTS5 are reported as their table`() throws {
    _ = try probe.run("CREATE VIRTUAL TABLE f USING fts5(body)")
    let told = try probe.run(
      "INSERT INTO f VALUES ('hello')",
      "UPDATE f SET body = 'x'",
      "DELETE FROM f"
    )
    #expect(told.count == 3)
    for changes in told { #expect(Array(changes.tables.keys) == ["f"]) }
    #expect(told.allSatisfy { $0.isAnyRow("f") })
  }

  @Test func `a full-text table is reported to an observer of it alone`() throws {
    _ = try probe.run(
      "PRAGMA trusted_schema = 1",
      "CREATE VIRTUAL TABLE f USING fts5(body)",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO f VALUES (new.n); END"
    )
    let part = CaptureProbe(probe.database, region: Region(table: "f"))
    _ = try probe.run("INSERT INTO f VALUES ('a')", "INSERT INTO t VALUES (5, 'b')")
    #expect(part.take().count == 2)
    try probe.database.writeWithoutTransaction { db in
      _ = try Int.fetchCursor(db, sql: "INSERT INTO t VALUES (6, 'c') RETURNING id").next()
    }
    #expect(part.take().count == 1)
  }

  @Test func `a table of an attached database is distinguished from its namesake`() throws {
    _ = try probe.run(
      "ATTACH ':memory:' AS more",
      "CREATE TABLE more.t (id INTEGER PRIMARY KEY, n)"
    )
    let told = try probe.run("INSERT INTO more.t VALUES (1, 2)")
    #expect(told.first?.rows(TableName(schema: "more", "t"))?.map(\.key) == [.rowID(1)])
    #expect(told.first?.tables["t"] == nil)
  }

  @Test func `another database attached under the same name is reported`() throws {
    _ = try probe.run(
      "ATTACH ':memory:' AS more",
      "CREATE TABLE more.u (a, b)",
      "INSERT INTO more.u VALUES (1, 2)"
    )
    _ = try probe.run(
      "DETACH more",
      "ATTACH ':memory:' AS more",
      "CREATE TABLE more.u (b INTEGER PRIMARY KEY, a)"
    )
    let told = try probe.run("INSERT INTO more.u VALUES (7, 8)")
    let rows = try #require(told.first?.rows(TableName(schema: "more", "u")))
    #expect(rows.map(\.new.row?.columnNames) == [["b", "a"]])
  }

  @Test func `a temporary table that hides another is reported`() throws {
    _ = try probe.run("CREATE TEMP TABLE t (id INTEGER PRIMARY KEY, n)")
    let told = try probe.run("INSERT INTO t VALUES (5, 50)")
    #expect(told.first?.rows(TableName(schema: "temp", "t"))?.map(\.key) == [.rowID(5)])
    #expect(told.first?.tables["t"] == nil)
  }

  @Test func `VACUUM reports a table whose row IDs may change`() throws {
    _ = try probe.run(
      "CREATE TABLE u (n)",
      "INSERT INTO u VALUES (1), (2), (3)",
      "DELETE FROM u WHERE n = 1"
    )
    let told = try probe.run("VACUUM")
    let ids = try probe.database.read { try Int.fetchAll($0, sql: "SELECT rowid FROM u") }
    if ids != [2, 3] { #expect(told.first?.touches(Region(table: "u")) == true) }
  }
}

/// Tests in which another connection changes the schema between the statements of this one.
@Suite(.timeLimit(.hang)) struct CaptureOfForeignSchemasTests {
  private let scratch: ScratchDirectory
  private let database: DatabaseQueue
  private let other: DatabaseQueue
  private let probe: CaptureProbe

  init() throws {
    scratch = try ScratchDirectory()
    var configuration = Configuration()
    // Only commits of this connection are reported here.
    configuration.observesExternalChanges = false
    database = try DatabaseQueue(path: scratch.path(of: "a.db"), configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 10), (2, 20)"
      )
    }
    other = try DatabaseQueue(path: scratch.path(of: "a.db"))
    probe = CaptureProbe(database)
  }

  private static let changes = [
    "ALTER TABLE t ADD COLUMN m DEFAULT 7",
    "ALTER TABLE t RENAME COLUMN n TO m; ALTER TABLE t RENAME COLUMN m TO n",
    "CREATE TABLE u AS SELECT id, n AS n, 5 AS c FROM t; DROP TABLE t; ALTER TABLE u RENAME TO t",
    "DROP TABLE t; CREATE TABLE t (n, id PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES (10, 1)",
    "CREATE TABLE log (n); CREATE TRIGGER r AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (new.n); END",
  ]

  private func update(_ sql: String) throws {
    for _ in 0..<2 {
      let before = try database.unsafeRead { try DatabaseContent($0) }
      _ = before
      let told = try probe.run(sql)
      let after = try database.unsafeRead { try DatabaseContent($0) }
      var oracle = CaptureOracle()
      oracle.judge(told, before: before, after: after, isCommitted: true)
      #expect(oracle.complaints == [])
    }
  }

  @Test(arguments: changes)
  func `a new statement after the change reports the right rows`(change: String) throws {
    try other.write { try $0.execute(sql: change) }
    try update("UPDATE t SET n = n + 1 WHERE id = 1")
  }

  @Test(arguments: changes)
  func `a cached statement after the change reports the right rows`(change: String) throws {
    let sql = "UPDATE t SET n = n + 1 WHERE id = 1"
    _ = try probe.run(sql)
    let before = try other.read { try DatabaseContent($0) }
    try other.write { try $0.execute(sql: change) }
    let changed = try other.read { try DatabaseContent($0) }
    #expect(before != changed || change.contains("RENAME COLUMN"))
    // Nothing else runs in between, so the cached statement is the first to notice.
    let told = try probe.run(sql)
    let after = try other.read { try DatabaseContent($0) }
    var oracle = CaptureOracle()
    oracle.judge(told, before: changed, after: after, isCommitted: true)
    #expect(oracle.complaints == [])
    try update(sql)
  }

  @Test(arguments: changes)
  func `a cached statement in a transaction reports the right rows`(change: String) throws {
    let sql = "UPDATE t SET n = n + 1 WHERE id = 1"
    _ = try probe.write { try $0.execute(sql: sql) }
    try other.write { try $0.execute(sql: change) }
    let before = try other.read { try DatabaseContent($0) }
    let told = try probe.write { try $0.execute(sql: sql) }
    let after = try other.read { try DatabaseContent($0) }
    var oracle = CaptureOracle()
    oracle.judge(told, before: before, after: after, isCommitted: true)
    #expect(oracle.complaints == [])
  }

  @Test(arguments: changes.dropLast())
  func `a cached statement on an attached database reports the right rows`(change: String) throws {
    let path = scratch.path(of: "b.db")
    let attached = try DatabaseQueue(path: path)
    let sql = "UPDATE more.t SET n = n + 1 WHERE id = 1"
    try attached.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 10), (2, 20)"
      )
    }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS more", arguments: [path])
      try db.execute(sql: sql)
    }
    _ = probe.take()
    try attached.write { try $0.execute(sql: change) }
    let table = TableName(schema: "more", "t")
    for _ in 0..<2 {
      let told = try probe.run(sql)
      let changes = try #require(told.first)
      let names = try database.unsafeRead { try DatabaseContent($0).tables[table]?.columnNames }
      guard let rows = changes.rows(table) else { #expect(changes.isAnyRow(table)); continue }
      #expect(rows.map(\.new.row?.columnNames) == [names])
    }
  }

  @Test func `a new statement reports the right rows after another noticed the change`() throws {
    let path = scratch.path(of: "c.db")
    let attached = try DatabaseQueue(path: path)
    try attached.write { db in
      try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n); CREATE TABLE u (id)")
    }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS more", arguments: [path])
      try db.execute(sql: "INSERT INTO more.t VALUES (1, 10)")
    }
    try attached.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN m DEFAULT 7") }
    _ = try database.unsafeRead { try Row.fetchAll($0, sql: "SELECT * FROM more.u, more.t") }
    _ = try probe.run("INSERT INTO more.u VALUES (1)")
    let told = try probe.run("UPDATE more.t SET n = 11")
    let table = TableName(schema: "more", "t")
    let rows = try #require(told.first?.rows(table))
    #expect(rows.map(\.new.row?.columnNames) == [["id", "n", "m"]])
  }
}
