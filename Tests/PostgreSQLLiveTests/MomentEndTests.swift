import LiveEngine
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import PostgreSQLLive

/// The end of the moments in which live queries are read.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct MomentEndTests {
  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection
  private let changes: PolledChanges
  private let reader: PostgresSnapshotReader

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    changes = PolledChanges(every: .seconds(300), since: "this is a test")
    reader = PostgresSnapshotReader(
      connection,
      changes,
      answerTimeout: .seconds(300),
      schemaVersion: 1
    )
  }

  @Test func `a snapshot in which only queries ran does not wait for the answer to COMMIT`() throws
  {
    for number in 1...3 {
      try reader.begin(within: .seconds(300))
      let rows = try reader.rows(StatementText("SELECT \(raw: number)"))
      #expect(try rows.first { row in try row.decode(Int.self, at: 0) } == number)
      reader.end()
      #expect(connection.isEnding)
    }
    changes.close()
    #expect(connection.transactionStatus == .idle)
  }

  @Test func `a snapshot that went back to its savepoint ends with an answer`() throws {
    try reader.begin(within: .seconds(300))
    #expect(throws: PostgresError.self) { _ = try reader.rows(StatementText("SELECT 1 / 0")) }
    _ = try reader.rows(StatementText("SELECT 1"))
    reader.end()
    changes.close()
    #expect(!connection.isEnding)
    #expect(connection.transactionStatus == .idle)
  }
}
