import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of the reported changes for each way in which a row can change.
@Suite(.timeLimit(.hang)) struct CaptureTests {
  private func probe(_ schema: String) throws -> CaptureProbe {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: schema) }
    return CaptureProbe(database)
  }

  /// Returns the rows that a single statement changed, as old and new values by key.
  private func rows(
    _ schema: String,
    _ sql: String,
    _ table: TableName = "t"
  ) throws -> [RowKey: [[DatabaseValue]?]] {
    let told = try probe(schema).run(sql)
    #expect(told.count == 1)
    let rows = try #require(told.first?.rows(table), "\(told)")
    return Dictionary(rows.map { ($0.key, $0.values) }, uniquingKeysWith: { first, _ in first })
  }

  private static let pairs =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 10), (2, 20)"
  private static let keyed =
    "CREATE TABLE t (k TEXT PRIMARY KEY, n) WITHOUT ROWID; INSERT INTO t VALUES ('a', 1), ('b', 2)"

  // MARK: Tables with row numbers

  @Test func `an insertion, an update and a deletion are reported`() throws {
    let probe = try probe(Self.pairs)
    let told = try probe.write { db in
      try db.execute(
        sql:
          "INSERT INTO t VALUES (3, 30); UPDATE t SET n = 11 WHERE id = 1; DELETE FROM t WHERE id = 2"
      )
    }
    #expect(told.count == 1)
    #expect(told[0].origin == .thisProcess)
    let rows = try #require(told[0].rows("t"))
    #expect(rows.map(\.key) == [.rowID(3), .rowID(1), .rowID(2)])
    #expect(rows.map(\.kind) == [.insert, .update, .delete])
    #expect(rows.map(\.values) == [[nil, [3, 30]], [[1, 10], [1, 11]], [[2, 20], nil]])
  }

  @Test(arguments: 1...30)
  func `a row that is changed twice is reported once, with its first values`(count: Int) throws {
    let probe = try probe("CREATE TABLE t (id INTEGER PRIMARY KEY, n)")
    let ids = Array(1...count)
    _ = try probe.write { db in
      for id in ids { try db.execute(sql: "INSERT INTO t VALUES (\(id), 0)") }
    }
    let told = try probe.write { db in
      for id in ids {
        for n in 1...2 { try db.execute(sql: "UPDATE t SET n = \(n) WHERE id = \(id)") }
      }
      try db.execute(sql: "UPDATE t SET n = n + 1")
    }
    let rows = try #require(told.first?.rows("t"))
    #expect(rows.map(\.key) == ids.map { .rowID(Int64($0)) })
    #expect(
      rows.map(\.values) == ids.map { [[.integer(Int64($0)), 0], [.integer(Int64($0)), 3]] }
    )
  }

  @Test func `a row of a table without a primary key has its row ID as key`() throws {
    let told = try rows("CREATE TABLE t (n); INSERT INTO t VALUES (1)", "UPDATE t SET n = 2")
    #expect(told == [.rowID(1): [[1], [2]]])
  }

  @Test func `a column called rowid does not hide the key`() throws {
    let told = try rows("CREATE TABLE t (rowid TEXT); INSERT INTO t VALUES ('x')", "DELETE FROM t")
    #expect(told == [.rowID(1): [["x"], nil]])
  }

  @Test func `any row is reported if every name of the row ID is taken`() throws {
    let told = try probe("CREATE TABLE t (rowid, _rowid_, oid)")
      .run("INSERT INTO t VALUES (1, 2, 3)")
    #expect(told.first?.isAnyRow("t") == true)
  }

  @Test func `a changed row ID is a deletion and an insertion`() throws {
    let told = try rows(Self.pairs, "UPDATE t SET id = 7 WHERE id = 1")
    #expect(told == [.rowID(1): [[1, 10], nil], .rowID(7): [nil, [7, 10]]])
  }

  @Test func `row IDs that replace each other are reported`() throws {
    let told = try rows(Self.pairs, "UPDATE OR REPLACE t SET id = id + 1")
    #expect(
      told == [
        .rowID(1): [[1, 10], nil], .rowID(2): [[2, 20], nil], .rowID(3): [nil, [3, 10]],
      ]
    )
  }

  @Test func `DELETE without WHERE reports each row`() throws {
    let told = try rows(Self.pairs, "DELETE FROM t")
    #expect(told == [.rowID(1): [[1, 10], nil], .rowID(2): [[2, 20], nil]])
  }

  @Test func `a cached DELETE without WHERE reports each row once someone observes`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: Self.pairs)
      try db.execute(sql: "DELETE FROM t")
      try db.execute(sql: "INSERT INTO t VALUES (1, 10), (2, 20)")
    }
    let told = try CaptureProbe(database).run("DELETE FROM t")
    #expect(told.first?.rows("t")?.count == 2)
  }

  // MARK: Tables without row numbers

  @Test func `WITHOUT ROWID, rows have their primary key`() throws {
    let probe = try probe(Self.keyed)
    let told = try probe.write { db in
      try db.execute(
        sql:
          "INSERT INTO t VALUES ('c', 3); UPDATE t SET n = 9 WHERE k = 'a'; DELETE FROM t WHERE k = 'b'"
      )
    }
    let rows = try #require(told.first?.rows("t"))
    #expect(rows.map(\.key) == [.primaryKey(["c"]), .primaryKey(["a"]), .primaryKey(["b"])])
    #expect(rows.map(\.values) == [[nil, ["c", 3]], [["a", 1], ["a", 9]], [["b", 2], nil]])
  }

  @Test func `WITHOUT ROWID, the columns of a key have the order of the key`() throws {
    let told = try rows(
      """
      CREATE TABLE t (n, a, b, PRIMARY KEY (b, a)) WITHOUT ROWID;
      INSERT INTO t VALUES (1, 'x', 'y')
      """,
      "UPDATE t SET n = 2"
    )
    #expect(told == [.primaryKey(["y", "x"]): [[1, "x", "y"], [2, "x", "y"]]])
  }

  @Test func `WITHOUT ROWID, a changed key is a deletion and an insertion`() throws {
    let told = try rows(Self.keyed, "UPDATE t SET k = 'z' WHERE k = 'a'")
    #expect(told == [.primaryKey(["a"]): [["a", 1], nil], .primaryKey(["z"]): [nil, ["z", 1]]])
  }

  @Test func `WITHOUT ROWID, a key that is equal by its collation is another key`() throws {
    let told = try rows(
      """
      CREATE TABLE t (k TEXT PRIMARY KEY COLLATE NOCASE, n) WITHOUT ROWID;
      INSERT INTO t VALUES ('a', 1)
      """,
      "UPDATE t SET k = 'A'"
    )
    #expect(told == [.primaryKey(["a"]): [["a", 1], nil], .primaryKey(["A"]): [nil, ["A", 1]]])
  }

  @Test(arguments: ["k REAL PRIMARY KEY, n", "n, k REAL PRIMARY KEY", "n REAL, k PRIMARY KEY"])
  func `WITHOUT ROWID, whole numbers in a REAL column are reported`(columns: String) throws {
    let probe = try probe("CREATE TABLE t (\(columns)) WITHOUT ROWID")
    let inserted = try probe.run("INSERT INTO t (k, n) VALUES (1, 2)")
    let updated = try probe.run("UPDATE t SET n = 3")
    let deleted = try probe.run("DELETE FROM t")
    for (told, kind) in [(inserted, Change.Kind.insert), (updated, .update), (deleted, .delete)] {
      let changes = try #require(told.first)
      #expect(changes.isAnyRow("t") || changes.rows("t")?.map(\.kind) == [kind])
    }
    if columns.hasPrefix("k") { #expect(inserted[0].rows("t")?[0].key == .primaryKey([1.0])) }
  }

  @Test func `WITHOUT ROWID, any row is reported if a virtual column precedes the key`() throws {
    let probe = try probe(
      "CREATE TABLE t (a, v AS (a || '!') VIRTUAL, k PRIMARY KEY, n) WITHOUT ROWID"
    )
    for sql in ["INSERT INTO t VALUES (1, 'k', 2)", "UPDATE t SET n = 3", "UPDATE t SET k = 'l'"] {
      let told = try probe.run(sql)
      #expect(told.first?.isAnyRow("t") == true, "\(sql)")
    }
  }

  @Test func `rows that are copied to a table without row IDs are reported`() throws {
    let probe = try probe("\(Self.keyed); CREATE TABLE u (k TEXT PRIMARY KEY, n) WITHOUT ROWID")
    let told = try probe.run("INSERT INTO u SELECT * FROM t")
    #expect(told.first?.isAnyRow("u") == true || told.first?.rows("u")?.count == 2)
  }

  @Test func `rows copied by a trigger during a replacing statement are reported`() throws {
    let probe = try probe(
      """
      \(Self.keyed); CREATE TABLE u (k TEXT PRIMARY KEY, n) WITHOUT ROWID;
      CREATE TABLE log (id INTEGER PRIMARY KEY, n); INSERT INTO log VALUES (1, 1), (2, 2), (3, 3);
      CREATE TRIGGER r AFTER INSERT ON log WHEN new.id = 3 BEGIN INSERT INTO u SELECT * FROM t; END
      """
    )
    let told = try probe.run("INSERT OR REPLACE INTO log VALUES (1, 9), (2, 9), (3, 9)")
    #expect(told.first?.isAnyRow("u") == true || told.first?.rows("u")?.count == 2)
  }

  // MARK: Implicit changes

  @Test func `changes by a trigger are reported`() throws {
    let told = try rows(
      """
      \(Self.pairs); CREATE TABLE log (id INTEGER PRIMARY KEY, n);
      CREATE TRIGGER r AFTER UPDATE ON t BEGIN INSERT INTO log (n) VALUES (old.n); END
      """,
      "UPDATE t SET n = 0 WHERE id = 1",
      "log"
    )
    #expect(told == [.rowID(1): [nil, [1, 10]]])
  }

  @Test func `changes by an INSTEAD OF trigger are reported`() throws {
    let told = try rows(
      """
      \(Self.pairs); CREATE VIEW v AS SELECT id, n FROM t;
      CREATE TRIGGER r INSTEAD OF UPDATE ON v BEGIN UPDATE t SET n = new.n WHERE id = new.id; END
      """,
      "UPDATE v SET n = 5 WHERE id = 2"
    )
    #expect(told == [.rowID(2): [[2, 20], [2, 5]]])
  }

  @Test(
    arguments: [
      ("CASCADE", nil), ("SET NULL", [7, .null]), ("SET DEFAULT", [7, 2]),
    ] as [(String, [DatabaseValue]?)]
  )
  func `changes by a foreign key are reported`(action: String, new: [DatabaseValue]?) throws {
    let told = try rows(
      """
      \(Self.pairs);
      CREATE TABLE c (id INTEGER PRIMARY KEY, t DEFAULT 2 REFERENCES t (id) ON DELETE \(action));
      INSERT INTO c VALUES (7, 1)
      """,
      "DELETE FROM t WHERE id = 1",
      "c"
    )
    #expect(told == [.rowID(7): [[7, 1], new]])
  }

  @Test func `changes by a foreign key on a changed parent key are reported`() throws {
    let told = try rows(
      """
      \(Self.pairs); CREATE TABLE c (id INTEGER PRIMARY KEY, t REFERENCES t (id) ON UPDATE CASCADE);
      INSERT INTO c VALUES (7, 1)
      """,
      "UPDATE t SET id = 5 WHERE id = 1",
      "c"
    )
    #expect(told == [.rowID(7): [[7, 1], [7, 5]]])
  }

  @Test func `REPLACE of the same row is an update`() throws {
    #expect(
      try rows(Self.pairs, "REPLACE INTO t VALUES (1, 5)") == [.rowID(1): [[1, 10], [1, 5]]]
    )
  }

  @Test func `REPLACE reports another row that it deletes`() throws {
    let told = try rows(
      "\(Self.pairs); CREATE UNIQUE INDEX i ON t (n)",
      "INSERT OR REPLACE INTO t VALUES (3, 10)"
    )
    #expect(told == [.rowID(1): [[1, 10], nil], .rowID(3): [nil, [3, 10]]])
  }

  @Test func `an upsert is an update`() throws {
    let told = try rows(
      Self.pairs,
      "INSERT INTO t VALUES (1, 5), (3, 6) ON CONFLICT DO UPDATE SET n = excluded.n"
    )
    #expect(told == [.rowID(1): [[1, 10], [1, 5]], .rowID(3): [nil, [3, 6]]])
  }

  @Test func `INSERT … RETURNING reports all rows of a released cursor`() throws {
    let probe = try probe(Self.pairs)
    let sql = "INSERT INTO t VALUES (3, 1), (4, 2) RETURNING id"
    try probe.database.writeWithoutTransaction { db in
      let id = try Int.fetchCursor(db, sql: sql).next()
      #expect(id == 3)
    }
    #expect(probe.take().first?.rows("t")?.map(\.key) == [.rowID(3), .rowID(4)])
  }

  @Test func `a stored generated column has its old value`() throws {
    let told = try rows(
      "CREATE TABLE t (n, g AS (n * 2) STORED); INSERT INTO t VALUES (1)",
      "UPDATE t SET n = 2"
    )
    #expect(told == [.rowID(1): [[1, 2], [2, 4]]])
  }

  @Test func `a virtual generated column makes the old row unknown`() throws {
    let told = try probe("CREATE TABLE t (n, g AS (n * 2), m); INSERT INTO t VALUES (1, 0)")
      .run("UPDATE t SET n = 2")
    let rows = try #require(told.first?.rows("t"))
    #expect(rows.map(\.old) == [.unknown])
    #expect(rows.map(\.new.row?.values) == [[2, 4, 0]])
  }
}
