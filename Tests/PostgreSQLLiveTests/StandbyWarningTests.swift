import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLLive
import PostgreSQLTestSupport
import Synchronization
import Testing
import TypedSQL

/// Servers that count a change stream as a synchronous standby.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct StandbyWarningTests {
  private static let reminders = """
    \(Reminder.creation);
    CREATE PUBLICATION livesql FOR TABLE reminders
    """

  /// Returns what is logged when a live query starts.
  private func warnings(synchronousTo names: String, applicationName: String) async throws
    -> [String]
  {
    let server = try PostgresTestServer()
    let scratch = try PostgresScratchDatabase(on: server)
    let connection = try scratch.connect()
    try connection.execute(script: Self.reminders)
    // From now on, commits would wait for a standby.
    try connection.execute(script: "SET synchronous_commit = local")
    try connection.execute(script: "ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
    try connection.execute(script: "SELECT pg_reload_conf()")
    defer {
      // Or dropping the database would wait for a standby.
      try? connection.execute(script: "ALTER SYSTEM RESET synchronous_standby_names")
      try? connection.execute(script: "SELECT pg_reload_conf()")
    }
    try await until {
      try connection.execute("SHOW synchronous_standby_names").values() == [[.text(names)]]
    }
    var configuration = scratch.configuration
    configuration.options["application_name"] = applicationName
    let messages = Messages()
    let live = PostgresLiveDatabase(
      configuration,
      onConnect: { try $0.execute(script: "SET synchronous_commit = local") },
      log: { messages.add($0) }
    )
    defer { live.close() }
    var results = live.values(of: Reminder.order(by: \.id)).makeAsyncIterator()
    let first = try await results.next()
    #expect(first?.rows == [])
    return messages.all
  }

  @Test func `a stream that counts as a synchronous standby warns once`() async throws {
    let all = try await warnings(synchronousTo: "*", applicationName: "shop")
    #expect(all.count == 1)
    #expect(all.first?.contains("'replica1, replica2'") == true)
    let named = try await warnings(synchronousTo: "ANY 1 (r1, shop)", applicationName: "shop")
    #expect(named.count == 1)
  }

  @Test func `a stream beside named replicas does not warn`() async throws {
    let none = try await warnings(synchronousTo: "r1, r2", applicationName: "shop")
    #expect(none == [])
  }
}

/// State: the messages, guarded by a mutex.
private final class Messages: Sendable {
  private let state = Mutex<[String]>([])

  func add(_ message: String) { state.withLock { $0.append(message) } }

  var all: [String] { state.withLock(\.self) }
}
