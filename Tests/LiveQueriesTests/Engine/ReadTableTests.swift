import Foundation
import LiveSQL
import LiveSQLTestSupport
import Observation
import Synchronization
import Testing

/// Live queries that start to read other tables than before.
@Suite(.mayBlock, .timeLimit(.hang)) struct ReadTableTests {
  let scratch: ScratchDirectory
  let database: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabasePool(path: scratch.path(of: "tables.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE choice (isOther INTEGER); INSERT INTO choice VALUES (0);
          CREATE TABLE one (n INTEGER); INSERT INTO one VALUES (1);
          CREATE TABLE other (n INTEGER); INSERT INTO other VALUES (10);
          """
      )
    }
  }

  /// A request that reads one of two tables, and calls a closure once it has read the second one.
  private struct Chosen: FetchKeyRequest {
    let name: String
    let whenOther: @Sendable () -> Void

    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func fetch(_ db: Database) throws -> Int {
      let isOther = try Bool.fetchOne(db, sql: "SELECT isOther FROM choice") == true
      let table = isOther ? "other" : "one"
      let sum = try Int.fetchOne(db, sql: "SELECT sum(n) FROM \(table)") ?? 0
      if isOther { whenOther() }
      return sum
    }
  }

  @Test func `a query sees a commit to a table that it is just reading for the first time`()
    async throws
  {
    let isDone = Mutex(false)
    let chosen = Chosen(name: "sum") { [database] in
      let isFirst = isDone.withLock { isDone in
        defer { isDone = true }
        return !isDone
      }
      guard isFirst else { return }
      // A commit on another thread, which the snapshot does not contain.
      let committed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? database.writeNow { try $0.execute(sql: "UPDATE other SET n = 20") }
        committed.signal()
      }
      committed.wait()
    }
    @Fetch(chosen, database: database) var sum = 0
    try await $sum.load()
    #expect(sum == 1)
    try await database.run("UPDATE choice SET isOther = 1")
    #expect(await $sum.value { $0 == 20 } != nil)
    try await database.run("UPDATE other SET n = 30")
    #expect(await $sum.value { $0 == 30 } != nil)
  }
}

/// Failed live queries, which recover after commits to the tables that they read in the meantime.
@Suite(.mayBlock, .timeLimit(.hang)) struct FailingTableTests {
  static let table = "things (id INTEGER PRIMARY KEY, title)"

  @Table("things") struct Thing: Hashable {
    let id: Int
    var title: String
  }

  @Test func `a row that cannot be decoded is an error once no temporary table hides it`()
    async
    throws
  {
    let database = try DatabaseQueue()
    try await database.run("CREATE TABLE \(Self.table); CREATE TEMP TABLE \(Self.table)")
    try await database.run("INSERT INTO main.things VALUES (3, 5)")
    @FetchAll(Thing.order(by: \.id), database: database) var things
    try await $things.load()
    #expect(things.isEmpty && $things.loadError == nil)
    try await database.run("DROP TABLE temp.things")
    let fetched = $things.fetched
    for await hasFailed in Observations({ fetched.loadError != nil }) where hasFailed { break }
    try await database.run("UPDATE things SET title = 'five'")
    #expect(await $things.value { $0 == [Thing(id: 3, title: "five")] } != nil)
    #expect($things.loadError == nil)
  }
}
