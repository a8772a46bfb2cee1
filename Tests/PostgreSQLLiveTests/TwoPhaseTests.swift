import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Transactions that are prepared on one connection, and committed or rolled back on any other.
///
/// Each test has a server of its own: no slot can be created while a transaction is prepared.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TwoPhaseTests {
  private let server: PostgresTestServer
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    server = try PostgresTestServer(settings: ["fsync=off", "max_prepared_transactions=8"])
    scratch = try PostgresScratchDatabase(on: server)
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY, title text);
        INSERT INTO item VALUES (1, 'a'), (2, 'b')
        """
    )
  }

  private static let items = TestQuery(
    ["item.id", "item.title"],
    from: "\"item\"",
    tables: [(.first, "item")],
    orderBy: ["item.id"],
    sameAs: "SELECT id, title FROM item ORDER BY id"
  )

  /// Prepares a transaction on a connection of its own, which is closed afterwards.
  private func prepare(_ name: String, _ sql: String) throws {
    let other = try scratch.connect()
    try other.execute(script: "BEGIN; \(sql)")
    try other.execute(script: "PREPARE TRANSACTION '\(name)'")
    other.close()
  }

  private func ids(_ probe: LiveProbe) -> [DatabaseValue] { (probe.sink.rows ?? []).map { $0[0] } }

  @Test(arguments: [ChangeSourceKind.stream, .logWithoutWaking, .polling])
  func `a prepared transaction is shown when it is committed, and not before`(
    kind: ChangeSourceKind
  )
    async throws
  {
    try connection.execute(script: kind.setUp(["item"]))
    let probe = LiveProbe(Self.items, kind.source(scratch.configuration))
    try await probe.check(connection)
    try prepare("first", "INSERT INTO item VALUES (3, 'c'); DELETE FROM item WHERE id = 1")
    try await probe.check(connection, after: "PREPARE TRANSACTION")
    // A query that starts meanwhile is read in a moment that does not show it either.
    let late = LiveProbe(Self.items, probe.source)
    try await late.check(connection)
    try await probe.check(connection, after: ["INSERT INTO item VALUES (4, 'd')"])
    #expect(ids(probe) == [.integer(1), .integer(2), .integer(4)])
    try await probe.check(connection, after: ["COMMIT PREPARED 'first'"])
    try await late.check(connection, after: "COMMIT PREPARED")
    #expect(ids(probe) == [.integer(2), .integer(3), .integer(4)])
    #expect(probe.subscription.plan?.isRerun == (kind == .polling))
    #expect(probe.sink.errors.isEmpty && late.sink.errors.isEmpty)
    withExtendedLifetime((probe, late)) {}
  }

  @Test(arguments: [ChangeSourceKind.stream, .logWithoutWaking, .polling])
  func `a prepared transaction that is rolled back is never shown`(kind: ChangeSourceKind)
    async throws
  {
    try connection.execute(script: kind.setUp(["item"]))
    let probe = LiveProbe(Self.items, kind.source(scratch.configuration))
    try await probe.check(connection)
    try prepare("second", "INSERT INTO item VALUES (3, 'c'); UPDATE item SET title = 'never'")
    let steps = [
      "INSERT INTO item VALUES (4, 'd')", "ROLLBACK PREPARED 'second'",
      "INSERT INTO item VALUES (3, 'other')", "UPDATE item SET title = 'seen' WHERE id = 1",
    ]
    for step in steps {
      try await probe.check(connection, after: [step])
      #expect(probe.sink.rows?.contains { $0[1] == .text("never") || $0[1] == .text("c") } == false)
    }
    #expect(probe.sink.errors.isEmpty)
  }

  /// While nobody reads the log, a transaction writes nothing there, and notifies no one.
  @Test(arguments: [ChangeSourceKind.log, .logWithoutWaking, .polling])
  func `a transaction that was prepared before the first live query is shown when it is committed`(
    kind: ChangeSourceKind
  ) async throws {
    try connection.execute(script: kind.setUp(["item"]))
    try prepare("early", "INSERT INTO item VALUES (3, 'c'); UPDATE item SET id = 9 WHERE id = 1")
    let probe = LiveProbe(Self.items, kind.source(scratch.configuration))
    try await probe.check(connection)
    #expect(ids(probe) == [.integer(1), .integer(2)])
    try await probe.check(
      connection,
      after: ["INSERT INTO item VALUES (4, 'd')", "COMMIT PREPARED 'early'"]
    )
    #expect(ids(probe) == [.integer(2), .integer(3), .integer(4), .integer(9)])
    #expect(probe.sink.errors.isEmpty)
  }

  @Test func `a transaction that notifies readers of the log cannot be prepared`() async throws {
    try connection.execute(script: ChangeSourceKind.log.setUp(["item"]))
    let probe = LiveProbe(Self.items, ChangeSourceKind.log.source(scratch.configuration))
    try await probe.check(connection)
    let error = #expect(throws: PostgresError.self) {
      try prepare("refused", "INSERT INTO item VALUES (3, 'c')")
    }
    #expect(error?.code == .featureNotSupported)
    try await probe.check(connection, after: ["INSERT INTO item VALUES (4, 'd')"])
    #expect(ids(probe) == [.integer(1), .integer(2), .integer(4)])
  }

  /// The log is unlogged, and the slot temporary: neither outlives the server, but the transaction
  /// does.
  @Test(arguments: [ChangeSourceKind.stream, .logWithoutWaking, .polling])
  func `a prepared transaction that outlives the server is shown when it is committed`(
    kind: ChangeSourceKind
  ) throws {
    try connection.execute(script: kind.setUp(["item"]))
    var settings = PostgresChangeStream.Settings()
    settings.longestRetry = .milliseconds(200)
    let source = kind.source(
      scratch.configuration,
      settings: settings,
      answerTimeout: .seconds(30)
    )
    let probe = LiveProbe(Self.items, source)
    #expect(probe.sink.wait { $0.count == 2 }, "\(probe.sink.errors)")
    try prepare("kept", "INSERT INTO item VALUES (3, 'c'); DELETE FROM item WHERE id = 1")
    #expect(server.control(.kill))
    #expect(server.control(.start))
    let other = try scratch.connect()
    try other.execute(script: "INSERT INTO item VALUES (4, 'd')")
    try other.execute(script: "COMMIT PREPARED 'kept'")
    let all: [DatabaseValue] = [.integer(2), .integer(3), .integer(4)]
    #expect(probe.sink.wait { $0.map { $0[0] } == all }, "\(probe.sink.errors.suffix(2))")
    withExtendedLifetime(probe) {}
  }
}
