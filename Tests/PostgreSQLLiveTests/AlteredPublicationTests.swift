import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import LiveEngine
@testable import PostgreSQLLive

/// Publications that are altered while nobody writes to another table.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct AlteredPublicationTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    (scratch, connection) = try PostgresScratchDatabase.streamed(
      """
      CREATE TABLE item (id int PRIMARY KEY, title text);
      CREATE TABLE other (id int PRIMARY KEY);
      INSERT INTO item VALUES (1, 'a');
      CREATE PUBLICATION livesql FOR TABLE item, other
      """
    )
  }

  private static let items = TestQuery.rows(of: "item")

  private static let alterations = [
    "ALTER PUBLICATION livesql DROP TABLE item",
    "ALTER PUBLICATION livesql SET (publish = 'delete')",
    "DROP PUBLICATION livesql; CREATE PUBLICATION livesql FOR TABLE other",
  ]

  @Test(arguments: alterations)
  func `waiting for a query shows the error that its table is not reported`(_ alteration: String)
    async throws
  {
    let probe = LiveProbe(Self.items, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try connection.execute(script: alteration)
    try connection.execute(script: "INSERT INTO item VALUES (2, 'b')")
    try await probe.catchUp()
    #expect("\(probe.sink.errors)".contains("ALTER PUBLICATION"))
    withExtendedLifetime(probe) {}
  }

  @Test(arguments: alterations)
  func `a query says by itself that its table is not reported`(_ alteration: String) throws {
    let probe = LiveProbe(Self.items, PostgresSource(scratch.configuration))
    #expect(probe.sink.wait { $0.count == 1 })
    try connection.execute(script: alteration)
    let error = try #require(probe.error)
    #expect(error.contains("not reported") || error.contains("not include"))
  }

  @Test func `a query goes on once its table is published again`() async throws {
    let probe = LiveProbe(Self.items, PostgresSource(scratch.configuration))
    try await probe.check(connection)
    try connection.execute(script: "ALTER PUBLICATION livesql DROP TABLE item")
    #expect(probe.sink.waitForError())
    try connection.execute(
      script: """
        INSERT INTO item VALUES (2, 'b'); ALTER PUBLICATION livesql ADD TABLE item;
        """
    )
    #expect(probe.sink.wait { $0.count == 2 })
    try await probe.check(connection, after: ["INSERT INTO item VALUES (3, 'c')"])
  }
}
