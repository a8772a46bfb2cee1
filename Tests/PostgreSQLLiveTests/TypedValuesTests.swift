import Foundation
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLLive
import PostgreSQLQueries
import PostgreSQLTestSupport
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

@Table struct Deadline: Equatable {
  let id: Int
  var due: Date?
}

@Table struct Reminder: Equatable {
  let id: Int
  var title: String
  var isCompleted: Bool
}

extension Reminder {
  /// The SQL that creates the table.
  static let creation = """
    CREATE TABLE reminders (id bigint PRIMARY KEY, title text NOT NULL, "isCompleted" boolean NOT NULL)
    """
}

/// Typed statements as live queries.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TypedValuesTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      \(Reminder.creation);
      INSERT INTO reminders VALUES (1, 'Milk', false), (2, 'Bread', false), (3, 'Eggs', true);
      CREATE PUBLICATION livesql FOR TABLE reminders
      """
    )
  }

  @Test func `each result has its differences`() async throws {
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    let open = Reminder.where { !$0.isCompleted }.order(by: \.id)
    var results = live.values(of: open).makeAsyncIterator()
    let first = try #require(try await results.next())
    #expect(first.rows.map(\.title) == ["Milk", "Bread"])
    #expect(first.plan == .orderedPatch)
    try connection.execute("UPDATE reminders SET title = 'Oat milk' WHERE id = 1")
    let second = try #require(try await results.next())
    #expect(second.rows.map(\.title) == ["Oat milk", "Bread"])
    #expect(second.difference.counts.total == 1)
    #expect(second.difference.updated.map(\.newElement.title) == ["Oat milk"])
    try connection.execute(
      "UPDATE reminders SET \"isCompleted\" = NOT \"isCompleted\" WHERE id > 1"
    )
    let third = try #require(try await results.next())
    #expect(third.rows.map(\.title) == ["Oat milk", "Eggs"])
    #expect(try third.difference.applying(to: second.rows) == third.rows)
  }

  @Test func `a limited order by an optional date is the same patched and run from scratch`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE TABLE deadlines (id bigint PRIMARY KEY, due timestamptz);
        INSERT INTO deadlines SELECT i, CASE WHEN i % 3 > 0 THEN to_timestamp(i % 7) END
        FROM generate_series(1, 60) i;
        ALTER PUBLICATION livesql ADD TABLE deadlines
        """
    )
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    let latest = Deadline.where { $0.due.is(nil) || $0.id < 50 }.order { ($0.due.desc(), $0.id) }
      .limit(45)
    var results = live.values(of: latest).makeAsyncIterator()
    var result = try await results.next()
    #expect(result?.plan == .orderedWindow)
    #expect(try result?.rows == latest.fetchAll(connection))
    for id in 1...12 {
      let value: PostgresValue = id.isMultiple(of: 2) ? .null : .text("2001-01-01")
      try connection.execute(
        "UPDATE deadlines SET due = $1 WHERE id = $2",
        [value, .integer(Int64(id * 3 % 40))]
      )
      try await live.catchUp()
      let fresh = try latest.fetchAll(connection)
      if fresh != result?.rows { result = try await results.next() }
      #expect(result?.rows == fresh)
    }
    #expect(result?.rows.last?.due == nil)
  }

  @Test func `everything committed is shown after catching up`() async throws {
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    _ = try await results.next()
    for id in 4..<20 {
      try connection.execute(
        "INSERT INTO reminders VALUES ($1, 'new', false)",
        [.integer(Int64(id))]
      )
      try await live.catchUp()
      let result = try #require(try await results.next())
      #expect(result.rows.count == Int(id))
      #expect(result.plan == .orderedPatch)
    }
  }

  @Test func `a sequence continues after a server outage, and ends when the database is closed`()
    async throws
  {
    let server = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: server)
    try scratch.connect().execute(
      script: """
        \(Reminder.creation);
        CREATE PUBLICATION livesql FOR TABLE reminders
        """
    )
    let live = PostgresLiveDatabase(scratch.configuration)
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    #expect(try await results.next()?.rows == [])
    #expect(server.control(.restart))
    try scratch.connect().execute("INSERT INTO reminders VALUES (1, 'back', false)")
    #expect(try await results.next()?.rows.map(\.title) == ["back"])
    live.close()
    #expect(try await results.next() == nil)
  }

  @Test func `the first result throws what is missing, with the SQL to run`() async throws {
    try connection.execute(script: "DROP PUBLICATION livesql")
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    var results = live.values(of: Reminder.all).makeAsyncIterator()
    do {
      _ = try await results.next()
      Issue.record("There is a result.")
    } catch { #expect("\(error)".contains("CREATE PUBLICATION \"livesql\" FOR TABLE")) }
  }
}
