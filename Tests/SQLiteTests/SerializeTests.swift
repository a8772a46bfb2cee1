import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import Testing

@Suite(
  .enabled(if: Capability.serialization.isAvailable, "\(Capability.serialization.advice)")
)
struct SerializeTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory("CREATE TABLE t (x); INSERT INTO t VALUES (1), ('two')")
  }

  @Test func `a serialized database is restored unchanged, and can grow`() throws {
    let copy = try Connection.inMemory()
    try copy.deserialize(connection.serialize())
    #expect(try copy.rows("SELECT x FROM t") == [[1], ["two"]])
    try copy.execute("INSERT INTO t VALUES (randomblob(100000))")
    #expect(try copy.value("PRAGMA integrity_check") == "ok")
    #expect(try connection.value("SELECT count(*) FROM t") == 2)
  }

  @Test func `a serialized database has the bytes of a file`() throws {
    let bytes = try connection.serialize()
    #expect(bytes.starts(with: "SQLite format 3\0".utf8))
    #expect(bytes.count.isMultiple(of: 4096))
  }

  @Test func `a deserialized database can be read-only`() throws {
    let copy = try Connection.inMemory()
    try copy.deserialize(connection.serialize(), isReadOnly: true)
    #expect(try copy.value("SELECT count(*) FROM t") == 2)
    #expect(failure { try copy.execute("DELETE FROM t") }?.code == .readOnly)
  }

  @Test func `the write-ahead log is included, and the copy needs none`() throws {
    let scratch = try ScratchDirectory()
    let file = try Connection(path: scratch.path(of: "a.db"))
    try file.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (7)")
    let copy = try Connection.inMemory()
    try copy.deserialize(file.serialize())
    #expect(try copy.value("SELECT x FROM t") == 7)
    try copy.execute("INSERT INTO t VALUES (8)")
  }

  @Test func `an attached schema can be replaced`() throws {
    try connection.execute("ATTACH ':memory:' AS other")
    try connection.deserialize(connection.serialize(), schema: "other")
    #expect(try connection.value("SELECT count(*) FROM other.t") == 2)
  }

  @Test func `no bytes give an empty database`() throws {
    try connection.deserialize([])
    #expect(try connection.rows("SELECT * FROM sqlite_schema").isEmpty)
    try connection.execute("CREATE TABLE u (x); INSERT INTO u VALUES (1)")
    #expect(try connection.value("SELECT x FROM u") == 1)
  }

  @Test func `an empty database can be serialized`() throws {
    let empty = try Connection.inMemory()
    let bytes = try empty.serialize()
    let copy = try Connection.inMemory("CREATE TABLE gone (x)")
    try copy.deserialize(bytes)
    #expect(try copy.rows("SELECT * FROM sqlite_schema").isEmpty)
  }

  @Test(arguments: [1, 99, 100, 512, 5000])
  func `the first statement reports bytes that are not a database`(count: Int) throws {
    try connection.deserialize([UInt8](repeating: 0x41, count: count))
    #expect(
      failure { try connection.execute("SELECT * FROM sqlite_schema") }?.code == .notADatabase
    )
  }

  @Test func `truncation at any byte does not crash`() throws {
    let bytes = try connection.serialize()
    for count in stride(from: 0, through: bytes.count, by: 511) {
      let copy = try Connection.inMemory()
      try copy.deserialize(Array(bytes.prefix(count)))
      // The result does not matter, as long as nothing crashes.
      _ = failure { try copy.execute("SELECT * FROM t; INSERT INTO t VALUES (1)") }
    }
  }

  @Test func `missing schemas and open transactions are refused`() throws {
    #expect(failure { _ = try connection.serialize(schema: "none") }?.code == .error)
    let bytes = try connection.serialize()
    #expect(failure { try connection.deserialize(bytes, schema: "none") }?.code == .error)
    #expect(failure { try connection.deserialize(bytes, schema: "temp") }?.code == .error)
    try connection.execute("BEGIN; SELECT * FROM t")
    #expect(failure { try connection.deserialize(bytes) }?.code == .busy)
  }
}
