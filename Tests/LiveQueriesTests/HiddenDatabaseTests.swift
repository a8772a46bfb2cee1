import LiveSQL
import LiveSQLTestSupport
import Testing

/// Databases whose kind is hidden behind a type of its own.
@Suite(.mayBlock) struct HiddenDatabaseTests {
  private static let counting = ValueObservation.tracking { db in
    try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? 0
  }

  private func makeWriter() throws -> AnyDatabaseWriter {
    let writer = AnyDatabaseWriter(try DatabaseQueue())
    try writer.write { db in try db.execute(sql: "CREATE TABLE t (n)") }
    return writer
  }

  @Test func `accesses are passed on`() throws {
    let writer = try makeWriter()
    try writer.write { db in try db.execute(sql: "INSERT INTO t VALUES (1)") }
    try writer.writeWithoutTransaction { db in try db.execute(sql: "INSERT INTO t VALUES (2)") }
    let reader = AnyDatabaseReader(AnyDatabaseReader(writer))
    let sum = try reader.read { db in try Int.fetchOne(db, sql: "SELECT sum(n) FROM t") }
    #expect(sum == 3)
    #expect(reader.path == writer.path)
    #expect(throws: DatabaseError.self) {
      try reader.read { db in try db.execute(sql: "DELETE FROM t") }
    }
    try reader.close()
    #expect(throws: DatabaseError.self) { try writer.read { _ in } }
  }

  @Test func `observations see the changes`() async throws {
    let writer = try makeWriter()
    for database in [writer, AnyDatabaseReader(writer)] as [any DatabaseReader] {
      try await writer.write { db in try db.execute(sql: "DELETE FROM t") }
      var values = Self.counting.values(in: database).makeAsyncIterator()
      let first = try await values.next()
      #expect(first == 0)
      try await writer.write { db in try db.execute(sql: "INSERT INTO t VALUES (1)") }
      let second = try await values.next()
      #expect(second == 1)
    }
  }
}
