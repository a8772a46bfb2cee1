import LiveSQL
import LiveSQLTestSupport
import Testing

/// Live queries while several tasks write, subscribe and cancel.
@Suite(.timeLimit(.hang)) struct LiveQueryConcurrencyTests {
  @Test func `shows all queries that a commit touched in one snapshot`() async throws {
    let scratch = try ScratchDirectory()
    let database = try DatabasePool(path: scratch.path(of: "atomic.db"))
    try await database.write { db in
      try db.execute(
        sql:
          "CREATE TABLE a (n INTEGER); CREATE TABLE b (n INTEGER); INSERT INTO a VALUES (0); INSERT INTO b VALUES (0)"
      )
    }
    let writes = Task {
      for n in 1...300 {
        try await database.write { db in
          try db.execute(sql: "UPDATE a SET n = ?", arguments: [n])
          try db.execute(sql: "UPDATE b SET n = ?", arguments: [n])
        }
      }
    }
    async let seenA = Self.values(database.liveQuery(sql: "SELECT n FROM a"), until: 300)
    async let seenB = Self.values(database.liveQuery(sql: "SELECT n FROM b"), until: 300)
    let (a, b) = try await (seenA, seenB)
    try await writes.value
    // Results with the same number are of the same snapshot.
    for (number, value) in a { if let other = b[number] { #expect(value == other) } }
    #expect(a.values.max() == 300)
  }

  @Test func `each subscriber sees the last commit while others come and go`() async throws {
    let scratch = try ScratchDirectory()
    let database = try DatabasePool(path: scratch.path(of: "many.db"))
    try await database.write { try $0.execute(sql: "CREATE TABLE a (n INTEGER PRIMARY KEY)") }
    let query = database.liveQuery(sql: "SELECT count(*) FROM a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let seen = try await Self.values(query, until: 40)
          #expect(seen.values.max() == 40)
        }
        group.addTask { for try await _ in query { break } }
      }
      for _ in 0..<40 {
        group.addTask {
          try await database.write { try $0.execute(sql: "INSERT INTO a DEFAULT VALUES") }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `subscribers can be cancelled and the database closed while others write`()
    async throws
  {
    let database = try DatabasePool()
    try await database.write { try $0.execute(sql: "CREATE TABLE a (n INTEGER PRIMARY KEY)") }
    let query = database.liveQuery(sql: "SELECT n FROM a")
    let subscribers = (0..<16).map { _ in Task { for try await _ in query {} } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for subscriber in subscribers[..<8] { group.addTask { subscriber.cancel() } }
      for _ in 0..<20 {
        group.addTask {
          try await database.write { try $0.execute(sql: "INSERT INTO a DEFAULT VALUES") }
        }
      }
      try await group.waitForAll()
    }
    try database.close()
    for subscriber in subscribers {
      // A subscriber that was about to read when the database was closed gets an error.
      do { try await subscriber.value } catch let error as DatabaseError {
        #expect(error.code == .closed)
      } catch is CancellationError {}
    }
  }

  /// Returns the values that a query showed, by the numbers of their snapshots.
  private static func values(_ query: LiveQuery, until last: Int) async throws -> [Int: Int] {
    var seen: [Int: Int] = [:]
    for try await update in query {
      let value: Int = try update.rows[0][0]
      seen[update.number] = value
      if value == last { break }
    }
    return seen
  }
}
