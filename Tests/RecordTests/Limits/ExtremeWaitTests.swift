import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests that every duration can be waited for: none traps, and one that is over ends at once.
@Suite(.timeLimit(.hang)) struct ExtremeWaitTests {
  @Table("note") struct Note: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  static let durations: [Duration] = [
    Duration.seconds(Int64.min) * 10, .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1),
    .seconds(1e10), .seconds(Int64.max), Duration.seconds(Int64.max) * 10,
  ]

  @Test(arguments: durations)
  func `live queries catch up within every duration`(duration: Duration) async throws {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    }
    @FetchAll(Note.order(by: \.id), database: database, delivery: .immediate) var notes
    try await $notes.load()
    try await database.write { try Note.insert { Note(id: 1, title: "a") }.execute($0) }
    do {
      try await database.liveQueriesCaughtUp(within: duration)
      #expect(notes.count == 1)
    } catch let error as LiveQueriesBehind {
      #expect(duration < .seconds(1))
      #expect(error.description.contains("did not catch up"))
    }
  }

  @Test(arguments: durations)
  func `a timer accepts every interval and tolerance`(duration: Duration) async {
    let task = Task {
      let timer = ContinuousClock().timer(interval: duration, tolerance: duration)
      for await _ in timer { break }
    }
    task.cancel()
    await task.value
  }
}
