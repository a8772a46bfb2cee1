import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import PostgreSQLDatabase

/// Sessions that a server ends while they are idle, before it closes the connection.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct EndedSessionTests {
  private typealias Fake = FakePostgresServer

  /// The last words of a server that ends a session.
  private static let end: [UInt8] = {
    let fields = ["SFATAL", "VFATAL", "C57P01", "Mterminating connection"]
    return Fake.message("E", fields.flatMap { Fake.bytes($0) } + [0])
  }()

  /// A server that announces the end of the first session after its first statement, and waits.
  private func server() throws -> FakePostgresServer {
    let count = Atomic(0)
    return try FakePostgresServer { _ in
      let isFirst = count.add(1, ordering: .relaxed).newValue == 1
      return (Fake.done + Fake.ready + (isFirst ? Self.end : []), false)
    }
  }

  @Test func `a session whose end was announced is not open`() throws {
    let server = try server()
    let connection = try PostgresConnection(server.configuration)
    #expect(connection.isStillOpen())
    try connection.execute(script: "SELECT 1")
    #expect(!connection.isStillOpen())
    #expect(!connection.isOpen)
  }

  @Test func `the pool lends another connection instead`() throws {
    let server = try server()
    let database = PostgresDatabase(PostgresDatabaseConfiguration(server.configuration))
    try database.withConnection { db in try db.execute(script: "SELECT 1") }
    try database.withConnection { db in try db.execute(script: "SELECT 2") }
    #expect(database.statistics.lostCount == 1)
    #expect(database.statistics.openCount == 1)
  }
}
