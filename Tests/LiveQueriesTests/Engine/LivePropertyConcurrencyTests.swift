import LiveSQL
import LiveSQLTestSupport
import Testing

/// Very many tasks that subscribe, cancel, load and write at random, through properties and
/// sequences.
@Suite(.timeLimit(.hang)) struct LivePropertyConcurrencyTests {
  private static let taskCount = 1_000

  @Test(arguments: [1, 2])
  func `a thousand tasks can subscribe, cancel and write at once`(seed: UInt64) async throws {
    let scratch = try ScratchDirectory()
    let database = try DatabasePool(path: scratch.path(of: "thousand.db"))
    try await database.run(
      """
      CREATE TABLE reminders (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL,
        isCompleted INTEGER NOT NULL DEFAULT 0, remindersListID INTEGER NOT NULL DEFAULT 1
      )
      """
    )
    let last = FetchOne(wrappedValue: 0, Reminder.count(), database: database)
    try await last.load()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.taskCount {
        var random = SeededGenerator(seed: seed &* 100_000 &+ UInt64(number))
        let step = Step.allCases[random.below(Step.allCases.count)]
        group.addTask { try await step.run(database, number: number, random: &random) }
      }
      try await group.waitForAll()
    }
    let rows = try await database.read { try Reminder.order(by: \.id).fetchAll($0) }
    #expect(await last.value { $0 == rows.count } == rows.count)
    let all = FetchAll(Reminder.order(by: \.id), database: database)
    try await all.load()
    #expect(all.wrappedValue == rows)
    #expect(database.liveQueryStatistics.map(\.subscriberCount).reduce(0, +) == 2)
  }

  /// The work of one task.
  private enum Step: CaseIterable {
    case insert, update, delete, abandon, load, follow, loadAnother, pause, differences, cancelled

    func run(_ database: DatabasePool, number: Int, random: inout SeededGenerator) async throws {
      let list = random.below(4)
      let inList = Reminder.where { $0.remindersListID == list }.order(by: \.title)
      switch self {
      case .insert:
        try await database.run(
          "INSERT INTO reminders (title, remindersListID) VALUES ('\(number)', \(list))"
        )
      case .update:
        try await database.run(
          "UPDATE reminders SET title = title || 'x', remindersListID = \(list) WHERE id % 7 = \(list)"
        )
      case .delete: try await database.run("DELETE FROM reminders WHERE id % 11 = \(list)")
      case .abandon: _ = FetchAll(inList, database: database)
      case .load: try await FetchAll(inList, database: database).load()
      case .follow:
        for await _ in FetchAll(inList, database: database).values { break }
      case .loadAnother:
        let reminders = FetchAll(inList, database: database)
        try await reminders.load(Reminder.where(\.isCompleted).order(by: \.id))
      case .pause:
        let reminders = FetchAll(inList, database: database)
        reminders.pause()
        reminders.resume()
        try await reminders.load()
      case .differences:
        var rows: [Reminder] = []
        for await difference in FetchAll(inList, database: database).differences {
          try rows.apply(difference)
          break
        }
      case .cancelled:
        let task = Task {
          for await _ in FetchAll(inList, database: database).values {}
        }
        task.cancel()
        await task.value
      }
    }
  }
}
