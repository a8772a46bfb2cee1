import LiveSQLTestSupport
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// The messages of reads, as a server sees them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ReadRoundTripTests {
  private typealias Fake = FakePostgresServer

  private static let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  private static let joined = [begin, "query", "sync", "COMMIT", "sync"]

  /// The state of a session, and the faults it is to show.
  private struct Session: Sendable {
    var log: [String] = []
    /// The texts that came by the simple protocol.
    var simple: [String] = []
    var status: Character = "I"
    /// The text of the statement without a name, and of the one that runs.
    var unnamed = ""
    var bound = ""
    var isSkipping = false
    var refusesBegin = false
    var failsCommit = false
    /// Whether it says nothing more from the first COMMIT on.
    var keepsCommit = false
    var isSilent = false

    mutating func answer(_ request: FakePostgresServer.Request) -> [UInt8] {
      if isSilent { return [] }
      if isSkipping, request.kind != UInt8(ascii: "S") { return [] }
      switch Character(UnicodeScalar(request.kind)) {
      case "P": return prepare(request)
      case "D" where request.content.first == UInt8(ascii: "S"):
        return Fake.message("t", Fake.bytes(Int16(0))) + Fake.columns([("n", 23)])
      case "D":
        return bound == "query" ? Fake.columns([("n", 23)], areBinary: true) : Fake.message("n")
      case "B":
        // The name of the statement follows that of the portal, which is empty.
        bound = request.content.dropFirst().first == 0 ? unnamed : "query"
        return Fake.message("2")
      case "E": return run(bound)
      case "Q":
        simple.append(request.text)
        let answer = run(request.text)
        isSkipping = false
        return answer + ready
      case "S": return sync()
      default: return []
      }
    }

    private var ready: [UInt8] { Fake.message("Z", [status.asciiValue ?? 0]) }

    private mutating func prepare(_ request: FakePostgresServer.Request) -> [UInt8] {
      if request.content.first == 0 {
        unnamed = String(decoding: request.content.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      }
      return Fake.message("1")
    }

    private mutating func sync() -> [UInt8] {
      log.append("sync")
      isSkipping = false
      return ready
    }

    private mutating func run(_ text: String) -> [UInt8] {
      log.append(text)
      if text == "COMMIT", keepsCommit {
        isSilent = true
        return []
      }
      if text == "COMMIT", failsCommit {
        (failsCommit, status) = (false, "E")
        return error("53200")
      }
      if text.hasPrefix("BEGIN") {
        if refusesBegin { return error("53300") }
        if status == "E" { return error("25P02") }
        status = "T"
      }
      if text == "COMMIT" || text == "ROLLBACK" { status = "I" }
      return (text == "query" ? Fake.row([Fake.bytes(Int32(7))]) : []) + Fake.done
    }

    private mutating func error(_ code: String) -> [UInt8] {
      isSkipping = true
      let fields = ["SERROR", "VERROR", "C" + code, "Mrefused"]
      return Fake.message("E", fields.flatMap { Fake.bytes($0) } + [0])
    }
  }

  private let session = Shared(Session())
  private let server: FakePostgresServer
  private let database: PostgresDatabase

  init() throws {
    let session = session
    server = try FakePostgresServer { request in
      (session.withLock { $0.answer(request) }, request.kind == UInt8(ascii: "X"))
    }
    var configuration = PostgresDatabaseConfiguration(server.configuration)
    configuration.maximumConnectionCount = 1
    database = PostgresDatabase(configuration)
  }

  private func number(from other: PostgresDatabase? = nil) async throws -> Int? {
    try await (other ?? database).read { db in
      // However long the machine takes between two reads.
      db.joined.oldAge = .seconds(3_600)
      return try db.execute("SELECT n").first { row in try row.decode(Int.self, at: 0) }
    }
  }

  /// Prepares the statement, waits until the server has seen the end, and empties the log.
  private func prepare() async throws {
    #expect(try await number() == 7)
    await until { log.suffix(2) == ["COMMIT", "sync"] }
    session.withLock { ($0.log, $0.simple) = ([], []) }
  }

  private var log: [String] { session.withLock { $0.log } }

  @Test func `BEGIN comes with the first query, and COMMIT after its result`() async throws {
    try await prepare()
    #expect(try await number() == 7)
    await until { log.count == 5 }
    #expect(log == Self.joined)
    #expect(try await number() == 7)
    await until { log.count == 10 }
    #expect(log == Self.joined + Self.joined)
    #expect(session.withLock { $0.simple }.isEmpty)
  }

  @Test func `a read without statements sends nothing`() async throws {
    try await prepare()
    let status = try await database.read { $0.transactionStatus }
    #expect(status == .inTransaction)
    #expect(try await number() == 7)
    await until { log.count == 5 }
    #expect(log == Self.joined)
  }

  @Test func `a read after an idle second begins before its closure`() async throws {
    try await prepare()
    try await database.read { db in
      db.joined.lastAnswer = ContinuousClock.now - .seconds(2)
      db.joined.oldAge = .seconds(1)
    }
    #expect(try await number() == 7)
    await until { log.count == 5 }
    #expect(log == Self.joined)
    // It came by the simple protocol, and not with the query.
    #expect(session.withLock { $0.simple } == [Self.begin])
  }

  @Test func `a serializable read waits for its end`() async throws {
    try await prepare()
    _ = try await database.read(isolation: .serializable) { db in
      try db.execute("SELECT n").count
    }
    #expect(log.first == "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY")
    #expect(log.last == "COMMIT")
  }

  @Test func `the answer to COMMIT is not awaited, but the next read has a limit for it`()
    async throws
  {
    session.withLock { $0.keepsCommit = true }
    var configuration = PostgresDatabaseConfiguration(server.configuration)
    // It ends the read that is never answered, and none of the others.
    configuration.waitLimit = .seconds(20)
    let limited = PostgresDatabase(configuration)
    #expect(try await number(from: limited) == 7)
    let error = try await failure(PostgresDatabaseError.self) {
      _ = try await number(from: limited)
    }
    #expect(error.code == .waitedTooLong)
    session.withLock { $0 = Session() }
    #expect(try await number(from: limited) == 7)
  }

  @Test func `the error of BEGIN is thrown, and nothing runs outside of the transaction`()
    async throws
  {
    try await prepare()
    session.withLock { $0.refusesBegin = true }
    let error = try await failure(PostgresError.self) {
      try await database.read { db in
        _ = try? db.execute("SELECT n")
        #expect(db.transactionStatus == .inFailedTransaction)
        _ = try? db.execute(script: "DELETE FROM item")
      }
    }
    #expect(error.code == SQLState(rawValue: "53300"))
    #expect(error.sql == Self.begin)
    #expect(log == [Self.begin, "sync"])
    session.withLock { $0.refusesBegin = false }
    #expect(try await number() == 7)
    #expect(database.statistics.openedCount == 1)
  }

  @Test func `a COMMIT that failed is rolled back before the next query runs`() async throws {
    try await prepare()
    session.withLock { $0.failsCommit = true }
    #expect(try await number() == 7)
    #expect(try await number() == 7)
    await until { log.last == "sync" && log.suffix(2).first == "COMMIT" }
    #expect(log.contains("ROLLBACK"))
    #expect(database.statistics.openedCount == 1)
  }
}
