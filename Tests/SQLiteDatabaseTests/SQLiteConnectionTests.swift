import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite(.timeLimit(.hang)) struct SQLiteConnectionTests {
  private func users() async throws -> SQLiteConnection {
    let connection = try await SQLiteConnection.open()
    try await connection.execute(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)"
    )
    return connection
  }

  private func names(_ connection: SQLiteConnection) async throws -> [String] {
    try await connection.query("SELECT name FROM users ORDER BY id").compactMap {
      $0.column("name")?.string
    }
  }

  @Test func `a file keeps its rows from one connection to the next`() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "users.db")
    let first = try await SQLiteConnection.open(storage: .file(path: path))
    try await first.execute(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name); INSERT INTO users VALUES (1, 'Ada')"
    )
    try await first.close()
    let second = try await SQLiteConnection.open(storage: .file(path: path))
    #expect(try await names(second) == ["Ada"])
    try await second.close()
  }

  @Test func `opens without waiting in an initializer`() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "users.db")
    let connection = try SQLiteConnection(storage: .file(path: path))
    try await connection.execute(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name); INSERT INTO users VALUES (1, 'Ada')"
    )
    #expect(try await names(connection) == ["Ada"])
    let other = try SQLiteConnection(storage: .memory)
    #expect(try await other.query("SELECT 1").count == 1)
    #expect(throws: DatabaseError.self) { try SQLiteConnection(storage: .file(path: "")) }
  }

  @Test func `an error says why a file cannot be opened`() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await SQLiteConnection.open(storage: .file(path: ""))
    }
    #expect(error?.code == .cannotOpen)
  }

  @Test func `each kind of value is returned as it was bound`() async throws {
    let connection = try await SQLiteConnection.open()
    let values: [SQLiteData] = [
      .integer(.min), .float(0.5), .text("a\0b"), .blob([]), .blob([0, 255]), .null,
    ]
    let rows = try await connection.query("SELECT ?, ?, ?, ?, ?, ?", values)
    #expect(rows.count == 1)
    #expect(rows[0].columns.map(\.data) == values)
  }

  @Test func `finds a column by its name, and none for other names`() async throws {
    let connection = try await SQLiteConnection.open()
    let row = try await connection.query("SELECT 1 AS id, 'Ada' AS name")[0]
    #expect(row.column("NAME") == .text("Ada"))
    #expect(row.column("age") == nil)
    #expect(row.columns.map(\.name) == ["id", "name"])
  }

  @Test func `passes rows to a closure one by one`() async throws {
    let connection = try await SQLiteConnection.open()
    let seen = Mutex<[Int]>([])
    try await connection.query("SELECT value FROM json_each('[1, 2, 3]')") { row in
      seen.withLock { $0.append(row.column("value")?.integer ?? 0) }
    }
    #expect(seen.withLock { $0 } == [1, 2, 3])
  }

  @Test func `ends a statement whose row closure throws, and continues`() async throws {
    struct Refusal: Error {}
    let connection = try await users()
    await #expect(throws: Refusal.self) {
      try await connection.query("SELECT 1 UNION SELECT 2") { _ in throw Refusal() }
    }
    try await connection.query("INSERT INTO users (name) VALUES ('Ada')")
    #expect(try await names(connection) == ["Ada"])
  }

  @Test func `reports the row ID of the last insertion`() async throws {
    let connection = try await users()
    let id = try await connection.transaction(deadline: .unhurried) { conn in
      try await conn.query("INSERT INTO users (id, name) VALUES (41, 'Ada'), (42, 'Grace')")
      return try await conn.lastInsertedRowID
    }
    #expect(id == 42)
    #expect(try await connection.lastInsertedRowID == 42)
  }

  @Test func `refuses a wrong number of values`() async throws {
    let connection = try await SQLiteConnection.open()
    let error = await #expect(throws: DatabaseError.self) {
      try await connection.query("SELECT ?", [.null, .null])
    }
    #expect(error?.code == .arguments)
  }

  @Test func `closes once, and refuses later statements`() async throws {
    let connection = try await users()
    try await connection.close()
    try await connection.close()
    let error = await #expect(throws: DatabaseError.self) { try await names(connection) }
    #expect(error?.code == .closed)
  }
}

// MARK: - Transactions

extension SQLiteConnectionTests {
  @Test func `wraps a queue or a pool, and shares it`() async throws {
    let scratch = try ScratchDirectory()
    let queue = try DatabaseQueue()
    let pool = try DatabasePool(path: scratch.path(of: "pool.db"))
    for (connection, database) in [
      (SQLiteConnection(queue), queue as any DatabaseWriter), (SQLiteConnection(pool), pool),
    ] {
      try await database.write { db in
        try db.execute(sql: "CREATE TABLE users (id INTEGER PRIMARY KEY, name)")
      }
      try await connection.transaction { conn in
        try await conn.query("INSERT INTO users (name) VALUES (?)", [.text("Ada")])
      }
      try await connection.query("INSERT INTO users (name) VALUES (?)", [.text("Bo")])
      #expect(try await names(connection) == ["Ada", "Bo"])
      #expect(try await connection.read { db in try Row.fetchAll(db, sql: "SELECT 1").count } == 1)
      let changes = connection.changeSource === database.changeSource
      #expect(changes)
      let number = try await connection.readLastCommit { _, number in number }
      #expect(number == database.changeSource.lastNumber)
      let roles = try connection.statistics().connections.map(\.role)
      #expect(roles == (try database.statistics().connections.map(\.role)))
      try await connection.barrierWriteWithoutTransaction { db in
        try db.execute(sql: "DELETE FROM users WHERE name = 'Bo'")
      }
      #expect(try await names(connection) == ["Ada"])
      try await connection.close()
      await #expect(throws: DatabaseError.self) { try await database.read { _ in } }
    }
  }

  @Test func `commits a transaction if its closure returns`() async throws {
    let connection = try await users()
    try await connection.transaction(deadline: .unhurried) { conn in
      try await conn.query("INSERT INTO users (name) VALUES (?)", [.text("Ada")])
    }
    #expect(try await names(connection) == ["Ada"])
  }

  @Test func `rolls back a transaction if its closure throws`() async throws {
    let connection = try await users()
    let error = await #expect(throws: DatabaseError.self) {
      try await connection.transaction(deadline: .unhurried) { conn in
        try await conn.execute("INSERT INTO users (name) VALUES ('Ada')")
        try await conn.execute("INSERT INTO users (name) VALUES ('Ada')")
      }
    }
    #expect(error?.code == .constraint)
    #expect(try await names(connection).isEmpty)
  }

  @Test func `refuses use of the connection itself within its transaction`() async throws {
    let connection = try await users()
    try await connection.transaction(deadline: .unhurried) { conn in
      let query = await #expect(throws: DatabaseError.self) {
        try await connection.query("SELECT 1")
      }
      #expect(query?.code == .nestedAccess)
      let transaction = await #expect(throws: DatabaseError.self) {
        try await connection.transaction(deadline: .unhurried) { _ in }
      }
      #expect(transaction?.code == .nestedAccess)
      let bound = await #expect(throws: DatabaseError.self) { try await conn.transaction { _ in } }
      #expect(bound?.code == .nestedAccess)
      try await conn.execute("INSERT INTO users (name) VALUES ('Ada')")
    }
    #expect(try await names(connection) == ["Ada"])
  }

  @Test func `refuses use of a bound connection after its transaction`() async throws {
    let connection = try await users()
    let bound = try await connection.transaction(deadline: .unhurried) { conn in conn }
    let query = await #expect(throws: DatabaseError.self) { try await bound.query("SELECT 1") }
    #expect(query?.code == .misuse)
    let read = await #expect(throws: DatabaseError.self) { try await bound.read { _ in } }
    #expect(read?.code == .misuse)
    let close = await #expect(throws: DatabaseError.self) { try await bound.close() }
    #expect(close?.code == .misuse)
    #expect(try await names(connection).isEmpty)
  }

  @Test func `runs no other statement between those of a transaction`() async throws {
    let connection = try await users()
    try await connection.execute("CREATE TABLE log (task INTEGER)")
    try await withThrowingTaskGroup { group in
      for task in 0..<16 {
        group.addTask {
          try await connection.transaction(deadline: .unhurried) { conn in
            for _ in 0..<5 {
              try await conn.query("INSERT INTO log (task) VALUES (?)", [.integer(task)])
              await Task.yield()
            }
          }
        }
        group.addTask {
          try await connection.query("INSERT INTO log (task) VALUES (?)", [.integer(-1)])
        }
      }
      try await group.waitForAll()
    }
    let log = try await connection.query("SELECT task FROM log ORDER BY rowid")
      .compactMap { $0.column("task")?.integer }
    #expect(log.count == 16 * 6)
    // Apart from rows written between transactions, the five rows of each transaction are adjacent.
    let written = log.filter { $0 >= 0 }
    for start in stride(from: 0, to: written.count, by: 5) {
      #expect(Set(written[start..<start + 5]).count == 1)
    }
    for (index, task) in log.enumerated() where task < 0 {
      let before = log[..<index].filter { $0 >= 0 }
      #expect(before.count.isMultiple(of: 5))
    }
  }

  @Test func `a write in a transaction that throws undoes only its own changes`() async throws {
    struct Refusal: Error {}
    let connection = try await users()
    try await connection.transaction(deadline: .unhurried) { conn in
      try await conn.write { try $0.execute(sql: "INSERT INTO users (name) VALUES ('Ada')") }
      await #expect(throws: Refusal.self) {
        try await conn.write { db in
          try db.execute(sql: "INSERT INTO users (name) VALUES ('Grace')")
          throw Refusal()
        }
      }
      let count = try await conn.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM users") }
      #expect(count == 1)
      let error = await #expect(throws: DatabaseError.self) {
        try await conn.read { try $0.execute(sql: "DELETE FROM users") }
      }
      #expect(error?.code == .readOnly)
    }
    #expect(try await names(connection) == ["Ada"])
  }

  @Test func `does nothing more after SQLite rolled the transaction back`() async throws {
    let connection = try await users()
    try await connection.query("INSERT INTO users (name) VALUES ('Ada')")
    let error = await #expect(throws: DatabaseError.self) {
      try await connection.transaction(deadline: .unhurried) { conn in
        _ = try? await conn.query("INSERT OR ROLLBACK INTO users (name) VALUES ('Ada')")
        try await conn.write { try $0.execute(sql: "INSERT INTO users (name) VALUES ('Grace')") }
      }
    }
    #expect(error?.code == .transactionAborted)
    #expect(try await names(connection) == ["Ada"])
  }

  @Test func `rolls back when the task is cancelled`() async throws {
    let connection = try await users()
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    // Held so that the stream does not end on its own.
    let (endless, never) = AsyncStream.makeStream(of: Void.self)
    defer { never.finish() }
    let task = Task {
      defer { start.finish() }
      try await connection.transaction(deadline: .unhurried) { conn in
        try await conn.query("INSERT INTO users (name) VALUES ('Ada')")
        start.yield()
        for await _ in endless {}
      }
    }
    for await _ in started.prefix(1) { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await names(connection).isEmpty)
  }

  @Test func `publishes its changes like any database`() async throws {
    let connection = try await users()
    let database: any DatabaseWriter = connection
    var changes = database.changes.makeAsyncIterator()
    try await connection.transaction(deadline: .unhurried) { conn in
      try await conn.query("INSERT INTO users (id, name) VALUES (7, 'Ada')")
    }
    guard case .rows(let rows) = await changes.next()?.tables["users"] else {
      Issue.record("The rows are not reported.")
      return
    }
    #expect(rows.map(\.key) == [.rowID(7)])
  }
}

// MARK: - Values

extension SQLiteConnectionTests {
  @Test(
    arguments: [
      (SQLiteData.integer(1), 1, 1.0, "1", true),
      (.integer(2), 2, 2.0, "2", nil),
      (.float(0), 0, 0, "0.0", false),
      (.float(2.5), nil, 2.5, "2.5", nil),
      (.float(.infinity), nil, .infinity, "inf", nil),
      (.text("7"), 7, 7, "7", nil),
      (.text("x"), nil, nil, "x", nil),
      (.blob([1]), nil, nil, nil, nil),
      (.null, nil, nil, nil, nil),
    ] as [(SQLiteData, Int?, Double?, String?, Bool?)]
  )
  func `values are converted if nothing is lost`(
    data: SQLiteData,
    integer: Int?,
    double: Double?,
    string: String?,
    bool: Bool?
  ) {
    #expect(data.integer == integer)
    #expect(data.double == double)
    #expect(data.string == string)
    #expect(data.bool == bool)
    #expect(data.isNull == (data == .null))
    #expect(data.blob == (data == .blob([1]) ? [1] : nil))
  }
}
