import DatabaseTypes
import SQLite
import SQLiteTools
import Testing

@testable import SQLiteDatabase

/// Tests of changes by statements that were compiled while no one observed.
@Suite struct CaptureBeforeInterestTests {
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE u (id INTEGER PRIMARY KEY)"
      )
    }
  }

  private func fill() throws {
    try database.write { db in
      try db.execute(sql: "INSERT INTO t VALUES (?), (?)", arguments: [1, 2])
    }
  }

  private func empty() throws { try database.write { db in try db.execute(sql: "DELETE FROM t") } }

  @Test func `each row that an older statement deletes is reported`() throws {
    try fill()
    try empty()
    try fill()
    let probe = CaptureProbe(database)
    try empty()
    #expect(probe.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
  }

  @Test func `each row that an older statement inserts is reported`() throws {
    try fill()
    try empty()
    let probe = CaptureProbe(database)
    try fill()
    #expect(probe.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
  }

  @Test func `each row is reported to a new observer after the first has gone`() throws {
    do {
      let first = CaptureProbe(database)
      try fill()
      #expect(first.take().count == 1)
    }
    try empty()
    let second = CaptureProbe(database)
    try fill()
    #expect(second.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
  }

  @Test func `nothing is missing after an unobserved schema change`() throws {
    try fill()
    try empty()
    try fill()
    try database.write { db in try db.execute(sql: "ALTER TABLE u ADD COLUMN n") }
    try empty()
    try fill()
    let probe = CaptureProbe(database)
    try empty()
    let told = probe.take()
    #expect(told.count == 1)
    #expect(told.allSatisfy { $0.isAnyRow("t") || $0.rows("t")?.count == 2 })
  }

  /// SQLite recompiles a statement after a schema change, even while no hook is set.
  @Test func `each row deleted by a trigger is reported, even if compiled unobserved`() throws {
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE log (id INTEGER PRIMARY KEY);
          CREATE TRIGGER clears AFTER INSERT ON t BEGIN DELETE FROM log; END;
          INSERT INTO log VALUES (7);
          INSERT INTO t VALUES (1);
          INSERT INTO log VALUES (8);
          """
      )
    }
    func replace() throws {
      try database.write { db in
        try db.execute(sql: "INSERT OR REPLACE INTO t VALUES (?)", arguments: [1])
      }
    }
    try replace()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE v (id); INSERT INTO log VALUES (8)")
    }
    try replace()
    try database.write { db in try db.execute(sql: "INSERT INTO log VALUES (9)") }
    let probe = CaptureProbe(database)
    // The replaced row is an event, but does not count as a change, so the number of events proves
    // nothing.
    try replace()
    let told = probe.take()
    #expect(told.map { $0.rows("log")?.map(\.key) ?? [] } == [[.rowID(9)]])
  }

  @Test func `each row that a held statement deletes is reported`() throws {
    try database.writeWithoutTransaction { db in
      let (fill, empty) = try (
        db.makeStatement(sql: "INSERT INTO t VALUES (1), (2)"),
        db.makeStatement(sql: "DELETE FROM t")
      )
      try fill.execute()
      try empty.execute()
      try fill.execute()
      let probe = CaptureProbe(database)
      db.updateInterest()
      try empty.execute()
      #expect(probe.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
    }
  }

  @Test func `a deletion before and after an observation began reports any row`() throws {
    try fill()
    var probe: CaptureProbe?
    try database.write { db in
      probe = CaptureProbe(database)
      try db.execute(sql: "DELETE FROM t")
    }
    #expect(probe?.take().map(\.mayChangeAnyTable) == [true])
    try fill()
    _ = probe?.take()
    try empty()
    #expect(probe?.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
  }

  /// Each row would interrupt the truncation of a table, so SQLite counts the steps.
  @Test func `all rows are deleted at once while no one observes`() throws {
    func steps(_ body: (Database) throws -> Void) throws -> Int {
      try database.write { db in
        try db.execute(
          sql:
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i FROM n"
        )
      }
      return try database.write { db in
        let statement = try db.cachedStatement(sql: "DELETE FROM t")
        _ = statement.statement.count(.virtualMachineSteps, reset: true)
        try body(db)
        return statement.statement.count(.virtualMachineSteps)
      }
    }
    let delete: (Database) throws -> Void = { try $0.execute(sql: "DELETE FROM t") }
    #expect(try steps(delete) < 100)
    do {
      let probe = CaptureProbe(database)
      #expect(try steps(delete) > 1000)
      #expect(probe.take().last?.rows("t")?.count == 1000)
    }
    #expect(try steps(delete) < 100)
    #expect(try steps(delete) < 100)
  }

  @Test func `a recorded changeset has the rows of a deletion that was compiled before`() throws {
    try fill()
    try empty()
    try fill()
    try database.write { db in
      let recorded = try db.recordChangeset { try db.execute(sql: "DELETE FROM t") }
      #expect(!recorded.isEmpty)
    }
  }
}
