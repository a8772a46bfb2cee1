import LiveSQL
import LiveSQLTestSupport
import Testing

/// Very many subscriptions that come and go beside a writer that never rests.
@Suite(.timeLimit(.hang)) struct ManySubscriptionsTests {
  private static let count = TestRounds.isExhaustive ? 100_000 : 1_000

  /// A process of its own, so that memory, threads and descriptors are those of the subscriptions.
  @Test(.enabled(if: ProcessLevel.obstacle == nil, "\(ProcessLevel.obstacle ?? "")"))
  func `memory, threads and descriptors return to their level`() async throws {
    await #expect(processExitsWith: .success) { [count = Self.count as Int] in
      try await ManySubscriptions().run(count)
    }
  }
}

/// A database that is written without rest, and batches of subscriptions to it.
private struct ManySubscriptions {
  private static let batchSize = 100
  /// What a level may grow by, however many subscriptions there were.
  private static let heapLimit = 4 << 20
  private static let entryLimit = 4

  private let scratch: ScratchDirectory
  private let database: DatabasePool
  private let isStopped = Flag()

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabasePool(path: scratch.path(of: "many.db"))
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE item (id INTEGER PRIMARY KEY, list INTEGER, n INTEGER);
          WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100)
          INSERT INTO item SELECT i, i % 10, i FROM c;
          INSERT INTO list SELECT id, 'list ' || id FROM item WHERE id <= 10;
          """
      )
    }
  }

  /// Runs batches, and throws if something does not return to the level after the first ones.
  func run(_ count: Int) async throws {
    try await batches(max(2, count / Self.batchSize / 10))
    let level = ProcessLevel.now
    try await batches(count / Self.batchSize)
    try await expectReturn(to: level)
    try database.close()
  }

  /// Runs batches, one after the other, beside a task that writes all the time.
  private func batches(_ count: Int) async throws {
    isStopped.lower()
    let writing = Task.detached { [database, isStopped] in
      var number = 0
      while !isStopped.isRaised {
        number += 1
        let (id, list) = (number % 100 + 1, number % 10)
        try await database.write { db in
          try db.execute(sql: "UPDATE item SET n = n + 1, list = \(list) WHERE id = \(id)")
        }
      }
    }
    for number in 0..<count { try await batch(number) }
    isStopped.raise()
    try await writing.value
    await until { database.liveQueryStatistics.isEmpty }
  }
}

// MARK: - Subscriptions

extension ManySubscriptions {
  /// Starts a batch of subscriptions of all kinds, and ends each once it has its first results.
  private func batch(_ number: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<Self.batchSize {
        group.addTask { try await subscribe(number * Self.batchSize + index) }
      }
      try await group.waitForAll()
    }
  }

  private func subscribe(_ number: Int) async throws {
    let id = number % 97 + 1
    switch number % 5 {
    case 0:
      try await load("SELECT id, n FROM item WHERE id = \(id)")
    case 1:
      try await load("SELECT id, n FROM item WHERE list = \(id % 10) ORDER BY n, id LIMIT 5")
    case 2:
      try await load(
        "SELECT l.name, i.n FROM list l JOIN item i ON i.list = l.id WHERE i.id = \(id)"
      )
    case 3:
      for try await update in database.liveQuery(sql: "SELECT list, sum(n) FROM item GROUP BY list")
      where update.cause != .initial || number % 2 == 0 { break }
    default:
      let observation = ValueObservation.tracking { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE list = \(id % 10)") ?? 0
      }
      for try await _ in observation.values(in: database) { break }
    }
  }

  /// Loads a property, which is released when this returns.
  private func load(_ sql: String) async throws {
    let property = FetchAll(SQLRequest<Row>(sql: sql), database: database, delivery: .immediate)
    try await property.load()
    if let error = property.loadError { throw error }
  }
}

// MARK: - Judging

extension ManySubscriptions {
  /// Waits until the process holds no more than it did; threads without work end in their own time.
  private func expectReturn(to level: ProcessLevel) async throws {
    var last: String?
    let hasReturned = await comesTrue {
      last = complaint(ProcessLevel.now, level)
      return last == nil
    }
    if !hasReturned { throw FuzzTrouble(last ?? "The wait was cancelled.") }
  }

  private func complaint(_ now: ProcessLevel, _ level: ProcessLevel) -> String? {
    let hasReturned =
      isWithin(now.heapBytes, level.heapBytes, Self.heapLimit)
      && isWithin(now.threadCount, level.threadCount, Self.entryLimit)
      && isWithin(now.descriptorCount, level.descriptorCount, Self.entryLimit)
    return hasReturned ? nil : "After the first batches: \(level). At the end: \(now)."
  }

  private func isWithin(_ count: Int?, _ level: Int?, _ limit: Int) -> Bool {
    // What is not counted has not returned: then the test should have been skipped.
    guard let count, let level else { return false }
    return count <= level + limit
  }
}
