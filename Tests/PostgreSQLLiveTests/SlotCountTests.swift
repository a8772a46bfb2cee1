import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// What several processes with live queries hold on the server.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SlotCountTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      \(Reminder.creation);
      INSERT INTO reminders VALUES (1, 'Milk', false);
      CREATE PUBLICATION livesql FOR TABLE reminders
      """
    )
  }

  /// The numbers of slots, of walsenders, and of other sessions but the test's own.
  private func counts() throws -> [Int] {
    let sessions = "(SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND backend_type"
    return try connection.execute(
      """
      SELECT (SELECT count(*) FROM pg_replication_slots WHERE database = $1), \(sessions) = 'walsender'),
        \(sessions) = 'client backend' AND pid <> pg_backend_pid())
      """,
      [.text(scratch.name)]
    ).first { row in try (0..<3).map { try row.decode(Int.self, at: $0) } } ?? []
  }

  @Test
  func `each object with live queries holds a slot, a walsender and a reader, and leaves none`()
    async throws
  {
    let objects = (0..<3).map { _ in PostgresLiveDatabase(scratch.configuration) }
    // However many queries an object has.
    var results = objects.flatMap { live in
      [Reminder.order(by: \.id), Reminder.order(by: \.title)].map {
        live.values(of: $0).makeAsyncIterator()
      }
    }
    for index in results.indices {
      var result = results[index]
      #expect(try await result.next()?.rows.count == 1)
      results[index] = result
    }
    #expect(try counts() == [3, 3, 3])
    try connection.execute("INSERT INTO reminders VALUES (2, 'Bread', false)")
    for index in results.indices {
      var result = results[index]
      #expect(try await result.next()?.rows.count == 2)
      results[index] = result
    }
    objects[0].close()
    try await until { try counts() == [2, 2, 2] }
    for live in objects { live.close() }
    try await until { try counts() == [0, 0, 0] }
  }
}
