import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@Suite struct BackupTests {
  let scratch: ScratchDirectory
  let source: Connection
  let destination: Connection

  init() throws {
    scratch = try ScratchDirectory()
    source = try Connection(path: scratch.path(of: "source.db"))
    destination = try Connection(path: scratch.path(of: "destination.db"))
    try source.execute(
      """
      CREATE TABLE t (x);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO t SELECT randomblob(1000) FROM n;
      """
    )
  }

  private func checksum(_ connection: Connection) throws -> DatabaseValue? {
    try connection.value("SELECT count(*) || hex(max(x)) FROM t")
  }

  @Test func `copies a database in one step`() throws {
    var backup = try Backup(from: source, to: destination)
    #expect(try backup.step() == .done)
    try backup.finish()
    #expect(try checksum(destination) == checksum(source))
  }

  @Test func `copies some pages at a time and reports how many remain`() throws {
    var backup = try Backup(from: source, to: destination)
    #expect(backup.pageCount == 0)
    var steps = 0
    var remaining: [Int] = []
    while try backup.step(pageCount: 20) == .more {
      steps += 1
      remaining.append(backup.remainingPageCount)
    }
    #expect(steps > 1)
    #expect(remaining == remaining.sorted(by: >))
    #expect(backup.pageCount > 40)
    #expect(backup.remainingPageCount == 0)
    try backup.finish()
    #expect(try checksum(destination) == checksum(source))
  }

  @Test func `includes rows that are written between its steps`() throws {
    var backup = try Backup(from: source, to: destination)
    #expect(try backup.step(pageCount: 5) == .more)
    try source.execute("INSERT INTO t VALUES (x'ff')")
    while try backup.step(pageCount: 5) == .more {}
    try backup.finish()
    #expect(try checksum(destination) == checksum(source))
  }

  @Test func `reports a lock of another connection, and continues afterwards`() throws {
    let other = try Connection(path: scratch.path(of: "source.db"))
    try other.execute("BEGIN EXCLUSIVE")
    var backup = try Backup(from: source, to: destination)
    #expect(try backup.step() == .busy)
    try other.execute("ROLLBACK")
    #expect(try backup.step() == .done)
    try backup.finish()
    #expect(try checksum(destination) == checksum(source))
  }

  @Test func `reports an open write transaction of the source, and continues afterwards`() throws {
    var backup = try Backup(from: source, to: destination)
    try source.execute("BEGIN; INSERT INTO t VALUES (1)")
    #expect(try backup.step() == .busy)
    try source.execute("COMMIT")
    #expect(try backup.step() == .done)
    try backup.finish()
  }

  @Test func `rolls the destination back if it is released before it is done`() throws {
    try destination.execute("CREATE TABLE kept (x)")
    do {
      var backup = try Backup(from: source, to: destination)
      #expect(try backup.step(pageCount: 5) == .more)
    }
    #expect(try destination.rows("SELECT name FROM sqlite_schema") == [["kept"]])
  }

  @Test func `finishes without an error before it is done`() throws {
    var backup = try Backup(from: source, to: destination)
    #expect(try backup.step(pageCount: 0) == .more)
    try backup.finish()
    #expect(try destination.rows("SELECT name FROM sqlite_schema").isEmpty)
  }

  @Test func `copies attached schemas and databases in memory`() throws {
    let memory = try Connection.inMemory("ATTACH ':memory:' AS other")
    var backup = try Backup(from: source, to: memory, destinationSchema: "other")
    #expect(try backup.step() == .done)
    try backup.finish()
    #expect(try memory.value("SELECT count(*) FROM other.t") == 200)
  }

  @Test func `refuses missing schemas, the same database twice, and a destination in use`() throws {
    #expect(
      failure { _ = try Backup(from: source, sourceSchema: "none", to: destination) }?.code
        == .error
    )
    #expect(
      failure { _ = try Backup(from: source, to: destination, destinationSchema: "none") }?.code
        == .error
    )
    #expect(failure { _ = try Backup(from: source, to: source) }?.code == .error)
    try destination.execute("BEGIN IMMEDIATE")
    #expect(
      failure { _ = try Backup(from: source, to: destination) }?.message
        == "destination database is in use"
    )
  }

  @Test func `fails if the destination is read-only`() throws {
    try destination.execute("CREATE TABLE t (x)")
    let readOnly = try Connection(path: scratch.path(of: "destination.db"), flags: .readOnly)
    var backup = try Backup(from: source, to: readOnly)
    #expect(failure { _ = try backup.step() }?.code == .readOnly)
    do throws(SQLiteError) {
      try backup.finish()
      Issue.record("Finishing did not report the failed step")
    } catch {
      #expect(error.code == .readOnly)
    }
  }

  @Test func `keeps both connections open until it is finished`() throws {
    do {
      var backup = try Backup(from: source, to: destination)
      #expect(try backup.step(pageCount: 1) == .more)
      #expect(failure { try source.close() }?.code == .busy)
      #expect(failure { try destination.close() }?.code == .busy)
    }
    try source.close()
    try destination.close()
  }
}
