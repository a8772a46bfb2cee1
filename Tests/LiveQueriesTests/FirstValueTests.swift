import Dispatch
import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// The first value of a property: when it is fetched, and by what.
@Suite(.mayBlock, .timeLimit(.hang)) struct FirstValueTests {
  private let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `a property in a test has its rows at once`() {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    @FetchOne(Reminder.select { $0.id.count() }, database: database) var count = 0
    @FetchOne(Reminder.where { $0.id == 2 }, database: database) var second: Reminder?
    @Fetch(Titles(), database: database) var titles = []
    #expect(reminders.map(\.id) == [1, 2, 3])
    #expect(count == 3)
    #expect(second?.title == "Mail")
    #expect(titles == ["Bread", "Mail", "Milk"])
    #expect(!$reminders.isLoading)
    #expect($reminders.loadError == nil)
  }

  @Test func `a property without an initial value has its rows when it is used`() throws {
    withDependencies {
      $0.defaultDatabase = database
    } operation: {
      @FetchAll var reminders: [Reminder]
      #expect(reminders.count == 3)
      @FetchOne var list: RemindersList?
      #expect(list != nil)
    }
  }

  @Test func `a query that is assigned shows its rows at once`() {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    $reminders = FetchAll(Reminder.where(\.isCompleted), database: database)
    #expect(reminders.map(\.id) == [2])
  }

  @Test func `fetching at once is a setting in applications`() throws {
    try withDependencies {
      $0.context = .live
      $0.defaultDatabase = database
    } operation: {
      #expect(!DependencyValues.current.fetchesImmediately)
      try whileSomebodyWrites {
        @FetchAll(Reminder.all) var later
        #expect(later.isEmpty)
        #expect($later.isLoading)
      }
      withDependencies {
        $0.fetchesImmediately = true
      } operation: {
        @FetchAll(Reminder.all) var atOnce
        #expect(atOnce.count == 3)
      }
    }
  }

  @Test func `a property can choose when it fetches`() throws {
    try whileSomebodyWrites {
      @FetchAll(Reminder.all, database: database, delivery: .automatic.fetchingLater) var later
      #expect(later.isEmpty)
    }
  }

  /// Runs a closure while nobody can read.
  private func whileSomebodyWrites(_ body: () throws -> Void) throws {
    let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async { [database] in
      try? database.write { _ in
        started.signal()
        // A fetch at once waits here, and then finds rows.
        _ = ended.wait(timeout: .now() + 300)
      }
    }
    started.wait()
    defer { ended.signal() }
    try body()
  }

  @Test func `a property that is created within an access fetches later`() async throws {
    let property = try await database.write { [database] _ in
      FetchAll(Reminder.all, database: database)
    }
    #expect(property.loadError == nil)
    #expect(await property.value { $0.count == 3 } != nil)
    let error = try await database.read { [database] _ in
      FetchAll(Reminder.all, database: database).loadError as? DatabaseError
    }
    #expect(error == nil)
  }

  @Test func `a property whose subscription was cancelled stays cancelled when it is assigned`()
    async throws
  {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    @FetchAll(Reminder.where(\.isCompleted), database: database) var ended
    try await $ended.load(Reminder.where(\.isCompleted)).cancel()
    $reminders = $ended
    #expect(reminders.map(\.id) == [2])
    try await database.run("DELETE FROM reminders")
    try await $reminders.load()
    #expect(reminders.map(\.id) == [2])
  }

  @Test func `a query that fails sets its error at once`() {
    @FetchAll(#sql("SELECT * FROM missing"), database: database) var reminders: [Reminder]
    #expect(reminders.isEmpty)
    #expect($reminders.loadError is DatabaseError)
  }

  @Test func `nothing is fetched after a subscription was cancelled`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    let subscription = try await $reminders.load(Reminder.where(\.isCompleted))
    #expect(reminders.map(\.id) == [2])
    subscription.cancel()
    try await database.run("DELETE FROM reminders")
    try await $reminders.load()
    $reminders.resume()
    #expect(reminders.map(\.id) == [2])
    #expect(!$reminders.isLoading)
    #expect($reminders.plan == nil)
    try await $reminders.load(Reminder.all)
    #expect(reminders.isEmpty)
  }

  @Test func `cancelling a task ends its subscription`() async throws {
    @FetchAll(Reminder.order(by: \.id), database: database) var reminders
    let property = $reminders
    let task = Task { try await property.load(Reminder.where(\.isCompleted)).task }
    #expect(await property.value { $0.map(\.id) == [2] } != nil)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await database.run("DELETE FROM reminders")
    try await property.load()
    #expect(reminders.map(\.id) == [2])
  }

  private struct Titles: FetchKeyRequest {
    func fetch(_ db: Database) throws -> [String] {
      try Reminder.order(by: \.title).select(\.title).fetchAll(db)
    }
  }
}

/// Dependencies for the time, for identifiers and for custom values.
@Suite(.mayBlock, .timeLimit(.hang)) struct DependencyValueTests {
  @Test func `a test can set the time and the identifiers`() throws {
    let now = Date(timeIntervalSince1970: 7)
    withDependencies {
      $0.date.now = now
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.date.now) var date
      @Dependency(\.uuid) var uuid
      #expect(date == now)
      #expect([uuid(), uuid()] == [UUID(0), UUID(1)])
    }
    @Dependency(\.uuid) var uuid
    #expect(uuid() != uuid())
    #expect(UUID(1).uuidString == "00000000-0000-0000-0000-000000000001")
    @Dependency(\.date) var date
    #expect(abs(date().timeIntervalSinceNow) < 3_600)
  }

  @Test func `a key has values for applications, tests and previews`() {
    #expect(DependencyValues.current[Greeting.self] == "Test")
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(DependencyValues.current[Greeting.self] == "Hello")
    }
    withDependencies {
      $0[Greeting.self] = "Hi"
    } operation: {
      @Dependency(\.greeting) var greeting
      #expect(greeting == "Hi")
    }
    @Dependency(\.context) var context
    #expect(context == .test)
  }

  @Test func `the default database can be spelled as in SQLiteData`() throws {
    let database = try SQLiteData.defaultDatabase()
    #expect(try database.read { db in try Int.fetchOne(db, sql: "SELECT 1") } == 1)
    try database.close()
  }
}

private struct Greeting: DependencyKey {
  static let liveValue = "Hello"
  static let testValue = "Test"
}

extension DependencyValues {
  fileprivate var greeting: String {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }
}
