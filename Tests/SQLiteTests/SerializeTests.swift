import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@Suite(.enabled(if: Capability.serialization.isAvailable))
struct SerializeTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory("CREATE TABLE t (x); INSERT INTO t VALUES (1), ('two')")
  }

  @Test func `comes back as it was, and can grow`() throws {
    let copy = try Connection.inMemory()
    try copy.deserialize(connection.serialize())
    #expect(try copy.rows("SELECT x FROM t") == [[1], ["two"]])
    try copy.execute("INSERT INTO t VALUES (randomblob(100000))")
    #expect(try copy.value("PRAGMA integrity_check") == "ok")
    #expect(try connection.value("SELECT count(*) FROM t") == 2)
  }

  @Test func `is a file's bytes`() throws {
    let bytes = try connection.serialize()
    #expect(bytes.starts(with: "SQLite format 3\0".utf8))
    #expect(bytes.count.isMultiple(of: 4096))
  }

  @Test func `can only be read where asked so`() throws {
    let copy = try Connection.inMemory()
    try copy.deserialize(connection.serialize(), isReadOnly: true)
    #expect(try copy.value("SELECT count(*) FROM t") == 2)
    #expect(failure { try copy.execute("DELETE FROM t") }?.code == .readOnly)
  }

  @Test func `holds what stands in the write-ahead log, and opens without one`() throws {
    let scratch = try ScratchDirectory()
    let file = try Connection(path: scratch.path(of: "a.db"))
    try file.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (7)")
    let copy = try Connection.inMemory()
    try copy.deserialize(file.serialize())
    #expect(try copy.value("SELECT x FROM t") == 7)
    try copy.execute("INSERT INTO t VALUES (8)")
  }

  @Test func `takes an attached schema`() throws {
    try connection.execute("ATTACH ':memory:' AS other")
    try connection.deserialize(connection.serialize(), schema: "other")
    #expect(try connection.value("SELECT count(*) FROM other.t") == 2)
  }

  @Test func `makes an empty database of no bytes`() throws {
    try connection.deserialize([])
    #expect(try connection.rows("SELECT * FROM sqlite_schema").isEmpty)
    try connection.execute("CREATE TABLE u (x); INSERT INTO u VALUES (1)")
    #expect(try connection.value("SELECT x FROM u") == 1)
  }

  @Test func `can be made of a database that is empty`() throws {
    let empty = try Connection.inMemory()
    let bytes = try empty.serialize()
    let copy = try Connection.inMemory("CREATE TABLE gone (x)")
    try copy.deserialize(bytes)
    #expect(try copy.rows("SELECT * FROM sqlite_schema").isEmpty)
  }

  @Test(arguments: [1, 99, 100, 512, 5000])
  func `finds out with the first statement that bytes are no database`(count: Int) throws {
    try connection.deserialize([UInt8](repeating: 0x41, count: count))
    #expect(
      failure { try connection.execute("SELECT * FROM sqlite_schema") }?.code == .notADatabase
    )
  }

  @Test func `survives every cut of a database`() throws {
    let bytes = try connection.serialize()
    for count in stride(from: 0, through: bytes.count, by: 511) {
      let copy = try Connection.inMemory()
      try copy.deserialize(Array(bytes.prefix(count)))
      // Whatever it answers, it answers.
      _ = failure { try copy.execute("SELECT * FROM t; INSERT INTO t VALUES (1)") }
    }
  }

  @Test func `refuses missing schemas and a transaction`() throws {
    #expect(failure { _ = try connection.serialize(schema: "none") }?.code == .error)
    let bytes = try connection.serialize()
    #expect(failure { try connection.deserialize(bytes, schema: "none") }?.code == .error)
    #expect(failure { try connection.deserialize(bytes, schema: "temp") }?.code == .error)
    try connection.execute("BEGIN; SELECT * FROM t")
    #expect(failure { try connection.deserialize(bytes) }?.code == .busy)
  }
}
