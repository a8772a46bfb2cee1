import PostgreSQL
import Testing

@testable import PostgreSQLLive

@Suite struct SlotStartTests {
  private func snapshot(_ text: String) throws -> PostgresSnapshot {
    try #require(PostgresSnapshot(text))
  }

  @Test func `it ends with the first snapshot without a transaction from before the slot`()
    throws
  {
    var start = SlotStart(epoch: 1, bound: 20)
    #expect(try !start.settles(in: snapshot("15:25:15")))
    #expect(try start.settles(in: snapshot("20:25:20")))
    #expect(try !start.settles(in: snapshot("21:25:")))
  }

  @Test func `there is nothing to wait for without a slot`() throws {
    var start = SlotStart()
    #expect(try !start.settles(in: snapshot("1:1:")))
  }
}
