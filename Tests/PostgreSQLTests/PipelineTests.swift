import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct PipelineTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(script: "CREATE TABLE item (id int PRIMARY KEY, title text)")
  }

  private func count() throws -> [[PostgresValue]] {
    try connection.execute("SELECT count(*), coalesce(sum(id), 0)::int8 FROM item").values()
  }

  @Test func `many statements are one transaction`() throws {
    let changed = try connection.execute(
      "INSERT INTO item VALUES ($1, $2)",
      forEach: (1...5_000).lazy.map { [.integer($0), .text("title \($0)")] }
    )
    #expect(changed == 5_000)
    #expect(try count() == [[5_000, 12_502_500]])
    #expect(connection.transactionStatus == .idle)
    let ids = try connection.execute("SELECT count(DISTINCT xmin::text) FROM item").values()
    #expect(ids == [[1]])
  }

  @Test func `answers arrive in the order of the statements`() throws {
    var seen: [Int64] = []
    try connection.pipeline { pipeline in
      for number in 1...2_000 {
        let sql = number % 2 == 0 ? "SELECT $1::int8 * 10" : "SELECT $1::int4"
        try pipeline.execute(sql, [.integer(Int64(number))]) { result in
          seen += try result.map { row in try row.decode(Int64.self, at: 0) }
        }
      }
    }
    #expect(seen == (1...2_000).map { $0 % 2 == 0 ? $0 * 10 : $0 })
  }

  @Test func `large answers to many statements cause no deadlock`() throws {
    var bytes = 0
    let large = PostgresValue.text(String(repeating: "x", count: 100_000))
    try connection.pipeline { pipeline in
      for _ in 0..<300 {
        try pipeline.execute("SELECT $1::text", [large]) { result in
          bytes += try result.first { row in try row.decode(String.self, at: 0) }?.utf8.count ?? 0
        }
      }
    }
    #expect(bytes == 30_000_000)
  }

  @Test(arguments: [1, 3, 900, 1_999])
  func `an error rolls everything back, wherever it occurs`(place: Int) throws {
    let error = try failure {
      try connection.pipeline { pipeline in
        for id in 1...2_000 {
          // The second key already exists.
          let key = id == place ? -1 : id
          if id == place { try pipeline.execute("INSERT INTO item VALUES (-1, '')") }
          try pipeline.execute("INSERT INTO item VALUES ($1, '')", [.integer(Int64(key))])
        }
      }
    }
    #expect(error.code == .uniqueViolation)
    #expect(error.sql == "INSERT INTO item VALUES ($1, '')")
    #expect(try count() == [[0, 0]])
    #expect(connection.transactionStatus == .idle)
  }

  @Test func `a closure that throws rolls everything back`() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try connection.pipeline { pipeline in
        for id in 1...700 {
          try pipeline.execute("INSERT INTO item VALUES ($1, '')", [.integer(Int64(id))])
        }
        throw Enough()
      }
    }
    #expect(try count() == [[0, 0]])
    #expect(throws: Enough.self) {
      try connection.pipeline { pipeline in
        try pipeline.execute("INSERT INTO item VALUES (1, '')") { _ in throw Enough() }
      }
    }
    #expect(try count() == [[0, 0]])
  }

  @Test func `a pipeline in a transaction is part of it`() throws {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1, '')")
    try connection.pipeline { try $0.execute("INSERT INTO item VALUES (2, '')") }
    #expect(connection.transactionStatus == .inTransaction)
    try connection.execute(script: "ROLLBACK")
    #expect(try count() == [[0, 0]])
  }

  @Test func `an error of a closure undoes a pipeline, and a transaction continues`() throws {
    struct Enough: Error {}
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1, '')")
    // The closure itself, and one that receives rows, before and after a statement that fails.
    for (place, last) in [(0, 2), (1, 2), (1, 700), (650, 700)] {
      #expect(throws: Enough.self) {
        try connection.pipeline { pipeline in
          for id in 2...last + 1 {
            try pipeline.execute("INSERT INTO item VALUES ($1, '')", [.integer(Int64(id))]) { _ in
              if id - 1 == place { throw Enough() }
            }
          }
          try pipeline.execute("INSERT INTO item VALUES (1, 'again')")
          if place == 0 { throw Enough() }
        }
      }
      #expect(connection.transactionStatus == .inTransaction)
      #expect(try count() == [[1, 1]])
    }
    try connection.execute(script: "COMMIT")
    #expect(try count() == [[1, 1]])
  }

  @Test func `a statement that fails aborts the transaction around a pipeline`() throws {
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1, '')")
    let error = try failure {
      try connection.pipeline { pipeline in
        try pipeline.execute("INSERT INTO item VALUES (2, '')")
        try pipeline.execute("INSERT INTO item VALUES (1, '')")
      }
    }
    #expect(error.code == .uniqueViolation)
    #expect(connection.transactionStatus == .inFailedTransaction)
    try connection.execute(script: "ROLLBACK")
    try connection.execute(script: "BEGIN")
    let unknown = try failure { try connection.pipeline { try $0.execute("SELECT nothing") } }
    #expect(unknown.code == .undefinedColumn)
    #expect(connection.transactionStatus == .inFailedTransaction)
    try connection.execute(script: "ROLLBACK")
  }

  @Test func `the connection does nothing else in the meantime`() throws {
    try connection.pipeline { pipeline in
      try pipeline.execute("INSERT INTO item VALUES (1, '')")
      #expect(
        try failure { try connection.execute("SELECT 1") }.code == .objectNotInPrerequisiteState
      )
      #expect(throws: PostgresError.self) { try connection.pipeline { _ in } }
      try pipeline.catchUp()
      #expect(pipeline.affectedRowCount >= 1)
    }
    #expect(try count() == [[1, 1]])
  }

  @Test func `a constraint that is checked at the commit rolls everything back`() throws {
    try connection.execute(
      script: "CREATE TABLE part (item int REFERENCES item DEFERRABLE INITIALLY DEFERRED)"
    )
    let error = try failure {
      try connection.pipeline { try $0.execute("INSERT INTO part VALUES (7)") }
    }
    #expect(error.code == .foreignKeyViolation)
    #expect(connection.transactionStatus == .idle)
    #expect(try connection.execute("SELECT * FROM part").count == 0)
  }
}
