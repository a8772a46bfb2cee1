import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct ConnectionTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
  }

  @Test func `a session uses UTF-8 and UTC`() throws {
    #expect(connection.isOpen)
    #expect(connection.serverVersion >= 140_000)
    #expect(connection.processID > 0)
    #expect(connection.parameter("client_encoding") == "UTF8")
    #expect(connection.parameter("TimeZone") == "UTC")
    #expect(!connection.isEncrypted)
    let name = try connection.execute("SHOW application_name").values()
    #expect(name == [[.text("LiveSQL")]])
  }

  @Test func `rows are decoded by the conversion table that all databases share`() throws {
    let result = try connection.execute(
      "SELECT i, i * 1.5::float8, 'row ' || i, i = 2, NULL::int FROM generate_series(1, 3) i"
    )
    #expect(result.count == 3)
    #expect(try result.map { row in try row.decode(Int.self, at: 0) } == [1, 2, 3])
    #expect(try result.map { row in try row.decode(Double.self, at: 1) } == [1.5, 3, 4.5])
    #expect(try result.map { row in try row.decode(String.self, at: 2) }.last == "row 3")
    #expect(try result.map { row in try row.decode(Bool.self, at: 3) } == [false, true, false])
    #expect(try result.map { row in try row.decode(Int?.self, at: 4) } == [nil, nil, nil])
    #expect(try result.map { row in try row.decodeInteger(at: 0) } == [1, 2, 3])
    #expect(try result.first { row in try row.decodeInteger(at: 4) } == .some(nil))
  }

  @Test func `a value of another type throws, and so does a missing column`() throws {
    let result = try connection.execute("SELECT 'a'::text")
    #expect(throws: ConversionFailure.self) { try result.map { try $0.decode(Int.self, at: 0) } }
    #expect(throws: ConversionFailure.self) { try result.map { try $0.decode(Int.self, at: 1) } }
    #expect(throws: ConversionFailure.self) { try result.map { try $0.decodeInteger(at: -1) } }
    #expect(throws: PostgresError.self) { try result.map { try $0.value(at: 7) } }
  }

  @Test func `dates, UUIDs and decimal numbers decode as Foundation's types`() throws {
    let result = try connection.execute(
      """
      SELECT '2026-11-21 08:30:00.25+00'::timestamptz, 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'::uuid,
        12.50::numeric, '{"a": 1}'::jsonb, '2026-11-21'::date
      """
    )
    try result.forEach { row throws in
      #expect(try row.decode(Date.self, at: 0) == Date(timeIntervalSince1970: 1_795_249_800.25))
      #expect(
        try row.decode(UUID.self, at: 1).uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      )
      #expect(try row.decode(Decimal.self, at: 2) == Decimal(string: "12.5"))
      #expect(try row.decode(String.self, at: 3) == #"{"a": 1}"#)
      #expect(try row.decode(String.self, at: 4) == "2026-11-21")
    }
  }

  @Test func `an error has its code, its position and its subject, but no value`() throws {
    try connection.execute(script: "CREATE TABLE person (mail text PRIMARY KEY, age int)")
    try connection.execute("INSERT INTO person VALUES ($1, 1)", ["secret@example.org"])
    let error = try failure {
      try connection.execute("INSERT INTO person VALUES ($1, 2)", ["secret@example.org"])
    }
    #expect(error.code == .uniqueViolation)
    #expect(error.code.class == .integrityConstraintViolation)
    #expect(error.constraint == "person_pkey")
    #expect(error.table == "person")
    #expect(error.detail?.contains("secret@example.org") == true)
    #expect(!"\(error) \(error.localizedDescription)".contains("secret"))
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test func `values that the server quotes are left out of errors`() throws {
    let error = try failure { try connection.execute("SELECT $1::int", ["secret\"s"]) }
    #expect(error.code == .invalidTextRepresentation)
    #expect(error.message == "invalid input syntax for type integer: \"…\"")
    #expect(error.serverMessage?.contains("secret") == true)
    #expect(!error.description.contains("secret"))
  }

  @Test func `the position of a syntax error is counted in characters`() throws {
    let error = try failure { try connection.execute("SELECT 'é🎈', FROM x") }
    #expect(error.code == .syntaxError)
    #expect(error.description.hasSuffix("SELECT 'é🎈', 👉FROM x"))
  }

  @Test func `notices are passed to the closure`() async throws {
    var configuration = scratch.configuration
    let (stream, continuation) = AsyncStream.makeStream(of: PostgresNotice.self)
    configuration.onNotice = { continuation.yield($0) }
    let connection = try PostgresConnection(configuration)
    try connection.execute(script: "DO $$ BEGIN RAISE WARNING 'hot' USING HINT = 'cool it'; END $$")
    continuation.finish()
    for await notice in stream {
      #expect(notice.description == "WARNING: hot (cool it)")
      return
    }
    Issue.record("There was no notice.")
  }

  @Test func `the transaction's state is known without a query`() throws {
    #expect(connection.transactionStatus == .idle)
    try connection.execute(script: "BEGIN")
    #expect(connection.transactionStatus == .inTransaction)
    _ = try failure { try connection.execute("SELECT 1/0") }
    #expect(connection.transactionStatus == .inFailedTransaction)
    #expect(try failure { try connection.execute("SELECT 1") }.code == .inFailedTransaction)
    try connection.execute(script: "ROLLBACK")
    #expect(connection.transactionStatus == .idle)
    connection.close()
    #expect(connection.transactionStatus == .unknown)
    #expect(try failure { try connection.execute("SELECT 1") }.code == .connectionDoesNotExist)
    #expect(!connection.cancellation.cancel())
  }

  @Test func `a statement that takes too long is cancelled by the server`() async throws {
    var configuration = scratch.configuration
    configuration.statementTimeout = .seconds(1)
    let connection = try PostgresConnection(configuration)
    #expect(try failure { try connection.execute("SELECT pg_sleep(3600)") }.code == .queryCanceled)
    // On a busy machine, this may be cancelled once, too.
    await until { (try? connection.execute("SELECT 1").values()) == [[.integer(1)]] }
  }

  @Test func `another thread cancels a statement`() async throws {
    connection.cancelOnceSleeping(observedBy: scratch.configuration)
    #expect(try failure { try connection.execute("SELECT pg_sleep(3601)") }.code == .queryCanceled)
    #expect(try connection.execute("SELECT 1").values() == [[.integer(1)]])
  }

  @Test func `a session that the server ends is an error, and closes nothing else`() throws {
    let other = try scratch.connect()
    try other.execute("SELECT pg_terminate_backend($1)", [.integer(Int64(connection.processID))])
    let error = try failure { try connection.execute("SELECT 1") }
    #expect(error.code == .adminShutdown || error.code == .connectionFailure)
    #expect(!connection.isOpen)
    #expect(other.isOpen)
  }

  @Test func `NUL in a text throws, and says what to do`() throws {
    let error = try failure { try connection.execute("SELECT $1::text", ["a\0b"]) }
    #expect(error.code == .characterNotInRepertoire)
    #expect(error.hint?.contains("bytea") == true)
    #expect(try failure { try connection.execute("SELECT 'a\0b'") }.message.contains("NUL"))
  }

  @Test func `a script runs several statements`() throws {
    try connection.execute(script: "CREATE TABLE a (x int); INSERT INTO a VALUES (1), (2)")
    #expect(try connection.execute("SELECT count(*) FROM a").values() == [[.integer(2)]])
    #expect(try connection.execute("DELETE FROM a").affectedRowCount == 2)
  }

  @Test func `COPY in a plain statement is refused, and the connection can be used further`() throws
  {
    try connection.execute(script: "CREATE TABLE a (x int)")
    for sql in ["COPY a FROM STDIN", "COPY a TO STDOUT"] {
      #expect(throws: PostgresError.self) { try connection.execute(script: sql) }
      #expect(throws: PostgresError.self) { try connection.execute(sql) }
      #expect(try connection.execute("SELECT 1").values() == [[.integer(1)]])
    }
  }
}

/// Returns the error that a closure throws.
func failure(_ body: () throws -> Void) throws -> PostgresError {
  try #require(throws: PostgresError.self) { try body() }
}
