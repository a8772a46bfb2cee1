import LiveSQL
import LiveSQLTestSupport
import Testing

/// Other processes that write while this one observes the database, or also writes.
@Suite(.mayBlock, .serialized, .timeLimit(.hang)) struct MultiProcessTests {
  private static let commitCount = 2000
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test(arguments: SharedStore.all)
  func `the last of 2,000 commits is seen, and the state never goes back`(
    store: SharedStore
  ) async throws {
    let path = scratch.path(of: "watched.db")
    let database = try store.create(path)
    let changes = database.changes
    async let writing: Void = writeInOtherProcess(path, store, count: Self.commitCount)
    var last = 0
    for await change in changes {
      #expect(change.origin == .otherProcess)
      #expect(change.mayChangeAnyTable || Set(change.tables.keys) == ["total", "entries"])
      let (n, count) = try await store.state(of: database)
      // Both values were written in one transaction.
      #expect(n == count)
      #expect(n >= last)
      last = n
      if n == Self.commitCount { break }
    }
    #expect(last == Self.commitCount)
    await writing
  }

  @Test(arguments: SharedStore.all)
  func `a live query reaches the last state of 2,000 commits`(store: SharedStore) async throws {
    let path = scratch.path(of: "live.db")
    let database = try store.create(path)
    async let writing: Void = writeInOtherProcess(path, store, count: Self.commitCount)
    var last = -1
    let query = database.liveQuery(
      sql: "SELECT n, (SELECT count(*) FROM entries) AS count FROM total"
    )
    for try await update in query {
      let row = try #require(update.rows.first)
      let (n, count): (Int, Int) = (try row["n"], try row["count"])
      #expect(n == count)
      // Only a different result is reported.
      #expect(n > last)
      if update.cause != .initial { #expect(update.cause == .otherProcess) }
      last = n
      if n == Self.commitCount { break }
    }
    #expect(last == Self.commitCount)
    await writing
  }

  @Test(arguments: SharedStore.all)
  func `two processes that write wait for each other and lose nothing`(store: SharedStore)
    async throws
  {
    let path = scratch.path(of: "both.db")
    let database = try store.create(path)
    async let writing: Void = writeInOtherProcess(path, store, count: 300)
    for _ in 0..<300 { try await store.write(to: database) }
    await writing
    let (n, count) = try await store.state(of: database)
    #expect(n == 600)
    #expect(count == 600)
  }

  @Test(arguments: SharedStore.all)
  func `a schema change by another process is noticed`(store: SharedStore) async throws {
    let path = scratch.path(of: "schema.db")
    let database = try store.create(path)
    try await store.write(to: database)
    var updates = database.liveQuery(sql: "SELECT * FROM total").makeAsyncIterator()
    #expect(try await updates.next()?.layout.columnNames == ["n"])
    await changeSchemaElsewhere(path, store)
    let update = try #require(try await updates.next())
    #expect(update.layout.columnNames == ["n", "note"])
    #expect(update.rows.map(\.values) == [[1, "hello"]])
    // Statements that were compiled earlier work with the new schema.
    try await store.write(to: database)
    let names = try await database.read {
      try Row.fetchOne($0, sql: "SELECT * FROM total")?.columnNames
    }
    #expect(names == ["n", "note"])
  }

  private func writeInOtherProcess(_ path: String, _ store: SharedStore, count: Int) async {
    await #expect(processExitsWith: .success) {
      [path = path as String, store = store as SharedStore, count = count as Int] in
      let database = try store.open(path)
      for _ in 0..<count { try await store.write(to: database) }
      try database.close()
    }
  }

  private func changeSchemaElsewhere(_ path: String, _ store: SharedStore) async {
    await #expect(processExitsWith: .success) {
      [path = path as String, store = store as SharedStore] in
      let database = try store.open(path)
      try await database.write { db in
        try db.execute(sql: "ALTER TABLE total ADD COLUMN note DEFAULT 'hello'")
      }
      try database.close()
    }
  }
}

/// A kind of database object with a journal.
struct SharedStore: Codable, Sendable, CustomStringConvertible {
  let isPool: Bool
  let journal: String

  static let all = [
    SharedStore(isPool: true, journal: "wal"), SharedStore(isPool: false, journal: "wal"),
    SharedStore(isPool: false, journal: "delete"),
  ]

  var description: String { (isPool ? "pool" : "queue") + " with " + journal }

  func open(_ path: String) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.journalMode = JournalMode(rawValue: journal) ?? .wal
    // This tests processes that share a file; waiting for the disk is tested by killing them.
    configuration.synchronous = .off
    return isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  func create(_ path: String) throws -> any DatabaseWriter {
    let database = try open(path)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE entries (id INTEGER PRIMARY KEY, n INTEGER);
          CREATE TABLE total (n INTEGER); INSERT INTO total VALUES (0)
          """
      )
    }
    return database
  }

  func write(to database: any DatabaseWriter) async throws {
    try await database.write { db in
      try db.execute(sql: "UPDATE total SET n = n + 1")
      try db.execute(sql: "INSERT INTO entries (n) SELECT n FROM total")
    }
  }

  /// Returns the total and the number of entries, in one snapshot.
  func state(of database: any DatabaseWriter) async throws -> (Int, Int) {
    try await database.read { db in
      let sql = "SELECT n FROM total UNION ALL SELECT count(*) FROM entries"
      let values = try Int.fetchAll(db, sql: sql)
      return (values[0], values[1])
    }
  }
}
