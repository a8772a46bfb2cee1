import Dispatch
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Observations: the events that they report, where their values arrive, and what they can track.
@Suite(.timeLimit(.hang)) struct ObservationEventTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  /// Lines that several threads append.
  final class Lines: Sendable, TextOutputStream {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func write(_ text: String) {
      lines.withLock { lines in
        if text != "\n" { lines.append(text.hasSuffix("\n") ? String(text.dropLast()) : text) }
      }
    }
  }

  private static let counting = ValueObservation.tracking { db in try Reminder.fetchCount(db) }

  @Test func `reports events to closures, in order`() async throws {
    let lines = Lines()
    let observation = Self.counting.handleEvents(
      willStart: { lines.write("start") },
      willFetch: { lines.write("fetch") },
      willTrackRegion: { lines.write("region \($0)") },
      databaseDidChange: { lines.write("change") },
      didReceiveValue: { lines.write("value \($0)") },
      didFail: { _ in lines.write("failure") },
      didCancel: { lines.write("cancel") }
    )
    let values = observation.values(in: database)
    #expect(lines.all == [])
    var iterator: ObservedValues<Int>.AsyncIterator? = values.makeAsyncIterator()
    #expect(try await iterator?.next() == 3)
    #expect(lines.all == ["start", "fetch", "region reminders", "value 3"])
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(try await iterator?.next() == 2)
    #expect(lines.all.dropFirst(4) == ["change", "fetch", "value 2"])
    iterator = nil
    #expect(lines.all.last == "cancel")
  }

  @Test func `reports its failure, but not a cancellation after it`() async throws {
    let lines = Lines()
    let observation = ValueObservation.tracking { db in
      try Row.fetchAll(db, sql: "SELECT * FROM missing")
    }
    .handleEvents(didFail: { _ in lines.write("failure") }, didCancel: { lines.write("cancel") })
    var iterator: ObservedValues<[Row]>.AsyncIterator? = observation.values(in: database)
      .makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { try await iterator?.next() }
    iterator = nil
    #expect(lines.all == ["failure"])
  }

  @Test func `reports the values before an operator, and no duplicates`() async throws {
    let lines = Lines()
    let observation = Self.counting.handleEvents(didReceiveValue: { lines.write("count \($0)") })
      .map { "\($0) reminders" }.removeDuplicates()
      .handleEvents(didReceiveValue: { lines.write($0) })
    var iterator = observation.values(in: database).makeAsyncIterator()
    #expect(try await iterator.next() == "3 reminders")
    try await database.run(
      "UPDATE reminders SET title = 'x'; INSERT INTO reminders VALUES (9, 'y', 0, 1)"
    )
    #expect(try await iterator.next() == "4 reminders")
    #expect(lines.all == ["count 3", "3 reminders", "count 4", "4 reminders"])
  }

  @Test func `prints its events`() async throws {
    let lines = Lines()
    let task = Task { [database] in
      for try await _ in Self.counting.print("reminders", to: lines).values(in: database) { break }
    }
    try await task.value
    #expect(
      lines.all == [
        "reminders: start", "reminders: fetch", "reminders: tracked region: reminders",
        "reminders: value: 3", "reminders: cancel",
      ]
    )
  }

  @Test func `runs again when its region is touched, whatever it reads`() async throws {
    let runs = Atomic<Int>(0)
    let observation = ValueObservation.tracking(region: Region(table: "remindersLists")) { db in
      _ = try Reminder.fetchCount(db)
      return runs.add(1, ordering: .relaxed).newValue
    }
    var iterator = observation.values(in: database).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    try await database.run("UPDATE reminders SET title = 'x'")
    try await database.run("INSERT INTO remindersLists VALUES (77, 'New')")
    #expect(try await iterator.next() == 2)
    var registered = ValueObservation.tracking { db in
      try db.registerAccess(to: Region(table: "remindersLists"))
      return runs.add(1, ordering: .relaxed).newValue
    }.values(in: database).makeAsyncIterator()
    let first = try #require(try await registered.next())
    try await database.run("INSERT INTO remindersLists VALUES (78, 'Newer')")
    #expect(try #require(try await registered.next()) > first)
    var any = ValueObservation.tracking(region: Region.fullDatabase) { db in
      try Reminder.fetchCount(db)
    }
    .values(in: database).makeAsyncIterator()
    #expect(try await any.next() == 3)
    try await database.run("DELETE FROM reminders")
    #expect(try await any.next() == 0)
    var constant = ValueObservation.trackingConstantRegion { db in try Reminder.fetchCount(db) }
      .values(in: database).makeAsyncIterator()
    #expect(try await constant.next() == 0)
  }

  @Test func `notices changes that are announced by hand`() async throws {
    var iterator = Self.counting.values(in: database).makeAsyncIterator()
    #expect(try await iterator.next() == 3)
    try await database.write { db in try db.notifyChanges(in: Region(table: "reminders")) }
    #expect(try await iterator.next() == 3)
  }

  @Test func `has one value in a snapshot, and then ends`() async throws {
    let scratch = try ScratchDirectory()
    let pool = try DatabasePool(path: scratch.path(of: "t.db"))
    try await pool.write { db in try db.execute(sql: "CREATE TABLE t (n); INSERT INTO t VALUES (5)")
    }
    let snapshot = try pool.makeSnapshot()
    try await pool.write { db in try db.execute(sql: "DELETE FROM t") }
    let observation = ValueObservation.tracking { db in try Int.fetchAll(db, sql: "SELECT n FROM t")
    }
    var values: [[Int]] = []
    for try await value in observation.values(in: snapshot) { values.append(value) }
    #expect(values == [[5]])
  }
}

extension ObservationEventTests {
  @Test func `values arrive on a queue, one after another`() async throws {
    let queue = DispatchQueue(label: "values")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let cancellable = Self.counting.removeDuplicates()
      .start(in: database, scheduling: .async(onQueue: queue)) {
        Issue.record($0)
      } onChange: { count in
        #expect(DispatchQueue.getSpecific(key: key) == true)
        continuation.yield(count)
      }
    var counts = stream.makeAsyncIterator()
    #expect(await counts.next() == 3)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(await counts.next() == 2)
    cancellable.cancel()
    queue.sync {}
    try await database.run("DELETE FROM reminders")
    continuation.finish()
    #expect(await counts.next() == nil)
  }

  @Test func `the first value arrives at once, even off the main actor`() async throws {
    let seen = Mutex<[Int]>([])
    let cancellable = Self.counting.start(
      in: database,
      scheduling: .immediate(then: .task(priority: .high))
    ) {
      Issue.record($0)
    } onChange: { count in
      seen.withLock { $0.append(count) }
    }
    #expect(seen.withLock { $0 }.first == 3)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    await until { seen.withLock { $0.last } == 2 }
    cancellable.cancel()
    let failed = Mutex(false)
    _ = ValueObservation.tracking { db in try Row.fetchAll(db, sql: "SELECT * FROM missing") }
      .start(in: database, scheduling: .immediate()) { _ in
        failed.withLock { $0 = true }
      } onChange: { _ in
      }
    #expect(failed.withLock { $0 })
  }

  @Test func `values arrive where a custom scheduler runs them`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let scheduled = Atomic<Int>(0)
    let scheduler = AnyValueObservationScheduler.custom { action in
      scheduled.add(1, ordering: .relaxed)
      action()
    }
    let cancellable = Self.counting.start(in: database, scheduling: scheduler) {
      Issue.record($0)
    } onChange: {
      continuation.yield($0)
    }
    for await count in stream {
      #expect(count == 3)
      break
    }
    #expect(scheduled.load(ordering: .relaxed) > 0)
    cancellable.cancel()
  }

  @Test @MainActor
  func `an observation that is not retained is reported, with advice on how to retain it`()
    async throws
  {
    let lines = Lines()
    let reporter = ErrorReporter { error, _, place in
      lines.write("\(place.file.hasSuffix("ObservationEventTests.swift")) \(error)")
    }
    withDependencies {
      $0.errorReporter = reporter
    } operation: {
      _ = Self.counting.start(in: database) { _ in
      } onChange: { _ in
      }
    }
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.hasPrefix("true An observation ended before its first value") == true)
    #expect(lines.all.first?.contains("for: self") == true)
    // It is not a mistake to cancel an observation, or to release it after a value.
    await withDependencies {
      $0.errorReporter = reporter
    } operation: {
      Self.counting.start(in: database) { _ in
      } onChange: { _ in
      }.cancel()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      var kept: AnyDatabaseCancellable? = Self.counting.start(in: database) { _ in
      } onChange: {
        continuation.yield($0)
      }
      for await _ in stream { break }
      #expect(kept != nil)
      kept = nil
    }
    #expect(lines.all.count == 1)
  }

  @MainActor final class Screen {
    var counts: [Int] = []
    var errors = 0
  }

  @Test @MainActor func `an observation that is tied to an object ends with it`() async throws {
    var screen: Screen? = Screen()
    weak let weakScreen = screen
    let told = Mutex(0)
    if let screen {
      Self.counting.handleEvents(didCancel: { told.withLock { $0 += 1 } })
        .start(in: database, for: screen) { screen, _ in
          screen.errors += 1
        } onChange: { screen, count in
          screen.counts.append(count)
        }
    }
    await until { screen?.counts == [3] }
    try await database.run("DELETE FROM reminders WHERE id = 1")
    await until { screen?.counts.last == 2 }
    screen = nil
    #expect(weakScreen == nil)
    try await database.run("DELETE FROM reminders")
    await until { told.withLock { $0 } == 1 }
  }

  @Test @MainActor
  func `an observation that is tied to an object can be cancelled, and reports errors to it`()
    async throws
  {
    let screen = Screen()
    ValueObservation.tracking { db in try Row.fetchAll(db, sql: "SELECT * FROM missing") }
      .start(in: database, for: screen) { screen, _ in
        screen.errors += 1
      } onChange: { _, _ in
      }
    await until { screen.errors == 1 }
    let cancellable = Self.counting.start(in: database, for: screen) { _, _ in
    } onChange: { screen, count in
      screen.counts.append(count)
    }
    await until { screen.counts == [3] }
    cancellable.cancel()
    try await database.run("DELETE FROM reminders")
    #expect(screen.counts == [3])
  }
}
