import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// The trigger log for a role whose transactions only read.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ReadOnlyTriggerLogTests {
  @Test func `an error names the setting that makes transactions read-only`() throws {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let log = PostgresTriggerLog()
    let connection = try scratch.connect()
    try connection.execute(
      script: "CREATE TABLE item (id int PRIMARY KEY, list int, title text)"
    )
    try connection.execute(script: log.setUpSQL(tables: [PostgresTable("item")]))
    try connection.execute(
      script: "ALTER DATABASE \"\(scratch.name)\" SET default_transaction_read_only = on"
    )
    let changes = LoggedChanges(scratch.configuration, log: log)
    let source = PostgresSource(scratch.configuration, changes: changes)
    defer { source.close() }
    let (sink, engine) = (TestSink(), LiveQueryEngine<PostgresSource>())
    let subscription = engine.subscribe(ChangeSourceTests.items.request, in: source, sink)
    #expect(sink.waitForError())
    #expect("\(sink.errors)".contains("default_transaction_read_only"))
    #expect(connection.isStandby != true)
    _ = subscription
  }
}
