import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@Suite struct LimitTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  @Test(arguments: Limit.allCases)
  func `each limit can be read and lowered`(limit: Limit) throws {
    let before = try connection.limit(limit)
    let value = min(before, 40)
    #expect(try connection.setLimit(limit, to: value) == before)
    #expect(try connection.limit(limit) == value)
  }

  @Test func `a limit cannot be raised above that of the library`() throws {
    let highest = try connection.limit(.length)
    try connection.setLimit(.length, to: .max)
    #expect(try connection.limit(.length) == highest)
  }

  @Test func `statements beyond a limit are refused`() throws {
    try connection.setLimit(.sqlLength, to: 50)
    #expect(
      failure { try connection.execute("SELECT '" + String(repeating: "a", count: 60) + "'") }?.code
        == .tooBig
    )
    try connection.setLimit(.attachedDatabases, to: 0)
    #expect(failure { try connection.execute("ATTACH ':memory:' AS a") }?.code == .error)
  }
}

@Suite struct StatusTests {
  @Test func `the cache's hits, writes and bytes are counted`() throws {
    let scratch = try ScratchDirectory()
    let connection = try Connection(path: scratch.path(of: "a.db"))
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1); SELECT * FROM t")
    #expect(try connection.status(.cacheUsed).current > 0)
    #expect(try connection.status(.schemaUsed).current > 0)
    #expect(try connection.status(.cacheWrites).current > 0)
    #expect(try connection.status(.cacheHits, reset: true).current > 0)
    #expect(try connection.status(.cacheHits).current == 0)
    let before = try connection.status(.statementsUsed).current
    let statement = try Statement("SELECT * FROM t", on: connection)
    #expect(try connection.status(.statementsUsed).current > before)
    #expect(statement.columnCount == 1)
  }

  @Test(arguments: ConnectionCounter.allCases)
  func `each counter of a connection can be read`(counter: ConnectionCounter) throws {
    #expect(try Connection.inMemory().status(counter).current >= 0)
  }

  @Test(arguments: SQLiteLibrary.Counter.allCases)
  func `each counter of the process can be read`(counter: SQLiteLibrary.Counter) throws {
    #expect(try SQLiteLibrary.status(counter).current >= 0)
  }
}

@Suite struct FileTests {
  let scratch: ScratchDirectory
  let connection: Connection

  init() throws {
    scratch = try ScratchDirectory()
    connection = try Connection(path: scratch.path(of: "a.db"))
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
  }

  @Test(arguments: WALCheckpointMode.allCases)
  func `a checkpoint copies the write-ahead log into the file`(mode: WALCheckpointMode) throws {
    try connection.execute("INSERT INTO t VALUES (1)")
    let checkpoint = try #require(try connection.walCheckpoint(mode))
    #expect(checkpoint.isComplete)
    #expect((checkpoint.logFrameCount == 0) == (mode == .truncate))
  }

  @Test func `a checkpoint throws busy if a reader prevents truncating the log`() throws {
    let reader = try Connection(path: scratch.path(of: "a.db"))
    try connection.execute("INSERT INTO t VALUES (1)")
    try reader.execute("BEGIN; SELECT * FROM t")
    try connection.execute("INSERT INTO t VALUES (2)")
    #expect(failure { try connection.walCheckpoint(.truncate) }?.code == .busy)
    let checkpoint = try #require(try connection.walCheckpoint(.passive))
    #expect(!checkpoint.isComplete)
    try reader.execute("COMMIT")
    #expect(try connection.walCheckpoint(.truncate)?.logFrameCount == 0)
  }

  @Test func `a checkpoint is refused in a transaction and does nothing without a log`() throws {
    try connection.execute("BEGIN; INSERT INTO t VALUES (1)")
    #expect(failure { try connection.walCheckpoint() }?.code == .locked)
    let memory = try Connection.inMemory()
    #expect(try memory.walCheckpoint(.full) == nil)
    #expect(failure { try memory.walCheckpoint(schema: "none") }?.code == .error)
  }

  @Test func `the log file can be kept at the last close`() throws {
    #expect(try connection.keepsWAL() == false)
    try connection.setKeepsWAL(true)
    #expect(try connection.keepsWAL() == true)
    try connection.setKeepsWAL(false)
    #expect(try connection.keepsWAL() == false)
    #expect(try Connection.inMemory().keepsWAL() == nil)
  }

  @Test func `the file grows in chunks`() throws {
    let other = try Connection(path: scratch.path(of: "b.db"))
    try other.setChunkSize(1 << 16)
    try other.execute("CREATE TABLE t (x)")
    let size = try Data(contentsOf: URL(filePath: scratch.path(of: "b.db"))).count
    #expect(size == 1 << 16)
    try Connection.inMemory().setChunkSize(1 << 16)
  }

  @Test func `the cache can be written in the middle of a transaction`() throws {
    try connection.execute("BEGIN; INSERT INTO t VALUES (randomblob(100000))")
    try connection.flushCache()
    try connection.execute("COMMIT")
    #expect(try connection.status(.cacheWrites).current > 20)
  }
}
