import Dispatch
import LiveSQL
import LiveSQLTestSupport
import Observation
import Synchronization
import Testing

@Observable
@MainActor
private final class RemindersModel {
  @ObservationIgnored
  @FetchAll(Reminder.order { $0.id.desc() }) var reminders

  @ObservationIgnored
  @FetchOne(Reminder.count()) var remindersCount = 0

  @ObservationIgnored
  @Dependency(\.defaultDatabase) private var database

  nonisolated init() {}

  func delete(at indices: [Int]) {
    withErrorReporting {
      try database.write { db in
        let ids = indices.map { reminders[$0].id }
        try Reminder.where { $0.id.in(ids) }.delete().execute(db)
      }
    }
  }

  var projectedReminders: FetchAll<Reminder> { $reminders }
}

/// Closures that run again when what they read changes.
///
/// Without `.mayBlock`: a test blocks, but on the main thread.
@Suite struct ObservingTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test @MainActor
  func `a model observes changes and writes to the database that it was created with`()
    async throws
  {
    let model = withDependencies {
      $0.defaultDatabase = database
    } operation: {
      RemindersModel()
    }
    try await model.projectedReminders.load()
    #expect(model.reminders.map(\.id) == [3, 2, 1])
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe { continuation.yield(model.reminders.count) }
    var counts = stream.makeAsyncIterator()
    #expect(await counts.next() == 3)
    model.delete(at: [0])
    #expect(await counts.next() == 2)
    token.cancel()
  }

  @Test(.timeLimit(.hang)) @MainActor
  func `a change while the closure runs is not missed`() async throws {
    @FetchOne(Reminder.count(), database: database, delivery: .immediate) var count = 0
    try await $count.load()
    let (property, database) = ($count, database)
    let isPublished = DispatchSemaphore(value: 0)
    Task.detached {
      for await count in property.values where count == 2 { isPublished.signal() }
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe {
      let seen = count
      continuation.yield(seen)
      guard seen == 3 else { return }
      // It waits on the main actor too: nothing is tracked before the closure returns.
      try? database.write { try $0.execute(sql: "DELETE FROM reminders WHERE id = 1") }
      isPublished.wait()
    }
    var counts = stream.makeAsyncIterator()
    #expect(await counts.next() == 3)
    #expect(await counts.next() == 2)
    token.cancel()
  }

  @Test @MainActor func `tracking is notified once when a value that was read changes`()
    async throws
  {
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      #expect(count == 3)
    } onChange: {
      continuation.yield()
      continuation.finish()
    }
    try await database.run("DELETE FROM reminders WHERE id = 1")
    for await _ in stream {}
    #expect(count == 2)
  }

  @Test @MainActor func `tracking is notified of errors and of their end`() async throws {
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    for (sql, fails) in [
      ("ALTER TABLE reminders RENAME TO others", true),
      ("ALTER TABLE others RENAME TO reminders", false),
    ] {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      withObservationTracking {
        #expect(($count.loadError != nil) == !fails)
      } onChange: {
        continuation.yield()
        continuation.finish()
      }
      try await database.run(sql)
      for await _ in stream {}
      #expect(($count.loadError != nil) == fails)
    }
  }

  @Test @MainActor func `Observations has a value for each transaction`() async throws {
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    let fetched = $count.fetched
    var seen: [Int] = []
    for await value in Observations({ fetched.value }) {
      seen.append(value)
      if value == 2 { break }
      try await database.run("DELETE FROM reminders WHERE id = 1")
    }
    #expect(seen == [3, 2])
  }

  @Test @MainActor func `values that one commit touched change together`() async throws {
    try await database.run("CREATE TABLE a (n INTEGER); CREATE TABLE b (n INTEGER)")
    try await database.run("INSERT INTO a VALUES (0); INSERT INTO b VALUES (0)")
    @FetchOne(#sql("SELECT n FROM a"), database: database, delivery: .mainActor) var a = 0
    @FetchOne(#sql("SELECT n FROM b"), database: database, delivery: .mainActor) var b = 0
    try await $a.load()
    try await $b.load()
    let (stream, continuation) = AsyncStream.makeStream(of: (Int, Int).self)
    let (readA, readB) = ($a, $b)
    let token = observe { continuation.yield((readA.wrappedValue, readB.wrappedValue)) }
    for n in 1...50 { try await database.run("UPDATE a SET n = \(n); UPDATE b SET n = \(n)") }
    for await (a, b) in stream {
      #expect(a == b)
      if a == 50 { break }
    }
    token.cancel()
  }

  @Test func `a subscription ends with its last holder`() async throws {
    let counter = FetchCounter()
    do {
      @Fetch(CountedTitles(counter: counter), database: database) var titles: [String] = []
      try await $titles.load()
    }
    let before = counter.count
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    try await database.run("INSERT INTO reminders (title) VALUES ('Tea')")
    #expect(await $count.value { $0 == 4 } == 4)
    #expect(counter.count == before)
  }

  @Test func `a query that was loaded stays live until its task is cancelled`() async throws {
    @FetchOne var count = 0
    let subscription = try await $count.load(Reminder.count(), database: database)
    #expect(count == 3)
    let task = Task { try await subscription.task }
    task.cancel()
    _ = await task.result
    try await database.run("DELETE FROM reminders")
    @FetchOne(Reminder.count(), database: database) var other = -1
    #expect(await $other.value { $0 == 0 } == 0)
    #expect(count == 3)
  }

  @Test(.timeLimit(.hang))
  func `cancelling a subscription ends the wait for it`() async throws {
    @FetchOne var count = 0
    let subscription = try await $count.load(Reminder.count(), database: database)
    let waiters = (0..<3).map { _ in Task { try await subscription.task } }
    subscription.cancel()
    for waiter in waiters { try await waiter.value }
    try await subscription.task
    try await database.run("DELETE FROM reminders")
    #expect(count == 3)
  }

  @Test(.timeLimit(.hang))
  func `replacing a subscription or releasing its property ends the wait for it`()
    async throws
  {
    var last: FetchSubscription?
    do {
      @FetchOne var count = 0
      let first = try await $count.load(Reminder.count(), database: database)
      last = try await $count.load(Reminder.where(\.isCompleted).count())
      try await first.task
      #expect(count == 1)
      try await database.run("UPDATE reminders SET isCompleted = 1")
      #expect(await $count.value { $0 == 3 } == 3)
    }
    try await last?.task
  }

  @Test func `closing the database sets an error`() async throws {
    @FetchOne(Reminder.count(), database: database) var count = 0
    try await $count.load()
    try database.close()
    for await _ in $count.values {}
    #expect(count == 3)
    #expect(($count.loadError as? DatabaseError)?.code == .closed)
  }

  @Observable @MainActor
  final class Counter {
    var count = 0
  }

  @MainActor final class Screen {
    var seen: [Int] = []
  }

  @Test @MainActor
  func `a token that is not retained is reported, with advice on how to retain it`()
    async
  {
    let messages = Mutex<[String]>([])
    let reporter = ErrorReporter { error, _, _ in messages.withLock { $0.append("\(error)") } }
    let counter = Counter()
    withDependencies {
      $0.errorReporter = reporter
    } operation: {
      _ = observe { _ = counter.count }
      observe { _ = counter.count }.cancel()
    }
    #expect(messages.withLock(\.count) == 1)
    #expect(messages.withLock { $0.first?.contains("observe(for: self)") } == true)
    // A token that was kept may end when its owner does.
    var token: ObserveToken? = withDependencies {
      $0.errorReporter = reporter
    } operation: {
      observe { _ = counter.count }
    }
    await Task { @MainActor in }.value
    #expect(token != nil)
    token = nil
    #expect(messages.withLock(\.count) == 1)
  }

  @Test @MainActor
  func `an observation of an object continues without a token until the object is released`()
    async
  {
    let counter = Counter()
    var screen: Screen? = Screen()
    weak let weakScreen = screen
    let runs = Mutex(0)
    if let screen {
      observe(for: screen) { screen in
        runs.withLock { $0 += 1 }
        screen.seen.append(counter.count)
      }
    }
    #expect(screen?.seen == [0])
    counter.count = 1
    await until { screen?.seen == [0, 1] }
    counter.count = 2
    await until { screen?.seen == [0, 1, 2] }
    screen = nil
    #expect(weakScreen == nil)
    counter.count = 3
    await Task { @MainActor in }.value
    await Task { @MainActor in }.value
    #expect(runs.withLock { $0 } == 3)
  }

  @Test @MainActor func `an observation of an object can be cancelled`() async {
    let (counter, screen) = (Counter(), Screen())
    let token = observe(for: screen) { $0.seen.append(counter.count) }
    token.cancel()
    counter.count = 1
    await Task { @MainActor in }.value
    #expect(screen.seen == [0])
  }
}
