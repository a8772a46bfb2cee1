import LiveSQLTestSupport
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import PostgreSQL

/// The transactions for which a new slot waits.
struct OpenTransactionsTests {
  private func session(_ number: Int, _ name: String = "psql") -> OpenTransactions.Session {
    OpenTransactions.Session(processID: "\(number)", applicationName: name, database: "shop")
  }

  @Test func `a notice names sessions, and says what to do`() {
    let waits = OpenTransactions(sessions: [session(7), session(8, "")], preparedCount: 0)
    #expect(
      waits.notice == """
        Live queries wait for transactions that have written something and are still open: \
        pid 7 ("psql", database shop), pid 8 (database shop). To go on, commit them or roll them back, or \
        end a session by SELECT pg_terminate_backend(7).
        """
    )
  }

  @Test func `a notice names a few of many sessions`() {
    let waits = OpenTransactions(sessions: (1...9).map { session($0) }, preparedCount: 0)
    #expect(waits.notice?.contains("pid 5 (\"psql\", database shop), 4 more. To go on") == true)
  }

  @Test func `a notice counts prepared transactions, which no session shows`() {
    let waits = OpenTransactions(sessions: [], preparedCount: 2)
    #expect(
      waits.notice?.contains("still open: 2 prepared. To go on, run COMMIT PREPARED or") == true
    )
  }

  @Test func `there is no notice if there is no one to wait for`() {
    #expect(OpenTransactions(sessions: [], preparedCount: 0).notice == nil)
  }
}

/// The notice for whom the creation of a slot waits.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SlotWaitNoticeTests {
  private let server: PostgresTestServer
  private let connection: PostgresConnection

  init() throws {
    // On a server of its own, no one else has an open transaction.
    server = try PostgresTestServer()
    connection = try PostgresConnection(server.configuration())
    try connection.execute(
      script: """
        CREATE TABLE item (id int PRIMARY KEY); CREATE PUBLICATION live FOR TABLE item;
        CREATE ROLE reader LOGIN REPLICATION; SET application_name = 'warehouse'
        """
    )
  }

  /// Opens a stream beside an open transaction, whose session is ended once there is a notice.
  private func notices(as role: String) throws -> [String] {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    let notices = Mutex<[String]>([])
    let (blocker, administration) = (connection.processID, server.configuration())
    let notice = SlotWaitNotice(after: .zero) { text in
      notices.withLock { $0.append(text) }
      _ = try? PostgresConnection(administration)
        .execute("SELECT pg_terminate_backend(\(blocker))")
    }
    var configuration = server.configuration()
    configuration.options["user"] = role
    try ReplicationStream(
      configuration,
      publications: ["live"],
      timeout: .hang,
      silenceLimit: .seconds(60),
      notice: notice,
      willWait: { _ in }
    ).close()
    return notices.withLock(\.self)
  }

  @Test(arguments: ["postgres", "reader"])
  func `it names the session of an open transaction, without what that runs`(role: String) throws {
    let processID = connection.processID
    let all = try notices(as: role)
    #expect(all.count == 1)
    let name = "still open: pid \(processID) (\"warehouse\", database postgres). To go on, commit"
    #expect(all.first?.contains(name) == true, "\(all)")
    #expect(all.first?.contains("INSERT") == false)
  }
}
