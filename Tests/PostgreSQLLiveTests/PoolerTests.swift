import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import PostgreSQLLive

/// Live queries behind pgbouncer.
@Suite(.requiresPostgres, .requiresPooler, .timeLimit(.hang)) struct PoolerTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      \(Reminder.creation);
      INSERT INTO reminders VALUES (1, 'Milk', false);
      """
    )
  }

  private func live(_ kind: ChangeSourceKind, _ mode: PostgresTestPooler.Mode) throws -> (
    PostgresTestPooler, PostgresLiveDatabase
  ) {
    try connection.execute(script: kind.setUp(["reminders"]))
    let pooler = try PostgresTestPooler(to: scratch.server, mode: mode)
    let changes: PostgresChanges =
      switch kind {
      case .stream: .replication()
      case .log: .triggers()
      case .logWithoutWaking: .triggers(ChangeSourceKind.quietLog)
      case .polling: .polling(every: .milliseconds(20))
      }
    let configuration = pooler.configuration(database: scratch.name)
    return (pooler, PostgresLiveDatabase(configuration, changes: changes))
  }

  @Test(arguments: [ChangeSourceKind.log, .logWithoutWaking, .polling])
  func `live queries work behind a pooler in session mode`(kind: ChangeSourceKind) async throws {
    let (pooler, live) = try live(kind, .session)
    defer { live.close() }
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    #expect(try await results.next()?.rows.map(\.title) == ["Milk"])
    for round in 1...5 {
      try connection.execute("UPDATE reminders SET title = $1", [.text("\(round)")])
      #expect(try await results.next()?.rows.map(\.title) == ["\(round)"])
    }
    withExtendedLifetime(pooler) {}
  }

  @Test(arguments: PostgresTestPooler.Mode.allCases)
  func `the change stream does not work through a pooler, and the error says so`(
    mode: PostgresTestPooler.Mode
  ) async throws {
    let (pooler, live) = try live(.stream, mode)
    defer { live.close() }
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    do {
      _ = try await results.next()
      Issue.record("There was a result.")
    } catch {
      #expect("\(error)".contains("directly"), "\(error)")
    }
    withExtendedLifetime(pooler) {}
  }
}
