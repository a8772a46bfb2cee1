import DatabaseTools
import DatabaseTypes
import SQLiteDatabase
import Testing

/// What is told of statements that were compiled while nobody wanted to know.
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

  @Test func `each row that an older statement deletes`() throws {
    try fill()
    try empty()
    try fill()
    let probe = CaptureProbe(database)
    try empty()
    #expect(probe.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
  }

  @Test func `each row that an older statement inserts`() throws {
    try fill()
    try empty()
    let probe = CaptureProbe(database)
    try fill()
    #expect(probe.take().map { $0.rows("t")?.map(\.key) ?? [] } == [[.rowID(1), .rowID(2)]])
  }

  @Test func `each row to one who comes after another has gone`() throws {
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

  @Test func `nothing missing after the schema changed unseen`() throws {
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
}
