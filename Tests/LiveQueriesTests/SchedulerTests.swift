import LiveSQL
import LiveSQLTestSupport
import Observation
import Synchronization
import Testing

/// Custom schedulers.
@Suite struct SchedulerTests {
  private let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  /// A scheduler that keeps actions until a test runs them.
  ///
  /// State: the actions, guarded by a mutex.
  private final class Actions: ValueObservationScheduler, Hashable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    var count: Int { waiting.withLock { $0.count } }

    func immediateInitialValue() -> Bool { false }
    func schedule(_ action: @escaping @Sendable () -> Void) {
      waiting.withLock { $0.append(action) }
    }

    func run() {
      let actions = waiting.withLock { actions in
        defer { actions = [] }
        return actions
      }
      for action in actions { action() }
    }

    static func == (left: Actions, right: Actions) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Immediate: ValueObservationScheduler, Hashable {
    func immediateInitialValue() -> Bool { true }
    func schedule(_ action: @escaping @Sendable () -> Void) { action() }
  }

  @Test func `an observation delivers its values where they are scheduled`() async throws {
    let actions = Actions()
    let seen = Mutex<[Int]>([])
    let cancellable = ValueObservation.tracking { db in try Reminder.fetchCount(db) }
      .start(in: database, scheduling: actions) {
        Issue.record($0)
      } onChange: { count in
        seen.withLock { $0.append(count) }
      }
    await until { actions.count == 1 }
    #expect(seen.withLock { $0 }.isEmpty)
    actions.run()
    #expect(seen.withLock { $0 } == [3])
    try await database.run("DELETE FROM reminders WHERE id = 1")
    await until { actions.count == 1 }
    cancellable.cancel()
    actions.run()
    #expect(seen.withLock { $0 } == [3])
  }

  @Test func `the first value arrives at once if a scheduler asks for it`() throws {
    let seen = Mutex<[Int]>([])
    let cancellable = ValueObservation.tracking { db in try Reminder.fetchCount(db) }
      .start(in: database, scheduling: Immediate()) {
        Issue.record($0)
      } onChange: { count in
        seen.withLock { $0.append(count) }
      }
    #expect(seen.withLock { $0 }.first == 3)
    cancellable.cancel()
    withDependencies {
      $0.fetchesImmediately = false
    } operation: {
      @FetchAll(Reminder.all, database: database, scheduler: Immediate()) var reminders
      @FetchOne(Reminder.count(), database: database, scheduler: Immediate()) var count = 0
      @Fetch(Titles(), database: database, scheduler: Immediate()) var titles = []
      #expect(reminders.count == 3)
      #expect(count == 3)
      #expect(titles.count == 3)
    }
  }

  @Test func `a property changes with all others, and a scheduler runs the notification`()
    async throws
  {
    let actions = Actions()
    @FetchOne(
      Reminder.count(),
      database: database,
      delivery: .immediate,
      scheduler: actions
    ) var count = 0
    try await $count.load()
    actions.run()
    #expect(count == 3)
    let isReported = Mutex(false)
    withObservationTracking {
      _ = count
    } onChange: {
      isReported.withLock { $0 = true }
    }
    try await database.run("DELETE FROM reminders WHERE id = 1")
    await until { actions.count > 0 }
    #expect(count == 2)
    #expect(!isReported.withLock { $0 })
    actions.run()
    #expect(isReported.withLock { $0 })
  }

  @Test func `a query that is loaded with a scheduler keeps it`() async throws {
    let actions = Actions()
    @FetchAll(Reminder.all, database: database) var reminders
    try await $reminders.load(Reminder.limit(1), scheduler: actions)
    #expect(reminders.count == 1)
    actions.run()
    try await $reminders.load(Reminder.limit(2))
    #expect(reminders.count == 2)
    #expect(actions.count > 0)
    try await $reminders.load(Reminder.limit(2), scheduler: .task)
    actions.run()
    try await $reminders.load(Reminder.limit(3))
    #expect(actions.count == 0)
  }

  @Test func `a scheduler can be made of closures`() async throws {
    let count = Atomic<Int>(0)
    let scheduler: any ValueObservationScheduler = .custom { action in
      count.add(1, ordering: .relaxed)
      action()
    }
    #expect(!scheduler.immediateInitialValue())
    let immediate = AnyValueObservationScheduler.immediate(then: scheduler)
    #expect(immediate.immediateInitialValue())
    #expect(AnyValueObservationScheduler(immediate).immediateInitialValue())
    immediate.schedule {}
    AnyValueObservationScheduler(Immediate()).schedule {}
    #expect(AnyValueObservationScheduler(Immediate()).immediateInitialValue())
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func `the shared reader is the projected value`() async throws {
    @FetchAll(Reminder.all, database: database) var reminders
    try await $reminders.load()
    #expect($reminders.sharedReader.wrappedValue.count == 3)
    #expect($reminders.sharedReader.fetched === $reminders.fetched)
  }

  private struct Titles: FetchKeyRequest {
    func fetch(_ db: Database) throws -> [String] {
      try Reminder.order(by: \.title).select(\.title).fetchAll(db)
    }
  }
}
