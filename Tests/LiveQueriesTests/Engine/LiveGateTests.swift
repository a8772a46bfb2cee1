import LiveSQL
import Synchronization
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// The results of a commit become visible in one step, and those of one database hold up nobody who reads another.
@Suite(.timeLimit(.minutes(5))) struct LiveGateTests {
  @Test func `a property is read while the results of another database become visible`()
    async throws
  {
    let (one, other) = (try remindersDatabase(), try remindersDatabase())
    @FetchAll(Reminder.all, database: one) var here
    @FetchAll(Reminder.all, database: other) var there
    try await $here.load()
    try await $there.load()
    let count = Mutex(0)
    LiveQueryEngine.engine(of: one).stage.gate.pass {
      count.withLock { $0 = there.count }
    }
    #expect(count.withLock { $0 } == 3)
    #expect(here.count == 3)
  }

  @Test func `a property that has no result yet is read while others become visible`() async throws
  {
    let database = try remindersDatabase()
    @FetchAll(Reminder.all, database: database) var reminders
    try await $reminders.load()
    let unused = FetchAll<Reminder>(wrappedValue: [])
    let count = Mutex(-1)
    LiveQueryEngine.engine(of: database).stage.gate.pass {
      count.withLock { $0 = unused.wrappedValue.count }
    }
    #expect(count.withLock { $0 } == 0)
  }
}
