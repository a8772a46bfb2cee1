import LiveEngine
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTestSupport
import SQLiteDatabase
import Testing

@testable import LiveSQLCommand

/// What `livesql watch` says while it waits for transactions of others.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresWatchWaitTests {
  @Test func `a notice names the session for which the first result waits`() async throws {
    // On a server of its own, no one else has an open transaction.
    let scratch = try PostgresScratchDatabase.shop(on: PostgresTestServer())
    let connection = try scratch.connect()
    try connection.execute("CREATE PUBLICATION livesql FOR TABLE customers")
    try connection.execute(script: "SET application_name = 'warehouse'")
    try connection.execute(script: "BEGIN; DELETE FROM customers WHERE name = 'Bob'")
    var settings = PostgresChangeStream.Settings()
    settings.waitNoticeDelay = .zero
    settings.openTimeout = .hang
    let request = WatchRequest(
      sql: "SELECT name FROM customers",
      arguments: StatementArguments(),
      key: nil,
      pollInterval: nil,
      usesTriggers: false
    )
    let server = try #require(PostgresServer(scratch.url))
    let query = try PostgresWatchedQuery(server, request, settings: settings)
    let (counts, sender) = AsyncStream.makeStream(of: Int.self)
    let run = Task {
      try await query.forEachUpdate { update, _ in sender.yield(update.rows.count) }
    }
    var notices = query.notices.makeAsyncIterator()
    let notice = await notices.next()
    #expect(notice?.contains("pid \(connection.processID) (\"warehouse\", database ") == true)
    try connection.execute(script: "COMMIT")
    var results = counts.makeAsyncIterator()
    #expect(await results.next() == 1)
    run.cancel()
    query.close()
    _ = await run.result
  }
}
