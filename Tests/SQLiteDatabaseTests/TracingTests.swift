import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@Suite struct TracingTests {
  /// Returns a queue that traces its statements, and the log of the trace.
  private func traced(
    _ options: Database.TracingOptions = .statement,
    showsArguments: Bool = false,
    _ line: @escaping @Sendable (Database.TraceEvent) -> String = { "\($0)" }
  ) throws -> (DatabaseQueue, Log<String>) {
    let lines = Log<String>()
    var configuration = Configuration()
    configuration.showsArgumentsInErrors = showsArguments
    configuration.prepareDatabase { db in
      db.trace(options: options) { lines.append(line($0)) }
    }
    return (try DatabaseQueue(configuration: configuration), lines)
  }

  @Test func `each statement is traced without its values`() throws {
    let (database, lines) = try traced()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (n)")
      try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: ["secret"])
    }
    _ = try database.read {
      try Int.fetchAll($0, sql: "SELECT n FROM t WHERE n = ?", arguments: [1])
    }
    #expect(
      lines.all == [
        "BEGIN IMMEDIATE", "CREATE TABLE t (n)", "INSERT INTO t VALUES (?)", "COMMIT",
        "BEGIN DEFERRED", "SELECT n FROM t WHERE n = ?", "COMMIT",
      ]
    )
  }

  @Test func `values are traced if requested, or if the configuration shows them`() throws {
    let (database, lines) = try traced { $0.expandedDescription }
    let shown = try traced(showsArguments: true)
    for database in [database, shown.0] {
      try database.inDatabase { try $0.execute(sql: "SELECT ?, 2", arguments: ["it's"]) }
    }
    #expect(lines.all == ["SELECT 'it''s', 2"])
    #expect(shown.1.all == ["SELECT 'it''s', 2"])
  }

  @Test func `a finished statement is traced with its duration`() throws {
    let (database, lines) = try traced([.profile]) { event in
      guard case .profile(let statement, let duration) = event else { return "begins" }
      return "\(statement.sql) \(duration >= 0) \(event.description.hasSuffix(" ms SELECT 1"))"
    }
    try database.inDatabase { try $0.execute(sql: "SELECT 1") }
    #expect(lines.all == ["SELECT 1 true true"])
  }

  @Test func `a statement has no values if they are requested too late`() throws {
    let kept = Log<Int>()
    let database = try DatabaseQueue()
    try database.inDatabase { db in
      var statements: [Database.TraceEvent.Statement] = []
      db.trace { if case .statement(let statement) = $0 { statements.append(statement) } }
      try db.execute(sql: "SELECT ?", arguments: [1])
      db.trace()
      try db.execute(sql: "SELECT 2")
      #expect(statements.map(\.expandedSQL) == ["SELECT ?"])
      kept.append(statements.count)
    }
    #expect(kept.all == [1])
  }

  @Test func `statements of triggers are traced with the trigger's name`() throws {
    let (database, lines) = try traced()
    try database.inDatabase { db in
      try db.execute(
        sql: """
          CREATE TABLE t (n);
          CREATE TRIGGER tr AFTER INSERT ON t BEGIN UPDATE t SET n = 2; END
          """
      )
      try db.execute(sql: "INSERT INTO t VALUES (1)")
    }
    #expect(lines.all.contains("INSERT INTO t VALUES (1)"))
    #expect(lines.all.contains("-- TRIGGER tr"))
  }
}
