import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

/// A database behind pgbouncer, in each of its modes.
@Suite(.requiresPostgres, .requiresPooler, .timeLimit(.hang)) struct PoolerTests {
  typealias Mode = PostgresTestPooler.Mode
  private let scratch: PostgresScratchDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    try scratch.connect().execute(script: "CREATE TABLE item (id int PRIMARY KEY, title text)")
  }

  private func pooler(_ mode: Mode, size: Int = 4) throws -> PostgresTestPooler {
    try PostgresTestPooler(to: scratch.server, mode: mode, size: size)
  }

  private func database(_ pooler: PostgresTestPooler) -> PostgresDatabase {
    PostgresDatabase(
      PostgresDatabaseConfiguration(pooler.configuration(database: scratch.name))
    )
  }

  @Test func `everything works behind a pooler in session mode`() async throws {
    let pooler = try pooler(.session)
    let database = database(pooler)
    for id in 1...40 {
      try await database.write { db in
        try db.execute("INSERT INTO item VALUES ($1, $2)", [.integer(Int64(id)), .text("\(id)")])
      }
    }
    let sum = try await database.read { db in
      try db.execute("SELECT sum(id) FROM item WHERE id > $1", [0]).values()
    }
    #expect(sum == [[.integer(820)]])
    let connection = try PostgresConnection(pooler.configuration(database: scratch.name))
    try connection.pipeline { pipeline in
      for id in 41...60 {
        try pipeline.execute("INSERT INTO item VALUES ($1, 'p')", [.integer(Int64(id))])
      }
    }
    let copied = try connection.copyIn("item", columns: ["id", "title"]) { writer in
      for id in 61...80 { try writer.append([.integer(Int64(id)), .text("c")]) }
    }
    #expect(copied == 20)
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[80]])
  }

  @Test func `statements are not mixed up behind a pooler in transaction mode`() throws {
    let pooler = try pooler(.transaction, size: 2)
    func client() throws -> PostgresConnection {
      try PostgresConnection(pooler.configuration(database: scratch.name))
    }
    let (one, two) = try (client(), client())
    // Each prepares its statement, on another connection of the pooler.
    try one.execute(script: "BEGIN")
    #expect(try two.execute("SELECT 'two'").values() == [["two"]])
    #expect(try one.execute("SELECT 'one'").values() == [["one"]])
    // Then each gets the other's server connection: which one depends on the order in which they
    // are returned.
    for round in 0..<8 {
      let (holder, asking, text) = round.isMultiple(of: 2) ? (one, two, "two") : (two, one, "one")
      for client in round % 4 < 2 ? [holder, asking] : [asking, holder] {
        try client.execute(script: "ROLLBACK")
      }
      try holder.execute(script: "BEGIN")
      #expect(try asking.execute("SELECT '\(text)'").values() == [[.text(text)]])
      try asking.execute(script: "BEGIN")
    }
  }

  @Test
  func `a statement that another server connection lacks is an error with a fix`()
    throws
  {
    let pooler = try pooler(.transaction, size: 2)
    let configuration = pooler.configuration(database: scratch.name)
    let (one, two) = try (PostgresConnection(configuration), PostgresConnection(configuration))
    try one.execute("SELECT 1")
    var errors: [PostgresError] = []
    // In a transaction that has already done something, it is too late to prepare the statement
    // again.
    for round in 0..<8 {
      try (round % 4 < 2 ? one : two).execute(script: "BEGIN")
      try (round % 4 < 2 ? two : one).execute(script: "BEGIN")
      do {
        try one.execute(script: "INSERT INTO item VALUES (\(round), 'x')")
        try one.execute("SELECT 1")
      } catch { errors.append(error) }
      for client in round.isMultiple(of: 2) ? [one, two] : [two, one] {
        try client.execute(script: "ROLLBACK")
      }
    }
    for error in errors {
      #expect(error.code == .invalidStatementName)
      #expect(error.hint?.contains("max_prepared_statements") == true)
    }
    // Version 1.21 and later prepare the statement there.
    #expect(!errors.isEmpty || pooler.version >= (1, 21))
  }

  @Test func `scripts and transactions work behind a pooler in transaction mode`() throws {
    let pooler = try pooler(.transaction, size: 1)
    let connection = try PostgresConnection(pooler.configuration(database: scratch.name))
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1, 'a'); COMMIT")
    try connection.execute(script: "BEGIN")
    try connection.execute("INSERT INTO item VALUES ($1, $2)", [2, "b"])
    try connection.execute(script: "ROLLBACK")
    // With only one server connection, that connection has the prepared statement.
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[1]])
    #expect(try connection.execute("SELECT count(*) FROM item").values() == [[1]])
  }
}
