import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct ServerTests {
  @Test func `a killed server is lost, and is back when it is started`() throws {
    let server = try PostgresTestServer()
    let connection = try PostgresConnection(server.configuration())
    try connection.execute(script: "CREATE TABLE item (id int); INSERT INTO item VALUES (7)")
    #expect(server.control(.restart))
    #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
    #expect(!connection.isOpen)
    let again = try PostgresConnection(server.configuration())
    #expect(server.control(.kill))
    #expect(throws: PostgresError.self) { try again.execute("SELECT 1") }
    let error = try failure { _ = try PostgresConnection(server.configuration()) }
    #expect(error.code == .cannotEstablishConnection)
    #expect(server.control(.start))
    let last = try PostgresConnection(server.configuration())
    #expect(try last.execute("SELECT id FROM item").values() == [[7]])
  }

  @Test func `a scratch database is dropped with its test`() throws {
    let server = try PostgresTestServer.shared.get()
    let connection = try PostgresConnection(server.configuration())
    let count = "SELECT count(*) FROM pg_database WHERE datname = $1"
    var scratch: PostgresScratchDatabase? = try PostgresScratchDatabase()
    let name = PostgresValue.text(scratch?.name ?? "")
    #expect(try connection.execute(count, [name]).values() == [[1]])
    scratch = nil
    #expect(try connection.execute(count, [name]).values() == [[0]])
  }
}
