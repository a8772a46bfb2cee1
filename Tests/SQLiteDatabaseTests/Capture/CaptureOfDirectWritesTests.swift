import DatabaseTypes
import SQLite
import Testing

@testable import DatabaseTools
@testable import SQLiteDatabase

/// What is told of writes that are not statements of this library.
@Suite struct CaptureOfDirectWritesTests {
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

  @Test func `a blob that is written piece by piece`() throws {
    let first = try probe.write { try writeBlob($0) }
    #expect(first.first?.touches(Region(table: "t")) == true)
    let second = try probe.write { db in
      try db.execute(sql: "UPDATE t SET body = x'0405' WHERE id = 1")
      try writeBlob(db)
    }
    let rows = try #require(second.first?.rows("t"))
    #expect(rows.map(\.values) == [[[1, .blob([9, 2, 3])], [1, .blob([9, 5])]]])
  }

  @Test func `a blob that is written outside of a transaction`() throws {
    try probe.database.writeWithoutTransaction { try writeBlob($0) }
    #expect(probe.take().first?.touches(Region(table: "t")) == true)
  }

  @Test(.enabled(if: Capability.session.isAvailable))
  func `a changeset that is applied, and what is written while one is recorded`() throws {
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
