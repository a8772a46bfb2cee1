import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLQueries
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Live queries that are right, although the server refuses what plans would make of them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct RefusedPlanTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      \(Reminder.creation);
      INSERT INTO reminders VALUES (1, 'milk', false), (2, 'Bread', false), (3, 'eggs', true);
      CREATE PUBLICATION livesql FOR TABLE reminders
      """
    )
  }

  @Test func `an order that the server writes in another way runs again, and says why`()
    async throws
  {
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    let query = Reminder.order { $0.title.collate(.nocase) }
    var results = live.values(of: query).makeAsyncIterator()
    let first = try #require(try await results.next())
    #expect(first.rows.map(\.title) == ["Bread", "eggs", "milk"])
    #expect(first.plan == .rerun(.unknownOrder))
    let reason = try #require(first.plan).description
    #expect(reason.contains("COLLATE"))
    #expect(reason.contains("lower()"))
    try connection.execute("INSERT INTO reminders VALUES (4, 'CHEESE', false)")
    let second = try #require(try await results.next())
    let fresh = try query.fetchAll(connection)
    #expect(second.rows == fresh)
    #expect(second.rows.map(\.title) == ["Bread", "CHEESE", "eggs", "milk"])
  }

  @Test func `a sequence of results ends with an error if its table is no longer published`()
    async throws
  {
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    #expect(try await results.next()?.rows.count == 3)
    try connection.execute(script: "ALTER PUBLICATION livesql SET (publish = 'insert')")
    let error = await #expect(throws: PostgresError.self) {
      while try await results.next() != nil {}
    }
    #expect(error?.hint?.contains("ALTER PUBLICATION") == true)
  }

  @Test func `a sequence of results ends with an error if its statement is always cancelled`()
    async throws
  {
    try connection.execute(
      script: """
        CREATE FUNCTION slow(text) RETURNS text LANGUAGE plpgsql AS $$
        BEGIN
          IF $1 = 'slow' THEN
            RAISE EXCEPTION 'as statement_timeout does' USING ERRCODE = 'query_canceled';
          END IF;
          RETURN $1;
        END $$
        """
    )
    let live = PostgresLiveDatabase(scratch.configuration)
    defer { live.close() }
    let sql = "SELECT id, slow(title) FROM reminders ORDER BY id"
    let query = PostgresTextQuery(sql: sql, texts: [sql], values: [])
    var results = live.updates(of: query).makeAsyncIterator()
    #expect(try await results.next()?.update.rows.count == 3)
    try connection.execute("UPDATE reminders SET title = 'slow' WHERE id = 1")
    let error = await #expect(throws: PostgresError.self) {
      while try await results.next() != nil {}
    }
    #expect(error?.code == .queryCanceled)
  }

  @Test func `the advice for a table without a key does not make its updates fail`() async throws {
    try connection.execute(script: "CREATE TABLE heap (id int, title text); CREATE SEQUENCE s")
    let heap = TestQuery(
      ["heap.id"],
      from: "\"heap\"",
      tables: [(.first, "heap")],
      sameAs: "SELECT id FROM heap"
    )
    let probe = LiveProbe(heap, PostgresSource(scratch.configuration))
    #expect(probe.error?.contains("REPLICA IDENTITY FULL; then ALTER PUBLICATION") == true)
    let numbers = TestQuery(
      ["s.last_value"],
      from: "\"s\"",
      tables: [(.first, "s")],
      sameAs: "SELECT last_value FROM s"
    )
    let other = LiveProbe(numbers, PostgresSource(scratch.configuration))
    #expect(other.error?.contains("sequence") == true)
    #expect(other.error?.contains("ALTER PUBLICATION") == false)
  }

  @Test func `a row that only a plan reads may fail`() async throws {
    try connection.execute(
      script: """
        INSERT INTO reminders SELECT i, 'more', false FROM generate_series(4, 2000) i;
        ANALYZE reminders
        """
    )
    // The server computes the column of the row behind the limit only for a plan's reserve.
    let query = TestQuery(
      ["reminders.id", "1 / (reminders.id - 3)"],
      from: "\"reminders\"",
      tables: [(.first, "reminders")],
      orderBy: ["reminders.id NULLS LAST"],
      limit: 2,
      sameAs: "SELECT id, 1 / (id - 3) FROM reminders ORDER BY id LIMIT 2"
    )
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    #expect(probe.subscription.plan == .rerun(.failingRow))
    try await probe.check(connection, after: ["DELETE FROM reminders WHERE id = 3"])
    #expect(probe.sink.errors.isEmpty)
  }

  @Test func `an unknown name with three parts is not looked up in another database`()
    async throws
  {
    let query = TestQuery(
      ["reminders.id", "substring(public.reminders.title FROM public.reminders.title)"],
      from: "\"reminders\"",
      tables: [(.first, "reminders")],
      orderBy: ["reminders.id"],
      sameAs: "SELECT id, title FROM reminders ORDER BY id"
    )
    let probe = LiveProbe(query, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try await probe.check(connection, after: ["UPDATE reminders SET title = 'rye' WHERE id = 2"])
    #expect(probe.sink.errors.isEmpty)
  }
}
