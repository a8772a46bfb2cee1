import Dispatch
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Observations that several observers share.
@Suite(.timeLimit(.hang)) struct SharedObservationTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  /// A record of what observers received, and of the fetches.
  private final class Seen: Sendable {
    let counts = Mutex<[[Int]]>([[], []])
    let errors = Atomic<Int>(0)
    let fetches = Atomic<Int>(0)

    func counts(of observer: Int) -> [Int] { counts.withLock { $0[observer] } }

    func add(_ count: Int, to observer: Int) { counts.withLock { $0[observer].append(count) } }
  }

  private func observation(_ seen: Seen) -> ValueObservation<Int> {
    .tracking { db in
      seen.fetches.add(1, ordering: .relaxed)
      return try Reminder.fetchCount(db)
    }
  }

  private func start(
    _ shared: SharedValueObservation<Int>,
    _ observer: Int,
    _ seen: Seen
  ) -> AnyDatabaseCancellable {
    shared.start { _ in
      seen.errors.add(1, ordering: .relaxed)
    } onChange: {
      seen.add($0, to: observer)
    }
  }

  @Test func `observers share the fetches, and a later one gets the newest value`() async throws {
    let seen = Seen()
    let shared = observation(seen).shared(in: database, scheduling: .task)
    #expect(seen.fetches.load(ordering: .relaxed) == 0)
    let first = start(shared, 0, seen)
    await until { seen.counts(of: 0) == [3] }
    let fetches = seen.fetches.load(ordering: .relaxed)
    let second = start(shared, 1, seen)
    #expect(seen.counts(of: 1) == [3])
    #expect(seen.fetches.load(ordering: .relaxed) == fetches)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    await until { seen.counts(of: 0).last == 2 && seen.counts(of: 1).last == 2 }
    first.cancel()
    try await database.run("DELETE FROM reminders WHERE id = 2")
    await until { seen.counts(of: 1).last == 1 }
    #expect(seen.counts(of: 0).last == 2)
    second.cancel()
  }

  @Test func `the first value comes at once with an immediate scheduler`() throws {
    let seen = Seen()
    let shared = observation(seen).shared(in: database, scheduling: .immediate(then: .task))
    let first = start(shared, 0, seen)
    #expect(seen.counts(of: 0).first == 3)
    let second = start(shared, 1, seen)
    #expect(seen.counts(of: 1).first == 3)
    first.cancel()
    second.cancel()
  }

  @Test func `one that runs while observed begins again with a new fetch`() async throws {
    let seen = Seen()
    let shared = observation(seen)
      .shared(in: database, scheduling: .task, extent: .whileObserved)
    let first = start(shared, 0, seen)
    await until { seen.counts(of: 0) == [3] }
    first.cancel()
    try await database.run("DELETE FROM reminders WHERE id = 1")
    let second = start(shared, 1, seen)
    await until { seen.counts(of: 1) == [2] }
    #expect(seen.counts(of: 0) == [3])
    second.cancel()
  }

  @Test func `an error reaches all observers, and the next one begins anew`() async throws {
    let seen = Seen()
    let shared = observation(seen).shared(in: database, scheduling: .task)
    let tokens = [start(shared, 0, seen), start(shared, 1, seen)]
    await until { seen.counts(of: 0) == [3] && seen.counts(of: 1) == [3] }
    try await database.run("ALTER TABLE reminders RENAME TO hidden")
    await until { seen.errors.load(ordering: .relaxed) == 2 }
    try await database.run("ALTER TABLE hidden RENAME TO reminders")
    let again = start(shared, 0, seen)
    await until { seen.counts(of: 0) == [3, 3] }
    for token in tokens + [again] { token.cancel() }
  }

  @Test func `values come as a sequence`() async throws {
    let shared = observation(Seen()).shared(in: database, scheduling: .task)
    var values = shared.values().makeAsyncIterator()
    #expect(try await values.next() == 3)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(try await values.next() == 2)
  }

  @Test @MainActor func `the main actor's schedulers have their short spelling`() async throws {
    let seen = Seen()
    let shared = observation(seen).shared(in: database, scheduling: .immediate)
    let token = start(shared, 0, seen)
    #expect(seen.counts(of: 0).first == 3)
    token.cancel()
    let unspecified = observation(seen).shared(in: database)
    let other = start(unspecified, 1, seen)
    await until { seen.counts(of: 1).first == 3 }
    other.cancel()
  }
}
