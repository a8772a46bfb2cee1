import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

@testable import LiveEngine

/// Queries whose connection failed for good, so that only a commit makes the engine read them
/// again.
@Suite struct UnreadQueryTests {
  private let database = FakeDatabase()
  private let scheduler = FakeScheduler()
  private let engine: LiveQueryEngine<FakeDatabase>

  init() {
    engine = LiveQueryEngine(scheduler)
    database.commit([1: FakeRow(id: 1, list: 1, rank: 1)])
  }

  /// Commits another row, and expects it in a result that had an error.
  private func expectRecovery(_ sink: FakeSink) {
    #expect(scheduler.settle())
    #expect(sink.error is FakeDatabase.Lost)
    database.commit([2: FakeRow(id: 2, list: 1, rank: 1)])
    #expect(scheduler.settle())
    #expect(sink.error == nil)
    #expect(sink.rows?.map(\.id) == [1, 2])
  }

  @Test(arguments: [FakeDatabase.Fault.beforeRegistering, .beforeReading, .afterReading])
  func `a commit recovers a query whose first reading failed`(fault: FakeDatabase.Fault) {
    database.fail(fault, with: FakeDatabase.Lost())
    let sink = FakeSink()
    let subscription = engine.subscribe(FakeQuery().request, in: database, sink)
    expectRecovery(sink)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a commit to a table that was read only in the failed run recovers the query`() {
    database.fail(.afterReading, with: FakeDatabase.Lost())
    let sink = FakeSink()
    let subscription = engine.subscribe(FakeQuery.requestOfOthers, in: database, sink)
    expectRecovery(sink)
    withExtendedLifetime(subscription) {}
  }
}
