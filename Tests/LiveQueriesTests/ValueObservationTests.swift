import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.hang)) struct ValueObservationTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `gives the current value and each later one`() async throws {
    let observation = ValueObservation.tracking { db in try Reminder.fetchCount(db) }
    var values = observation.values(in: database).makeAsyncIterator()
    #expect(try await values.next() == 3)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(try await values.next() == 2)
  }

  @Test func `reports equal values again unless duplicates are removed`() async throws {
    let observation = ValueObservation.tracking { db in try Reminder.fetchCount(db) }
    var all = observation.values(in: database).makeAsyncIterator()
    var distinct = observation.removeDuplicates().values(in: database).makeAsyncIterator()
    #expect(try await all.next() == 3)
    #expect(try await distinct.next() == 3)
    // `count(*)` reads no column, so an update does not touch it; delete and insert instead.
    try await database.run(
      "DELETE FROM reminders WHERE id = 1; INSERT INTO reminders VALUES (1, 'x', 0, 1)"
    )
    #expect(try await all.next() == 3)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(try await distinct.next() == 2)
  }

  @Test func `maps values after duplicates were removed`() async throws {
    let titles = ValueObservation.tracking { db in
      try Reminder.order(by: \.id).select(\.title).fetchAll(db)
    }
    let first = titles.removeDuplicates().map { $0.first ?? "none" }
    var values = first.values(in: database).makeAsyncIterator()
    #expect(try await values.next() == "Milk")
    try await database.run("UPDATE reminders SET title = 'Tea' WHERE id = 1")
    #expect(try await values.next() == "Tea")
  }

  @Test func `throws the error of the fetch, and ends`() async throws {
    let observation = ValueObservation.tracking { db in try Row.fetchAll(db, sql: "SELECT * FROM x")
    }
    var values = observation.values(in: database).makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test @MainActor func `calls a closure on the main actor until it is cancelled`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let observation = ValueObservation.tracking { db in try Reminder.fetchCount(db) }
    let cancellable = observation.removeDuplicates().start(in: database) { error in
      Issue.record(error)
    } onChange: { count in
      MainActor.assertIsolated()
      continuation.yield(count)
    }
    var counts = stream.makeAsyncIterator()
    #expect(await counts.next() == 3)
    try await database.run("DELETE FROM reminders WHERE id = 1")
    #expect(await counts.next() == 2)
    cancellable.cancel()
  }

  @Test @MainActor func `calls a closure before it returns if asked to`() throws {
    var seen: [Int] = []
    let observation = ValueObservation.tracking { db in try Reminder.fetchCount(db) }
    let cancellable = observation.start(in: database, scheduling: .immediate) { error in
      Issue.record(error)
    } onChange: {
      seen.append($0)
    }
    #expect(seen == [3])
    cancellable.cancel()
  }

  @Test func `reports an error once`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: (any Error).self)
    let observation = ValueObservation.tracking { db in try Row.fetchAll(db, sql: "SELECT * FROM x")
    }
    let cancellable = observation.start(in: database, scheduling: .task) { error in
      continuation.yield(error)
    } onChange: { _ in
      Issue.record("The observation should have no value.")
    }
    for await error in stream {
      #expect(error is DatabaseError)
      break
    }
    cancellable.cancel()
  }
}
