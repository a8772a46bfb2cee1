import PostgreSQL
import Testing

@testable import PostgreSQLLive

@Suite struct SlotStartTests {
  private func snapshot(_ text: String) throws -> PostgresSnapshot {
    try #require(PostgresSnapshot(text))
  }

  @Test func `it is over with the first snapshot in which no transaction of before the slot runs`()
    throws
  {
    var start = SlotStart(epoch: 1, bound: 20)
    #expect(try !start.settles(in: snapshot("15:25:15")))
    #expect(try start.settles(in: snapshot("20:25:20")))
    #expect(try !start.settles(in: snapshot("21:25:")))
  }

  @Test func `of no slot there is nothing to wait for`() throws {
    var start = SlotStart()
    #expect(try !start.settles(in: snapshot("1:1:")))
  }
}
