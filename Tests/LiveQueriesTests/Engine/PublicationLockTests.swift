import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

@testable import LiveEngine
@testable import LiveQueries

/// Gates, which make the results of a commit visible in one step without delaying readers of
/// another database.
@Suite(.timeLimit(.hang)) struct PublicationLockTests {
  @Test func `a property can be read while results of another database become visible`()
    async throws
  {
    let (one, other) = (try remindersDatabase(), try remindersDatabase())
    @FetchAll(Reminder.all, database: one) var here
    @FetchAll(Reminder.all, database: other) var there
    try await $here.load()
    try await $there.load()
    let count = Mutex(0)
    LiveQueryEngine.engine(of: one).publisher.publicationLock.pass {
      count.withLock { $0 = there.count }
    }
    #expect(count.withLock { $0 } == 3)
    #expect(here.count == 3)
  }

  @Test func `a property without a result can be read while other results become visible`()
    async throws
  {
    let database = try remindersDatabase()
    @FetchAll(Reminder.all, database: database) var reminders
    try await $reminders.load()
    let unused = FetchAll<Reminder>(wrappedValue: [])
    let count = Mutex(-1)
    LiveQueryEngine.engine(of: database).publisher.publicationLock.pass {
      count.withLock { $0 = unused.wrappedValue.count }
    }
    #expect(count.withLock { $0 } == 0)
  }
}
