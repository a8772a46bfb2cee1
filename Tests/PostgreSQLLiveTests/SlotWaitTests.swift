import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTestSupport
import Testing
import TypedSQL

/// Live queries that start beside a transaction that has written and is still open.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SlotWaitTests {
  @Test func `the log names the session for which a live query waits`() async throws {
    // On a server of its own, no one else has an open transaction.
    let scratch = try PostgresScratchDatabase(on: PostgresTestServer())
    let connection = try scratch.connect()
    try connection.execute(
      script: "\(Reminder.creation); CREATE PUBLICATION livesql FOR TABLE reminders"
    )
    try connection.execute(script: "SET application_name = 'warehouse'")
    try connection.execute(script: "BEGIN; INSERT INTO reminders VALUES (1, 'Milk', false)")
    var settings = PostgresChangeStream.Settings()
    settings.waitNoticeDelay = .zero
    settings.openTimeout = .hang
    let (notices, sender) = AsyncStream.makeStream(of: String.self)
    let live = PostgresLiveDatabase(
      scratch.configuration,
      changes: .replication(settings),
      log: { sender.yield($0) }
    )
    defer { live.close() }
    let values = live.values(of: Reminder.order(by: \.id))
    let first = Task {
      var results = values.makeAsyncIterator()
      return try await results.next()?.rows.count
    }
    var messages = notices.makeAsyncIterator()
    let message = await messages.next()
    #expect(message?.contains("pid \(connection.processID) (\"warehouse\", ") == true)
    try connection.execute(script: "COMMIT")
    #expect(try await first.value == 1)
  }
}
