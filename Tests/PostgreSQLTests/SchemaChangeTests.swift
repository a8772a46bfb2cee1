import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Statements that were prepared before the schema changed.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SchemaChangeTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection
  private let insertion = "INSERT INTO item VALUES ($1, 'x')"
  private let large: PostgresValue = 3_000_000_000

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(script: "CREATE TABLE item (id int PRIMARY KEY, title text)")
    try connection.execute(insertion, [1])
  }

  @Test(arguments: [false, true])
  func `a parameter accepts the values of a column that was widened`(isInTransaction: Bool)
    throws
  {
    let old = try connection.prepare(insertion)
    try connection.execute(script: "ALTER TABLE item ALTER id TYPE bigint")
    if isInTransaction { try connection.execute(script: "BEGIN; SELECT 1") }
    try connection.execute(insertion, [large])
    #expect(!old.isPrepared)
    if isInTransaction { try connection.execute(script: "COMMIT") }
    #expect(try connection.execute("SELECT max(id) FROM item").values() == [[large]])
  }

  @Test func `a pipeline and streamed rows accept them too`() throws {
    _ = try connection.execute("SELECT title FROM item WHERE id = $1", [1])
    try connection.execute(script: "ALTER TABLE item ALTER id TYPE bigint")
    try connection.execute(insertion, forEach: [[2], [large], [4]])
    var titles: [String] = []
    try connection.forEachRow("SELECT title FROM item WHERE id = $1", [large]) {
      titles.append(try $0.decode(at: 0))
    }
    #expect(titles == ["x"])
  }

  @Test func `a value that never fits is an error as before`() throws {
    let error = try failure { try connection.execute(insertion, [large]) }
    #expect(error.code == .numericValueOutOfRange)
    #expect(try failure { try connection.execute(insertion, [true]) }.code == .datatypeMismatch)
    try connection.execute(insertion, [2])
    #expect(connection.staleStatementCount == 0)
  }

  @Test func `a missing operator of the old type fails at most once`() throws {
    let select = "SELECT title FROM item WHERE id = $1"
    _ = try connection.execute(select, [1])
    try connection.execute(script: "ALTER TABLE item ALTER id TYPE text")
    #expect(try failure { try connection.execute(select, [1]) }.code == .datatypeMismatch)
    #expect(try connection.execute(select, ["1"]).values() == [["x"]])
  }

  @Test func `the first statement of a transaction is prepared again without loss`() throws {
    let select = "SELECT * FROM item ORDER BY id"
    _ = try connection.execute(select)
    try connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ")
    try connection.execute(script: "COMMIT")
    try connection.execute(script: "ALTER TABLE item ADD price int DEFAULT 5")
    try connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ")
    #expect(try connection.execute(select).values() == [[1, "x", 5]])
    #expect(try connection.execute("SHOW transaction_isolation").values() == [["repeatable read"]])
    try connection.execute(script: "COMMIT")
    #expect(connection.staleStatementCount == 1)
  }

  @Test func `a later statement fails once, since earlier changes would be lost`() throws {
    let select = "SELECT * FROM item ORDER BY id"
    _ = try connection.execute(select)
    try connection.execute(script: "ALTER TABLE item ADD price int")
    try connection.begin("BEGIN")
    try connection.execute(insertion, [2])
    #expect(try failure { try connection.execute(select) }.code == .featureNotSupported)
    try connection.execute(script: "ROLLBACK")
    #expect(try connection.execute(select).columns.count == 3)
  }

  @Test func `streamed rows are prepared again anywhere in a transaction`() throws {
    let select = "SELECT * FROM item ORDER BY id"
    _ = try connection.execute(select)
    try connection.execute(script: "ALTER TABLE item ADD price int DEFAULT 5")
    try connection.begin("BEGIN")
    try connection.execute(insertion, [2])
    var rows: [[PostgresValue]] = []
    try connection.forEachRow(select) { rows.append(try $0.values()) }
    #expect(rows == [[1, "x", 5], [2, "x", 5]])
    try connection.execute(script: "COMMIT")
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[2]])
  }

  @Test func `statements that are not kept are closed when transactions begin`() throws {
    for number in 1...600 {
      try connection.begin("BEGIN")
      try connection.execute("SELECT \(number)")
      try connection.execute(script: "COMMIT")
    }
    let rows = try connection.run("SELECT count(*) FROM pg_prepared_statements")
    #expect(try #require(rows.text(row: 0, column: 0).flatMap { Int($0) }) <= 256 + 32)
  }
}

/// Rows that are partly left unread within a transaction.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PartlyReadTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(script: "CREATE TABLE item (id int PRIMARY KEY)")
  }

  private func readOne(_ sql: String) throws {
    var stream = try connection.stream(sql)
    #expect(try stream.next() != nil)
  }

  @Test func `the transaction continues with its earlier changes`() throws {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    for count in [1, 2, 3_000_000] {
      try readOne("SELECT generate_series(1, \(count))")
      #expect(connection.transactionStatus == .inTransaction)
    }
    try connection.execute(script: "INSERT INTO item VALUES (2); COMMIT")
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[2]])
  }

  @Test(arguments: [
    "INSERT INTO item SELECT generate_series(1, 200000) RETURNING id",
    "WITH new AS (INSERT INTO item SELECT generate_series(1, 200000) RETURNING id) SELECT * FROM new",
  ])
  func `a statement's writes are kept completely`(sql: String) throws {
    try connection.execute(script: "BEGIN")
    try readOne(sql)
    try connection.execute(script: "COMMIT")
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[200_000]])
  }

  @Test func `an error aborts the transaction as usual`() throws {
    try connection.execute(script: "BEGIN")
    let error = try failure {
      try connection.forEachRow("SELECT 1 / (i - 3) FROM generate_series(1, 9) i") { _ in }
    }
    #expect(error.code == .divisionByZero)
    #expect(connection.transactionStatus == .inFailedTransaction)
    try connection.execute(script: "ROLLBACK")
  }

  @Test func `a closure that throws leaves the transaction unchanged`() throws {
    struct Enough: Error {}
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1)")
    #expect(throws: Enough.self) {
      try connection.forEachRow("SELECT generate_series(1, 100000)") { _ in throw Enough() }
    }
    try connection.execute(script: "COMMIT")
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[1]])
  }
}
