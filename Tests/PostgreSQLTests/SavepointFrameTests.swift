import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

/// Pipelines in a transaction, and the savepoints that they need.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SavepointFrameTests {
  private struct Enough: Error {}

  private let scratch: PostgresScratchDatabase
  private let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(script: "CREATE TABLE item (id int PRIMARY KEY, title text); BEGIN")
  }

  private let insertion = "INSERT INTO item VALUES ($1, $2)"

  private func ids() throws -> [PostgresValue] {
    try connection.execute("SELECT id FROM item ORDER BY id").values().map { $0[0] }
  }

  /// The keys of rows that were written in a savepoint of the current transaction.
  private func idsOfSavepoints() throws -> [PostgresValue] {
    let sql = "SELECT id FROM item WHERE xmin::text <> txid_current()::text ORDER BY id"
    return try connection.execute(sql).values().map { $0[0] }
  }

  @Test func `a single statement in a transaction needs no savepoint`() throws {
    for id in 1...3 {
      try connection.pipeline { try $0.execute(insertion, [.integer(Int64(id)), "one"]) }
    }
    #expect(try idsOfSavepoints() == [])
    // With two statements, or a closure that may throw, there is something to undo.
    try connection.pipeline { pipeline in
      for id in 4...5 { try pipeline.execute(insertion, [.integer(Int64(id)), "two"]) }
    }
    try connection.pipeline { try $0.execute(insertion, [6, "heard"]) { _ in } }
    #expect(try idsOfSavepoints() == [4, 5, 6])
    #expect(try ids() == [1, 2, 3, 4, 5, 6])
  }

  @Test func `a few lists of values that can be sent need no savepoint`() throws {
    let few = (1...31).map { [.integer(Int64($0)), "few"] as [PostgresValue] }
    let count = try connection.execute(insertion, forEach: few)
    #expect(count == 31)
    #expect(try idsOfSavepoints() == [])
    let many = (32...63).map { [.integer(Int64($0)), "many"] as [PostgresValue] }
    #expect(try connection.execute(insertion, forEach: many) == 32)
    #expect(try idsOfSavepoints().count == 32)
    #expect(try ids().count == 63)
    let none: [[PostgresValue]] = []
    #expect(try connection.execute(insertion, forEach: none) == 0)
  }

  @Test(arguments: [3, 40] as [Int64])
  func `a list that cannot be sent undoes those before it`(count: Int64) throws {
    let lists: [[PostgresValue]] = (1...count).map { id in
      [.integer(id), id == count ? "with\0NUL" : "one"]
    }
    #expect(throws: PostgresError.self) { try connection.execute(insertion, forEach: lists) }
    #expect(connection.transactionStatus == .inTransaction)
    #expect(try ids() == [])
  }

  @Test func `a list that the server refuses aborts the transaction`() throws {
    let lists: [[PostgresValue]] = [[1, "one"], [2, "two"], [1, "again"]]
    let error = try failure { _ = try connection.execute(insertion, forEach: lists) }
    #expect(error.code == .uniqueViolation)
    #expect(connection.transactionStatus == .inFailedTransaction)
  }

  @Test func `an empty pipeline in a transaction does nothing`() throws {
    try connection.pipeline { _ in }
    #expect(connection.transactionStatus == .inTransaction)
    #expect(throws: Enough.self) { try connection.pipeline { _ in throw Enough() } }
    #expect(connection.transactionStatus == .inTransaction)
  }

  @Test(arguments: [false, true])
  func `a single statement is undone if a closure throws`(waits: Bool) throws {
    #expect(throws: Enough.self) {
      try connection.pipeline { pipeline in
        try pipeline.execute(insertion, [1, "one"])
        if waits { try pipeline.catchUp() }
        throw Enough()
      }
    }
    #expect(throws: Enough.self) {
      try connection.pipeline { try $0.execute(insertion, [2, "two"]) { _ in throw Enough() } }
    }
    #expect(connection.transactionStatus == .inTransaction)
    #expect(try ids() == [])
  }

  @Test func `a value that does not fit undoes the statements before it`() throws {
    for first in [1, 2] as [Int64] {
      #expect(throws: PostgresError.self) {
        try connection.pipeline { pipeline in
          for id in first...2 {
            try pipeline.execute(insertion, [.integer(id), id == 2 ? "with\0NUL" : "one"])
          }
        }
      }
      #expect(connection.transactionStatus == .inTransaction)
      #expect(try ids() == [])
    }
  }

  @Test func `statements that run while a pipeline pauses are undone with it`() throws {
    #expect(throws: Enough.self) {
      try connection.pipeline { pipeline in
        try pipeline.pausing { _ = try $0.execute(insertion, [1, "one"]) }
        throw Enough()
      }
    }
    #expect(connection.transactionStatus == .inTransaction)
    #expect(try ids() == [])
  }

  @Test func `a closure that throws after a pipeline of reads leaves the transaction open`() throws
  {
    try connection.execute(insertion, [1, "one"])
    #expect(throws: Enough.self) {
      try connection.pipeline { pipeline in
        pipeline.declareReadOnly()
        for _ in 1...2 { try pipeline.execute("SELECT 1") { _ in throw Enough() } }
      }
    }
    // The savepoint was released before the rows were received, so it cannot be undone.
    #expect(connection.transactionStatus == .inTransaction)
    #expect(try ids() == [1])
  }

  @Test func `an outer frame is undone if an inner one has failed`() throws {
    try connection.execute(insertion, [1, "before"])
    #expect(throws: Enough.self) {
      try connection.atomically {
        try connection.execute(insertion, [2, "outer"])
        let error = try failure {
          try connection.pipeline { pipeline in
            for _ in 1...2 { try pipeline.execute(insertion, [3, "inner"]) }
          }
        }
        #expect(error.code == .uniqueViolation)
        throw Enough()
      }
    }
    #expect(connection.transactionStatus == .inTransaction)
    #expect(try ids() == [1])
  }

  @Test func `frames in frames are undone one by one`() throws {
    try connection.atomically {
      try connection.execute(insertion, [1, "outer"])
      #expect(throws: Enough.self) {
        try connection.atomically {
          try connection.atomically { _ = try connection.execute(insertion, [2, "inmost"]) }
          throw Enough()
        }
      }
      try connection.pipeline { pipeline in
        for id in 3...4 { try pipeline.execute(insertion, [.integer(Int64(id)), "inner"]) }
      }
    }
    #expect(try ids() == [1, 3, 4])
  }
}
