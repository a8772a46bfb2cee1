import LiveSQL
import LiveSQLTestSupport
import Testing

/// Loads of a property that is paused and resumed.
@Suite(.timeLimit(.hang)) struct ResumedLoadTests {
  @Test func `a query that was resumed ends with its subscription`() async throws {
    let database = try remindersDatabase()
    let property = FetchAll(Reminder.where { $0.remindersListID.eq(1) }, database: database)
    let second = Reminder.where { $0.remindersListID.eq(2) }
    let subscription = try await property.load(second, database: database)
    property.pause()
    property.resume()
    try await property.load()
    let count = property.wrappedValue.count
    subscription.cancel()
    try await database.run("INSERT INTO reminders (title, remindersListID) VALUES ('New', 2)")
    try await database.liveQueriesCaughtUp()
    #expect(property.wrappedValue.count == count)
    property.resume()
    try await property.load()
    #expect(property.wrappedValue.count == count)
  }
}
