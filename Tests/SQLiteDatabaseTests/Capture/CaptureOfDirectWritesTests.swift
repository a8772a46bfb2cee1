import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of changes that are not made by statements of this library.
@Suite(.timeLimit(.hang)) struct CaptureOfDirectWritesTests {
  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, body)"
  private let probe: CaptureProbe

  init() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "\(Self.schema); INSERT INTO t VALUES (1, x'010203'), (2, x'00')")
    }
    probe = CaptureProbe(database)
  }

  private func writeBlob(_ db: Database) throws {
    try db.direct { connection in
      let blob = try Blob(table: "t", column: "body", row: 1, isWritable: true, on: connection)
      try blob.write([9], at: 0)
      try blob.close()
    }
  }

  @Test func `a blob that is written in pieces is reported`() throws {
    let first = try probe.write { try writeBlob($0) }
    #expect(first.first?.touches(Region(table: "t")) == true)
    let second = try probe.write { db in
      try db.execute(sql: "UPDATE t SET body = x'0405' WHERE id = 1")
      try writeBlob(db)
    }
    let rows = try #require(second.first?.rows("t"))
    #expect(rows.map(\.values) == [[[1, .blob([9, 2, 3])], [1, .blob([9, 5])]]])
  }

  @Test func `a blob that is written outside of a transaction is reported`() throws {
    try probe.database.writeWithoutTransaction { try writeBlob($0) }
    #expect(probe.take().first?.touches(Region(table: "t")) == true)
  }

  @Test(.requiresSessions)
  func `an applied changeset and writes during a recording are reported`() throws {
    var changeset: Changeset?
    let recorded = try probe.write { db in
      changeset = try db.direct { connection in
        let session = try Session(on: connection)
        try session.attach()
        try db.execute(sql: "UPDATE t SET body = 'x' WHERE id = 1; DELETE FROM t WHERE id = 2")
        return try session.changeset()
      }
    }
    #expect(recorded.first?.touches(Region(table: "t")) == true)
    _ = try probe.run("DELETE FROM t", "INSERT INTO t VALUES (1, x'010203'), (2, x'00')")
    let applied = try probe.write { db in
      let recorded = try #require(changeset)
      try db.direct { try $0.apply(recorded, onConflict: { _ in .abort }) }
    }
    #expect(applied.first?.touches(Region(table: "t")) == true)
    let rows = try probe.database.read {
      try Row.fetchAll($0, sql: "SELECT * FROM t").map(\.values)
    }
    #expect(rows == [[1, "x"]])
  }
}

/// Tests in which another connection changes the schema, and the next write is not a statement.
///
/// SQLite then does not report that it has read a new schema.
@Suite(.timeLimit(.hang)) struct DirectWritesAfterForeignSchemasTests {
  private static let changes = [
    "ALTER TABLE t ADD COLUMN m DEFAULT 7",
    "ALTER TABLE t RENAME COLUMN n TO m",
    "CREATE TABLE u AS SELECT body, n FROM t; DROP TABLE t; ALTER TABLE u RENAME TO t",
    """
    DROP TABLE t; CREATE TABLE t (n, body, id INTEGER PRIMARY KEY);
    INSERT INTO t VALUES (10, x'010203', 1)
    """,
  ]

  private let scratch: ScratchDirectory
  private let path: String

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "a.db")
  }

  private func probe(noticing notices: Bool) throws -> CaptureProbe {
    var configuration = Configuration()
    configuration.observesExternalChanges = notices
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (id INTEGER PRIMARY KEY, n, body);
          INSERT INTO t VALUES (1, 10, x'010203'), (2, 20, x'00')
          """
      )
    }
    let probe = CaptureProbe(database)
    // From now on, the columns of the table are known.
    #expect(try probe.run("UPDATE t SET n = 11 WHERE id = 1").first?.rows("t")?.count == 1)
    return probe
  }

  private func changeSchema(_ sql: String) throws {
    let other = try DatabaseQueue(path: path)
    try other.write { try $0.execute(sql: sql) }
    try other.close()
  }

  private func expectBlobTold(_ probe: CaptureProbe) throws {
    let told = try probe.write { db in
      try db.withBlob(table: "t", column: "body", rowID: 1, isWritable: true) { try $0.write([9]) }
    }
    let row = try probe.database.read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM t WHERE rowid = 1")
    }
    let rows = try #require(told.first?.rows("t"))
    #expect(rows.map(\.key) == [.rowID(1)])
    #expect(rows.map(\.new.row?.columnNames) == [row?.columnNames])
    #expect(rows.map(\.new.row?.values) == [row?.values])
  }

  @Test(arguments: changes)
  func `a blob is reported before the schema change is noticed`(change: String) throws {
    let probe = try probe(noticing: false)
    try changeSchema(change)
    try expectBlobTold(probe)
  }

  @Test(arguments: changes)
  func `a blob is reported after the schema change is noticed`(change: String) async throws {
    let probe = try probe(noticing: true)
    var told = probe.database.changes.makeAsyncIterator()
    try changeSchema(change)
    while let changes = await told.next(), changes.origin != .otherProcess {}
    _ = probe.take()
    try expectBlobTold(probe)
  }

  @Test func `a blob of an attached database is reported despite a schema change`() throws {
    let probe = try probe(noticing: false)
    let attached = scratch.path(of: "b.db")
    let other = try DatabaseQueue(path: attached)
    try other.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, body); INSERT INTO t VALUES (1, x'010203')"
      )
    }
    try probe.database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS more", arguments: [attached])
      try db.execute(sql: "UPDATE more.t SET body = x'040506'")
    }
    _ = probe.take()
    try other.write { try $0.execute(sql: "ALTER TABLE t ADD COLUMN m DEFAULT 7") }
    let told = try probe.write { db in
      try db.withBlob(table: "t", column: "body", rowID: 1, schema: "more", isWritable: true) {
        try $0.write([9])
      }
    }
    let rows = try #require(told.first?.rows(TableName(schema: "more", "t")))
    #expect(rows.map(\.new.row?.values) == [[1, .blob([9, 5, 6]), 7]])
  }
}
