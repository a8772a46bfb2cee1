import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

@Suite(.requiresPostgres, .timeLimit(.hang)) struct PreparedStatementTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(script: "CREATE TABLE item (id int PRIMARY KEY, title text)")
  }

  private func preparedOnServer(_ connection: PostgresConnection) throws -> Int64 {
    let rows = try connection.run("SELECT count(*) FROM pg_prepared_statements")
    return Int64(rows.text(row: 0, column: 0) ?? "") ?? -1
  }

  @Test func `a text is prepared once`() throws {
    for id in 1...5 {
      try connection.execute("INSERT INTO item VALUES ($1, 'x')", [.integer(Int64(id))])
    }
    #expect(try preparedOnServer(connection) == 1)
    let statement = try connection.prepare("INSERT INTO item VALUES ($1, 'x')")
    #expect(statement.parameterTypes.map(\.kind) == [.int4])
    #expect(statement.columns.count == 0)
    let select = try connection.prepare("SELECT id, title AS \"Title\" FROM item WHERE title = $1")
    #expect(select.columns.names == ["id", "Title"])
    #expect(select.columns.index(ofColumn: "title") == 1)
    #expect(select.columns.types.map(\.kind) == [.int4, .text])
  }

  @Test func `two spellings of a character are two statements and two values`() throws {
    for text in ["\u{e9}", "e\u{301}"] {
      let rows = try connection.execute("SELECT '\(text)'::text, $1::text", [.text(text)]).values()
      #expect(rows == [[.text(text), .text(text)]])
    }
    #expect(connection.statements.count == 2)
    for make in [PostgresValue.text, PostgresValue.json, PostgresValue.jsonb, PostgresValue.other] {
      #expect(make("\u{e9}") != make("e\u{301}"))
    }
    #expect(Set([PostgresTable("\u{e9}"), PostgresTable("e\u{301}")]).count == 2)
  }

  @Test func `the least recently used statement is closed`() throws {
    var configuration = scratch.configuration
    configuration.preparedStatementLimit = 4
    let connection = try PostgresConnection(configuration)
    let first = try connection.prepare("SELECT 0")
    for number in 1...200 {
      try connection.execute("SELECT \(number)")
      #expect(try connection.execute("SELECT -1").values() == [[.integer(-1)]])
    }
    #expect(connection.statements.count == 4)
    #expect(try preparedOnServer(connection) < 24)
    #expect(!first.isPrepared)
    #expect(try connection.execute(first).values() == [[0]])
  }

  @Test func `a statement whose row types changed is prepared again`() throws {
    try connection.execute("INSERT INTO item VALUES (1, 'x')")
    let select = try connection.prepare("SELECT * FROM item")
    #expect(try connection.execute(select).values() == [[1, "x"]])
    try connection.execute(script: "ALTER TABLE item ADD price numeric DEFAULT 2")
    #expect(try connection.execute(select).values() == [[1, "x", .numeric(2)]])
    try connection.execute(script: "ALTER TABLE item ALTER id TYPE bigint, DROP price")
    var rows: [[PostgresValue]] = []
    try connection.forEachRow("SELECT * FROM item") { rows.append(try $0.values()) }
    #expect(rows == [[1, "x"]])
  }

  @Test func `a change of types in a transaction fails once, and is noticed`() throws {
    _ = try connection.execute("SELECT * FROM item")
    try connection.execute(script: "ALTER TABLE item ADD price numeric")
    try connection.execute(script: "BEGIN")
    #expect(
      try failure { try connection.execute("SELECT * FROM item") }.code == .featureNotSupported
    )
    try connection.execute(script: "ROLLBACK; BEGIN")
    #expect(try connection.execute("SELECT * FROM item").columns.count == 3)
    try connection.execute(script: "COMMIT")
  }

  @Test func `a statement that the server has lost is prepared again`() throws {
    _ = try connection.execute("SELECT 1")
    try connection.execute(script: "DEALLOCATE ALL")
    #expect(try connection.execute("SELECT 1").values() == [[1]])
    try connection.execute(script: "DEALLOCATE ALL")
    var count = 0
    try connection.forEachRow("SELECT 1") { _ in count += 1 }
    #expect(count == 1)
  }

  @Test func `a statement that cannot be prepared leaves the connection unchanged`() throws {
    for _ in 0..<3 {
      #expect(try failure { try connection.execute("SELECT nothing") }.code == .undefinedColumn)
    }
    #expect(try failure { try connection.execute("SELECT 1; SELECT 2") }.code == .syntaxError)
    #expect(try connection.execute("").count == 0)
    #expect(try connection.execute("SELECT 1").values() == [[1]])
    #expect(connection.statements.count == 2)
  }

  // MARK: Streaming

  /// A separate process reads, so that the memory is only its own.
  @Test func `rows arrive one at a time, and a large result takes little memory`() async throws {
    let options = scratch.configuration.options
    await #expect(processExitsWith: .success) { [options = options as [String: String]] in
      try readLargeResult(options)
    }
  }

  @Test func `a closure that throws cancels the statement`() throws {
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      try connection.forEachRow("SELECT generate_series(1, 1000000000)") { _ in
        count += 1
        if count == 10 { throw Enough() }
      }
    }
    #expect(count == 10)
    #expect(connection.transactionStatus == .idle)
    #expect(try connection.execute("SELECT 1").values() == [[1]])
  }

  @Test func `an error in the middle of rows is thrown after them`() throws {
    var rows: [Int] = []
    let error = try failure {
      try connection.forEachRow("SELECT 1 / (i - 3) FROM generate_series(1, 9) i") {
        rows.append(try $0.decode(Int.self, at: 0))
      }
    }
    #expect(error.code == .divisionByZero)
    #expect(rows == [0, -1])
    #expect(try connection.execute("SELECT 1").values() == [[1]])
  }

  @Test func `while rows are being read the connection does nothing else`() throws {
    try connection.forEachRow("SELECT i FROM generate_series(1, 3) i") { _ throws in
      #expect(
        try failure { try connection.execute("SELECT 1") }.code == .objectNotInPrerequisiteState
      )
    }
    do {
      let stream = try connection.stream("SELECT generate_series(1, 1000000) AS i")
      #expect(stream.columns.names == ["i"])
    }
    #expect(try connection.execute("SELECT 1").values() == [[1]])
    #expect(
      try failure { try connection.forEachRow("SELECT 1/0") { _ in } }.code == .divisionByZero
    )
    try connection.forEachRow("CREATE TABLE other (x int)") { _ in }
    #expect(throws: PostgresError.self) {
      try connection.forEachRow("COPY other TO STDOUT") { _ in }
    }
    #expect(throws: PostgresError.self) {
      try connection.forEachRow("COPY other FROM STDIN") { _ in }
    }
    #expect(try connection.execute("SELECT 1").values() == [[1]])
  }
}

/// Reads 200 MB, and checks that the memory of the process does not grow as much.
private func readLargeResult(_ options: [String: String]) throws {
  var configuration = PostgresConfiguration()
  configuration.options = options
  let connection = try PostgresConnection(configuration)
  var sum = 0
  let before = residentBytes()
  try connection.forEachRow("SELECT generate_series(1, $1), repeat('x', 1000)", [200_000]) {
    sum += try $0.decode(Int.self, at: 0)
  }
  precondition(sum == 20_000_100_000, "The rows add up to \(sum).")
  let growth = residentBytes() - before
  precondition(growth < 64 << 20, "The process grew by \(growth) bytes.")
  let rows = try connection.execute("SELECT 1").values()
  precondition(rows == [[1]], "The connection cannot be used again.")
}
