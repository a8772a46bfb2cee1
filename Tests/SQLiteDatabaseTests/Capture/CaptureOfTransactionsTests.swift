import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of changes when statements fail, are rolled back or end unusually.
@Suite struct CaptureOfTransactionsTests {
  private struct Refusal: Error {}
  private let probe: CaptureProbe

  init() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (id INTEGER PRIMARY KEY, n UNIQUE);
          INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)
          """
      )
    }
    probe = CaptureProbe(database)
  }

  private func keys(_ told: [ChangeSet]) -> [[RowKey]] {
    told.map { $0.rows("t")?.map(\.key) ?? [] }
  }

  @Test func `a rolled-back transaction reports nothing`() throws {
    #expect(throws: Refusal.self) {
      try probe.write { db in
        try db.execute(sql: "DELETE FROM t")
        throw Refusal()
      }
    }
    #expect(probe.take().isEmpty)
    #expect(keys(try probe.run("DELETE FROM t WHERE id = 1")) == [[.rowID(1)]])
  }

  @Test func `a statement that failed midway reports nothing`() throws {
    let told = try probe.write { db in
      try db.execute(sql: "UPDATE t SET n = 31 WHERE id = 3")
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO t VALUES (4, 40), (5, 10)")
      }
    }
    #expect(keys(told) == [[.rowID(3)]])
  }

  @Test func `a single statement that failed midway reports nothing`() throws {
    #expect(throws: DatabaseError.self) { try probe.run("INSERT INTO t VALUES (4, 40), (5, 10)") }
    #expect(probe.take().isEmpty)
  }

  @Test func `the old row is the one before the transaction, despite savepoints`() throws {
    let told = try probe.write { db in
      try db.inSavepoint {
        try db.execute(sql: "UPDATE t SET n = 99 WHERE id = 1; DELETE FROM t WHERE id = 2")
        return .rollback
      }
      try db.execute(sql: "UPDATE t SET n = 11 WHERE id = 1")
    }
    let rows = try #require(told.first?.rows("t"))
    #expect(rows.map(\.values) == [[[1, 10], [1, 11]]])
  }

  @Test func `only the last of many changes is reported, with the first old row`() throws {
    let told = try probe.write { db in
      for n in 100..<110 { try db.execute(sql: "UPDATE t SET n = ? WHERE id = 1", arguments: [n]) }
      try db.execute(sql: "DELETE FROM t WHERE id = 2; INSERT INTO t VALUES (2, 20)")
      try db.execute(sql: "INSERT INTO t VALUES (9, 90); DELETE FROM t WHERE id = 9")
    }
    #expect(told.first?.rows("t")?.map(\.values) == [[[1, 10], [1, 109]]])
  }

  @Test(
    arguments: [
      "UPDATE t SET n = n", "REPLACE INTO t VALUES (1, 10)", "DELETE FROM t WHERE id = 9",
      "INSERT OR IGNORE INTO t VALUES (1, 11)", "UPDATE t SET n = n + 1; UPDATE t SET n = n - 1",
    ]
  )
  func `a transaction that changes nothing in the end reports nothing`(sql: String) throws {
    #expect(try probe.write { try $0.execute(sql: sql) }.isEmpty)
  }

  @Test(
    arguments: [
      ("OR IGNORE", [.rowID(4)]), ("OR REPLACE", [.rowID(4), .rowID(1), .rowID(5)]),
      ("OR FAIL", [.rowID(4)]), ("OR ABORT", nil), ("OR ROLLBACK", nil),
    ] as [(String, [RowKey]?)]
  )
  func `a conflict clause on its own reports what remains`(clause: String, expected: [RowKey]?)
    throws
  {
    let told = try? probe.run("INSERT \(clause) INTO t VALUES (4, 40), (5, 10)")
    #expect(keys(told ?? probe.take()) == (expected.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      ("OR IGNORE", [.rowID(4)]), ("OR REPLACE", [.rowID(4), .rowID(1), .rowID(5)]),
      ("OR FAIL", [.rowID(4)]), ("OR ABORT", []),
    ] as [(String, [RowKey])]
  )
  func `a conflict clause in a transaction reports what remains`(clause: String, expected: [RowKey])
    throws
  {
    let told = try probe.write { db in
      try db.execute(sql: "DELETE FROM t WHERE id = 3")
      _ = try? db.execute(sql: "INSERT \(clause) INTO t VALUES (4, 40), (5, 10)")
    }
    #expect(keys(told) == [[.rowID(3)] + expected])
  }

  @Test func `a transaction that OR ROLLBACK ended reports nothing`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try probe.write { db in
        try db.execute(sql: "DELETE FROM t WHERE id = 3")
        _ = try? db.execute(sql: "INSERT OR ROLLBACK INTO t VALUES (5, 10)")
      }
    }
    #expect(error?.code == .transactionAborted)
    #expect(probe.take().isEmpty)
    #expect(keys(try probe.run("DELETE FROM t WHERE id = 1")) == [[.rowID(1)]])
  }

  @Test func `each single statement is a commit, and so is a transaction`() throws {
    let alone = try probe.run(
      "UPDATE t SET n = 11 WHERE id = 1",
      "UPDATE t SET n = 21 WHERE id = 2"
    )
    #expect(keys(alone) == [[.rowID(1)], [.rowID(2)]])
    #expect(alone[0].number < alone[1].number)
    let together = try probe.run(
      "BEGIN",
      "DELETE FROM t WHERE id = 1",
      "DELETE FROM t WHERE id = 2",
      "COMMIT"
    )
    #expect(keys(together) == [[.rowID(1), .rowID(2)]])
    let savepoint = try probe.run("SAVEPOINT s", "DELETE FROM t", "RELEASE s")
    #expect(keys(savepoint) == [[.rowID(3)]])
  }

  @Test func `a deferred foreign key that fails at COMMIT is a rollback`() throws {
    _ = try probe.run("CREATE TABLE c (t REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)")
    #expect(throws: DatabaseError.self) {
      try probe.write {
        try $0.execute(sql: "INSERT INTO c VALUES (99); DELETE FROM t WHERE id = 1")
      }
    }
    #expect(probe.take().isEmpty)
  }

  @Test func `a transaction that suspends is reported as one commit`() async throws {
    let database = probe.database
    try await database.transaction(deadline: .unhurried) { tx in
      try await tx.execute(sql: "DELETE FROM t WHERE id = 1")
      await Task.yield()
      try await tx.execute(sql: "DELETE FROM t WHERE id = 2")
    }
    #expect(keys(probe.take()) == [[.rowID(1), .rowID(2)]])
  }

  @Test func `too many changed rows are reported as any row`() throws {
    var configuration = Configuration()
    configuration.maximumCapturedRowCount = 3
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { try $0.execute(sql: "CREATE TABLE t (n); CREATE TABLE u (n)") }
    let probe = CaptureProbe(database)
    let three = try probe.run("INSERT INTO t VALUES (1), (2), (3)")
    #expect(three.first?.rows("t")?.count == 3)
    let four = try probe.write { db in
      try db.execute(sql: "INSERT INTO t VALUES (4), (5), (6), (7); INSERT INTO u VALUES (1)")
    }
    #expect(four.first?.isAnyRow("t") == true)
    #expect(four.first?.rows("u")?.count == 1)
    #expect(four.first?.mayChangeAnyTable == false)
  }

  @Test func `only the observed tables are reported`() throws {
    let part = CaptureProbe(probe.database, region: Region(table: "u"))
    let told = try probe.run(
      "CREATE TABLE u (n)",
      "INSERT INTO t VALUES (8, 80)",
      "INSERT INTO u VALUES (1)"
    )
    #expect(told.count == 3)
    #expect(part.take().map(\.number) == [told[0].number, told[2].number])
  }

  @Test func `values are reported for the requested tables, and keys for others`() throws {
    let database = try DatabaseQueue()
    try database.write { try $0.execute(sql: "CREATE TABLE a (n); CREATE TABLE b (n)") }
    let region = Region(table: "a").union(Region(table: "b"))
    let part = CaptureProbe(database, region: region, rows: Region(table: "B", columns: ["x"]))
    let told = try part.write { db in
      try db.execute(sql: "INSERT INTO a VALUES (1); INSERT INTO b VALUES (2)")
    }
    #expect(told.first?.rows("a")?.map(\.new) == [.unknown])
    #expect(told.first?.rows("b")?.map(\.values) == [[nil, [2]]])
  }

  @Test func `a key that changes under another name changes all columns`() throws {
    let part = CaptureProbe(
      try DatabaseQueue(),
      region: Region(table: "t", columns: ["id"]),
      detail: .keys
    )
    try part.database.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n)") }
    _ = try part.run("INSERT INTO t VALUES (1, 10)")
    #expect(try part.run("UPDATE t SET n = 11").isEmpty)
    #expect(try part.run("UPDATE t SET rowid = 5").count == 1)
  }

  @Test func `an observation that begins in a transaction gets any table`() throws {
    var late: CaptureProbe?
    _ = try probe.write { db in
      try db.execute(sql: "DELETE FROM t WHERE id = 1")
      late = CaptureProbe(probe.database)
    }
    #expect(late?.take().first?.mayChangeAnyTable == true)
  }
}
