import LiveSQL
import LiveSQLTestSupport
import Testing

@Suite(.timeLimit(.hang)) struct LiveQueryTests {
  let scratch: ScratchDirectory
  let database: DatabasePool

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabasePool(path: scratch.path(of: "live.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE TABLE reminders (id INTEGER PRIMARY KEY, listID INTEGER NOT NULL, title TEXT NOT NULL);
          CREATE TABLE other (id INTEGER PRIMARY KEY);
          INSERT INTO lists VALUES (1, 'Home'), (2, 'Work');
          INSERT INTO reminders VALUES (1, 1, 'Milk'), (2, 2, 'Mail');
          """
      )
    }
  }

  @Test func `text that is not valid UTF-8 is a blob for queries that show any text`() async throws
  {
    let database = try DatabaseQueue()
    try await database.run("CREATE TABLE t (n); INSERT INTO t VALUES (1)")
    let sql = "SELECT n, CAST(x'6261ff62' AS TEXT) FROM t"
    var strict = database.liveQuery(sql: sql).makeAsyncIterator()
    await #expect(throws: DecodingFailure.self) { _ = try await strict.next() }
    var shown = database.liveQuery(sql: sql, arguments: [], key: nil, showsAnyText: true)
      .makeAsyncIterator()
    let bytes = DatabaseValue.blob([0x62, 0x61, 0xFF, 0x62])
    #expect(try await shown.next()?.rows.map(\.values) == [[1, bytes]])
    try await database.run("UPDATE t SET n = 2")
    #expect(try await shown.next()?.rows.map(\.values) == [[2, bytes]])
  }

  @Test func `two spellings of a character are two queries, in SQL and as a value`() async throws {
    let sql = "SELECT 'x', ? FROM lists WHERE id = 1"
    var composed = database.liveQuery(sql: sql, arguments: ["\u{e9}"]).makeAsyncIterator()
    var decomposed = database.liveQuery(sql: sql, arguments: ["e\u{301}"]).makeAsyncIterator()
    #expect(try await composed.next()?.rows.map(\.values) == [["x", "\u{e9}"]])
    #expect(try await decomposed.next()?.rows.map(\.values) == [["x", "e\u{301}"]])
    var one = database.liveQuery(sql: "SELECT '\u{e9}' FROM lists WHERE id = 1").makeAsyncIterator()
    var other = database.liveQuery(sql: "SELECT 'e\u{301}' FROM lists WHERE id = 1")
      .makeAsyncIterator()
    #expect(try await one.next()?.rows.map(\.values) == [["\u{e9}"]])
    #expect(try await other.next()?.rows.map(\.values) == [["e\u{301}"]])
  }

  @Test func `begins with the current result`() async throws {
    var updates = database.liveQuery(sql: "SELECT id, title FROM reminders ORDER BY id")
      .makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(first.rows.map(\.values) == [[1, "Milk"], [2, "Mail"]])
    #expect(first.cause == .initial)
    #expect(first.difference.inserted.count == 2)
  }

  @Test func `reports what a commit inserted, updated and removed`() async throws {
    var updates = database.liveQuery(sql: "SELECT id, title FROM reminders ORDER BY id")
      .makeAsyncIterator()
    _ = try await updates.next()
    try await database.write { db in
      try db.execute(sql: "INSERT INTO reminders VALUES (3, 1, 'Bread')")
      try db.execute(sql: "UPDATE reminders SET title = 'Oat milk' WHERE id = 1")
      try db.execute(sql: "DELETE FROM reminders WHERE id = 2")
    }
    let update = try #require(try await updates.next())
    #expect(update.cause == .thisProcess)
    #expect(update.commitCount == 1)
    #expect(update.difference.counts == DifferenceCounts(inserted: 1, removed: 1, updated: 1))
    #expect(update.rows.map(\.values) == [[1, "Oat milk"], [3, "Bread"]])
  }

  @Test func `skips a commit that leaves the result unchanged`() async throws {
    var updates = database.liveQuery(sql: "SELECT id FROM reminders WHERE listID = 1")
      .makeAsyncIterator()
    _ = try await updates.next()
    try await database.write { try $0.execute(sql: "INSERT INTO other VALUES (1)") }
    try await database.write { try $0.execute(sql: "UPDATE reminders SET listID = 3 WHERE id = 2") }
    try await database.write { try $0.execute(sql: "INSERT INTO reminders VALUES (9, 1, 'Tea')") }
    let update = try #require(try await updates.next())
    #expect(update.rows.map(\.values) == [[1], [9]])
  }

  @Test func `follows every table of a join`() async throws {
    let sql = """
      SELECT r.id, r.title, l.title FROM reminders r JOIN lists l ON l.id = r.listID ORDER BY r.id
      """
    var updates = database.liveQuery(sql: sql).makeAsyncIterator()
    _ = try await updates.next()
    try await database.write {
      try $0.execute(sql: "UPDATE lists SET title = 'Office' WHERE id = 2")
    }
    let update = try #require(try await updates.next())
    #expect(update.difference.counts == DifferenceCounts(updated: 1))
    #expect(update.rows.last?.values == [2, "Mail", "Office"])
  }

  @Test func `sees the commits of another connection`() async throws {
    var updates = database.liveQuery(sql: "SELECT count(*) FROM reminders").makeAsyncIterator()
    _ = try await updates.next()
    let other = try DatabaseQueue(path: scratch.path(of: "live.db"))
    try await other.write { try $0.execute(sql: "INSERT INTO reminders VALUES (3, 1, 'Bread')") }
    let update = try #require(try await updates.next())
    #expect(update.cause == .otherProcess)
    #expect(update.rows.map(\.values) == [[3]])
    #expect(update.difference.counts == DifferenceCounts(updated: 1))
  }

  @Test func `gives a slow consumer the newest result and the whole difference`() async throws {
    var updates = database.liveQuery(sql: "SELECT id FROM reminders ORDER BY id")
      .makeAsyncIterator()
    let first = try #require(try await updates.next())
    for id in 10..<20 {
      try await database.write {
        try $0.execute(sql: "INSERT INTO reminders VALUES (?, 1, 'x')", arguments: [id])
      }
    }
    var rows = first.rows
    while rows.count < 12 {
      let update = try #require(try await updates.next())
      rows = try update.difference.applying(to: rows)
      #expect(rows == update.rows)
    }
    #expect(rows.map(\.values) == [[1], [2]] + (10..<20).map { [.integer($0)] })
  }

  @Test func `throws if the query cannot be compiled`() async throws {
    var updates = database.liveQuery(sql: "SELECT * FROM nowhere").makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { try await updates.next() }
    #expect(try await updates.next() == nil)
  }

  @Test func `refuses a statement that writes`() async throws {
    var updates = database.liveQuery(sql: "DELETE FROM reminders").makeAsyncIterator()
    await #expect(throws: DatabaseError.self) { try await updates.next() }
    #expect(
      try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reminders") } == 2
    )
  }

  @Test func `ends when its task is cancelled`() async throws {
    let query = database.liveQuery(sql: "SELECT id FROM reminders")
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var count = 0
      for try await _ in query {
        count += 1
        continuation.yield()
      }
      return count
    }
    for await _ in started { break }
    task.cancel()
    #expect(try await task.value == 1)
  }

  @Test func `ends when the database is closed`() async throws {
    var updates = database.liveQuery(sql: "SELECT id FROM reminders").makeAsyncIterator()
    _ = try await updates.next()
    try database.close()
    #expect(try await updates.next() == nil)
  }

  @Test func `a subscription to a database that is closed already is an error`() async throws {
    for database in [database, try DatabaseQueue()] as [any DatabaseWriter] {
      try database.close()
      var updates = database.liveQuery(sql: "SELECT id FROM reminders").makeAsyncIterator()
      let error = await #expect(throws: DatabaseError.self) { _ = try await updates.next() }
      #expect(error?.code == .closed)
      @FetchOne(Reminder.count(), database: database) var number = 0
      await #expect(throws: (any Error).self) { try await $number.load() }
      await until { $number.loadError != nil }
      #expect(($number.loadError as? DatabaseError)?.code == .closed)
      #expect(number == 0)
    }
  }

  @Test func `works on one connection in memory`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY)") }
    var updates = queue.liveQuery(sql: "SELECT id FROM t").makeAsyncIterator()
    #expect(try await updates.next()?.rows.isEmpty == true)
    try await queue.write { try $0.execute(sql: "INSERT INTO t VALUES (7)") }
    #expect(try await updates.next()?.rows.map(\.values) == [[7]])
  }

  @Test func `continues after a table was dropped and created again`() async throws {
    var updates = database.liveQuery(sql: "SELECT * FROM other").makeAsyncIterator()
    _ = try await updates.next()
    try await database.write { db in
      try db.execute(
        sql: "DROP TABLE other; CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT)"
      )
      try db.execute(sql: "INSERT INTO other VALUES (1, 'a')")
    }
    let update = try #require(try await updates.next())
    #expect(update.layout.columnNames == ["id", "name"])
    #expect(update.rows.map(\.values) == [[1, "a"]])
  }
}
