import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@Suite struct TransactionHookTests {
  let connection: Connection

  init() throws { connection = try .inMemory("CREATE TABLE t (x)") }

  @Test func `the commit hook runs before each commit that wrote`() throws {
    var commits = 0
    try connection.setCommitHook {
      commits += 1
      return .commit
    }
    try connection.execute("INSERT INTO t VALUES (1)")
    try connection.execute("BEGIN; INSERT INTO t VALUES (2); INSERT INTO t VALUES (3); COMMIT")
    try connection.execute("BEGIN; SELECT * FROM t; COMMIT")
    #expect(commits == 2)
  }

  @Test func `the commit hook can turn a commit into a rollback`() throws {
    var rollbacks = 0
    try connection.setCommitHook { .rollback }
    try connection.setRollbackHook { rollbacks += 1 }
    let error = failure { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .constraintCommitHook)
    #expect(rollbacks == 1)
    #expect(try connection.rows("SELECT * FROM t").isEmpty)
  }

  @Test func `the rollback hook runs for explicit and implicit rollbacks`() throws {
    var rollbacks = 0
    try connection.setRollbackHook { rollbacks += 1 }
    try connection.execute("BEGIN; INSERT INTO t VALUES (1); ROLLBACK")
    #expect(rollbacks == 1)
    try connection.execute("CREATE UNIQUE INDEX i ON t (x); INSERT INTO t VALUES (1)")
    try? connection.execute("BEGIN; INSERT OR ROLLBACK INTO t VALUES (1)")
    #expect(rollbacks == 2)
    #expect(connection.isAutocommit)
  }

  @Test func `a hook is not called after it was removed`() throws {
    var calls = 0
    try connection.setCommitHook {
      calls += 1
      return .commit
    }
    try connection.setCommitHook(nil)
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(calls == 0)
  }

  @Test func `the WAL hook gets the number of pages in the log after each commit`() throws {
    let scratch = try ScratchDirectory()
    let connection = try Connection(path: scratch.path(of: "a.db"))
    var pages: [(String, Int)] = []
    try connection.setWALHook { pages.append(($0, $1)) }
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(pages.map(\.0) == ["main", "main"])
    #expect(pages[0].1 < pages[1].1)
  }
}

@Suite struct BusyHookTests {
  @Test func `is called while another connection holds the lock`() throws {
    let scratch = try ScratchDirectory()
    let first = try Connection(path: scratch.path(of: "a.db"))
    let second = try Connection(path: scratch.path(of: "a.db"))
    try first.execute("CREATE TABLE t (x); BEGIN IMMEDIATE")
    var tries: [Int] = []
    try second.setBusyHook {
      tries.append($0)
      return $0 < 3 ? .retry : .giveUp
    }
    #expect(failure { try second.execute("INSERT INTO t VALUES (1)") }?.code == .busy)
    #expect(tries == [0, 1, 2, 3])
  }

  @Test func `lets the statement succeed once the lock is free`() throws {
    let scratch = try ScratchDirectory()
    let first = try Connection(path: scratch.path(of: "a.db"))
    let second = try Connection(path: scratch.path(of: "a.db"))
    try first.execute("CREATE TABLE t (x); BEGIN IMMEDIATE")
    try second.setBusyHook { _ in
      try? first.execute("COMMIT")
      return .retry
    }
    try second.execute("INSERT INTO t VALUES (1)")
    #expect(try second.value("SELECT count(*) FROM t") == 1)
  }

  @Test func `is not called for a stale snapshot`() throws {
    let scratch = try ScratchDirectory()
    let first = try Connection(path: scratch.path(of: "a.db"))
    let second = try Connection(path: scratch.path(of: "a.db"))
    try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    try second.execute("BEGIN; SELECT * FROM t")
    try first.execute("INSERT INTO t VALUES (1)")
    var isAsked = false
    try second.setBusyHook { _ in
      isAsked = true
      return .giveUp
    }
    #expect(failure { try second.execute("INSERT INTO t VALUES (2)") }?.code == .busySnapshot)
    #expect(!isAsked)
  }
}

@Suite struct ProgressHookTests {
  @Test func `interrupts a statement that takes too long`() throws {
    let connection = try Connection.inMemory()
    var calls = 0
    try connection.setProgressHook(every: 100) {
      calls += 1
      return calls == 10 ? .interrupt : .proceed
    }
    let endless =
      "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    #expect(failure { try connection.execute(endless) }?.code == .interrupt)
    #expect(calls == 10)
    try connection.setProgressHook(every: 100, nil)
    #expect(try connection.value("SELECT 1") == 1)
  }
}

@Suite struct TraceHookTests {
  @Test func `reports the statements that run, with and without their values`() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (x)")
    var seen: [[String?]] = []
    try connection.setTraceHook(.statement) { seen.append([$0.sql, $0.expandedSQL]) }
    _ = try connection.rows("INSERT INTO t VALUES (?)", "private")
    #expect(seen == [["INSERT INTO t VALUES (?)", "INSERT INTO t VALUES ('private')"]])
  }

  @Test func `reports rows, durations and closing`() throws {
    let connection = try Connection.inMemory()
    var rows = 0
    var durations: [Duration] = []
    var isClosed = false
    try connection.setTraceHook([.row, .profile, .close]) { event in
      switch event.kind {
      case .row: rows += 1
      case .profile(let duration): durations.append(duration)
      case .close: isClosed = true
      case .statement: Issue.record("Statements were not requested")
      }
    }
    try connection.execute("SELECT 1 UNION ALL SELECT 2")
    try connection.close()
    #expect(rows == 2)
    #expect(durations.count == 1 && durations[0] >= .zero)
    #expect(isClosed)
  }

  @Test func `names the triggers that run`() throws {
    let connection = try Connection.inMemory(
      """
      CREATE TABLE t (x); CREATE TABLE u (x);
      CREATE TRIGGER copying AFTER INSERT ON t BEGIN INSERT INTO u VALUES (new.x); END;
      """
    )
    var seen: [String?] = []
    try connection.setTraceHook(.statement) { seen.append($0.sql) }
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(seen.contains("-- TRIGGER copying"))
  }
}

@Suite struct AuthorizerTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name, secret);
      INSERT INTO item VALUES (1, 'pen', 'x');
      CREATE VIEW named AS SELECT name FROM item;
      """
    )
  }

  private func actions(of sql: String) throws -> [String] {
    var seen: [String] = []
    try connection.setAuthorizer { authorization in
      let parts = [
        authorization.first, authorization.second, authorization.schema,
        authorization.triggerOrView,
      ]
      seen.append(
        "\(authorization.action.rawValue) " + parts.map { $0 ?? "-" }.joined(separator: " ")
      )
      return .allow
    }
    _ = try Statement(sql, on: connection)
    return seen
  }

  @Test func `reports the columns that a query reads, also through views`() throws {
    let read = Authorization.Action.read.rawValue
    let seen = try actions(of: "SELECT name FROM item WHERE id = 1")
    #expect(seen.contains("\(read) item name main -"))
    #expect(seen.contains("\(read) item id main -"))
    #expect(!seen.contains { $0.contains("secret") })
    #expect(try actions(of: "SELECT * FROM named").contains("\(read) item name main named"))
  }

  @Test func `reports what a statement writes`() throws {
    let update = Authorization.Action.update.rawValue
    #expect(try actions(of: "UPDATE item SET name = 1").contains("\(update) item name main -"))
    let delete = Authorization.Action.delete.rawValue
    #expect(try actions(of: "DELETE FROM item").contains("\(delete) item - main -"))
    let insert = Authorization.Action.insert.rawValue
    #expect(
      try actions(of: "INSERT INTO item (name) VALUES (1)").contains("\(insert) item - main -")
    )
    let function = Authorization.Action.function.rawValue
    #expect(try actions(of: "SELECT upper('a')").contains("\(function) - upper - -"))
    let transaction = Authorization.Action.transaction.rawValue
    #expect(try actions(of: "BEGIN") == ["\(transaction) BEGIN - - -"])
  }

  @Test func `can deny a statement and hide a column`() throws {
    try connection.setAuthorizer { authorization in
      if authorization.action == .read, authorization.second == "secret" { return .ignore }
      return authorization.action == .delete ? .deny : .allow
    }
    #expect(try connection.rows("SELECT name, secret FROM item") == [["pen", .null]])
    #expect(failure { try connection.execute("DELETE FROM item") }?.code == .notAuthorized)
    try connection.setAuthorizer(nil)
    #expect(try connection.rows("SELECT secret FROM item") == [["x"]])
  }

  @Test(arguments: [
    ("CREATE TABLE t (x)", true), ("CREATE INDEX i ON item (name)", true),
    ("ALTER TABLE item ADD COLUMN c", true), ("DROP VIEW named", true),
    ("ATTACH ':memory:' AS o", true), ("INSERT INTO item DEFAULT VALUES", false),
    ("SELECT * FROM item", false), ("BEGIN", false),
  ])
  func `recognizes statements that change the schema`(sql: String, changes: Bool) throws {
    var isSchemaChange = false
    try connection.setAuthorizer { authorization in
      if authorization.action.changesSchema { isSchemaChange = true }
      return .allow
    }
    try connection.execute(sql)
    #expect(isSchemaChange == changes)
  }
}
