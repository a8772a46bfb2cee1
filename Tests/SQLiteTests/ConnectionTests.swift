import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@Suite struct ConnectionTests {
  @Test func `opens a file that others can open too`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "a.db")
    let first = try Connection(path: path)
    try first.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let second = try Connection(path: path, flags: .readOnly)
    #expect(try second.value("SELECT x FROM t") == 1)
    #expect(second.isReadOnly() == true)
    #expect(first.isReadOnly() == false)
    #expect(first.isReadOnly(schema: "none") == nil)
    #expect(first.fileName() == URL(filePath: path).resolvingSymlinksInPath().path())
    #expect(failure { try second.execute("DELETE FROM t") }?.code == .readOnly)
  }

  @Test func `does not create a file unless requested`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "none.db")
    #expect(failure { _ = try Connection(path: path, flags: .readWrite) }?.code == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the first statement reports a file that is not a database`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "text.db")
    try Data(repeating: 65, count: 4096).write(to: URL(filePath: path))
    let connection = try Connection(path: path)
    #expect(
      failure { try connection.execute("SELECT * FROM sqlite_schema") }?.code == .notADatabase
    )
  }

  @Test func `closing fails while a statement exists, and the connection stays usable`() throws {
    let connection = try Connection.inMemory()
    do {
      let statement = try Statement("SELECT 1", on: connection)
      #expect(failure { try connection.close() }?.code == .busy)
      #expect(connection.isOpen)
      #expect(try statement.step() == .row)
    }
    try connection.close()
    #expect(!connection.isOpen)
    try connection.close()
  }

  @Test func `lives as long as its statements`() throws {
    weak var weakly: Connection?
    func statement() throws -> Statement {
      let connection = try Connection.inMemory()
      weakly = connection
      return try Statement("SELECT 7", on: connection)
    }
    do {
      let statement = try statement()
      #expect(weakly != nil)
      #expect(try statement.step() == .row)
      #expect(statement.integer(at: 0) == 7)
    }
    #expect(weakly == nil)
  }

  @Test func `returns neutral values for its state after it was closed`() throws {
    let connection = try Connection.inMemory()
    try connection.close()
    #expect(connection.isAutocommit)
    #expect(connection.changesCount == 0)
    #expect(connection.lastInsertedRowID == 0)
    #expect(connection.fileName() == nil)
    #expect(connection.busyStatements.isEmpty)
    connection.interruptHandle.interrupt()
    connection.releaseMemory()
  }

  @Test func `counts changes, and knows the last row ID and the transaction`() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (x)")
    try connection.execute("INSERT INTO t VALUES (1), (2), (3)")
    #expect(connection.changesCount == 3)
    #expect(connection.lastInsertedRowID == 3)
    try connection.execute("BEGIN; DELETE FROM t WHERE x > 1")
    #expect(connection.changesCount == 2)
    #expect(connection.totalChangesCount == 5)
    #expect(!connection.isAutocommit)
    try connection.execute("ROLLBACK")
    #expect(connection.isAutocommit)
  }

  @Test func `lists and resets statements that are not finished`() throws {
    let connection = try Connection.inMemory()
    let statement = try Statement("SELECT 1 UNION ALL SELECT 2", on: connection)
    #expect(try statement.step() == .row)
    #expect(connection.busyStatements == ["SELECT 1 UNION ALL SELECT 2"])
    #expect(connection.resetBusyStatements() == ["SELECT 1 UNION ALL SELECT 2"])
    #expect(connection.busyStatements.isEmpty)
    #expect(statement.isBusy == false)
  }

  @Test func `runs several statements and skips comments between them`() throws {
    let connection = try Connection.inMemory()
    try connection.execute(
      "CREATE TABLE t (x); -- a comment\n;; INSERT INTO t VALUES (1) /* end */ ;"
    )
    #expect(try connection.value("SELECT count(*) FROM t") == 1)
  }

  @Test func `stops at the first statement that fails`() throws {
    let connection = try Connection.inMemory("CREATE TABLE t (x)")
    #expect(
      failure {
        try connection.execute("INSERT INTO t VALUES (1); nonsense; INSERT INTO t VALUES (2)")
      }?.code == .error
    )
    #expect(try connection.rows("SELECT x FROM t") == [[1]])
  }
}
