import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import LiveSQLCommand

/// `livesql postgres` on a server that counts change streams as synchronous standbys.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresStandbyTests {
  private func status(synchronousTo names: String) async throws -> ProgramRun {
    let server = try PostgresTestServer(
      settings: [
        "fsync=off", "synchronous_commit=local", "synchronous_standby_names='\(names)'",
      ]
    )
    let scratch = try PostgresScratchDatabase.shop(on: server)
    return await ProgramRun(list: ["postgres", "status", scratch.url], input: "")
  }

  @Test func `status says what to write in place of a star`() async throws {
    let status = try await status(synchronousTo: "*")
    #expect(status.output.contains("synchronous_standby_names = 'replica1, replica2'"))
  }

  @Test func `status says nothing about named replicas`() async throws {
    let status = try await status(synchronousTo: "r1, r2")
    #expect(!status.output.contains("synchronous_standby_names"))
  }
}
