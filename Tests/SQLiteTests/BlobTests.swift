import DatabaseTypes
import SQLite
import Testing

@Suite struct BlobTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, data, indexed);
      CREATE INDEX i ON t (indexed);
      INSERT INTO t VALUES (1, x'0102030405', x'00'), (2, 'text', x'00'), (3, 7, x'00'), (4, x'', 0);
      """
    )
  }

  private func blob(row: Int64, isWritable: Bool = false) throws -> Blob {
    try Blob(table: "t", column: "data", row: row, isWritable: isWritable, on: connection)
  }

  @Test func `reads parts of a blob`() throws {
    let blob = try blob(row: 1)
    #expect(blob.count == 5)
    #expect(try blob.read(at: 1, count: 3) == [2, 3, 4])
    #expect(try blob.read(at: 5, count: 0) == [])
    var bytes: [UInt8] = [9]
    try blob.append(to: &bytes, from: 3, count: 2)
    #expect(bytes == [9, 4, 5])
  }

  @Test func `reads text and empty blobs`() throws {
    let text = try blob(row: 2)
    #expect(try text.read(at: 0, count: text.count) == Array("text".utf8))
    let empty = try blob(row: 4)
    #expect(empty.count == 0)
    #expect(try empty.read(at: 0, count: 0) == [])
  }

  @Test func `overwrites parts of a blob`() throws {
    try connection.execute("UPDATE t SET data = zeroblob(6) WHERE id = 1")
    let blob = try blob(row: 1, isWritable: true)
    try blob.write([1, 2], at: 0)
    try blob.write([5, 6], at: 4)
    try blob.write([])
    try blob.close()
    #expect(try connection.value("SELECT data FROM t WHERE id = 1") == .blob([1, 2, 0, 0, 5, 6]))
  }

  @Test(arguments: [(0, 6), (5, 1), (6, 0), (-1, 1), (0, -1), (.max, 1), (1, .max), (.min, .max)])
  func `refuses ranges outside of the blob`(offset: Int, count: Int) throws {
    let blob = try blob(row: 1, isWritable: true)
    #expect(failure { _ = try blob.read(at: offset, count: count) }?.code == .range)
    var bytes: [UInt8] = [9]
    #expect(failure { try blob.append(to: &bytes, from: offset, count: count) }?.code == .range)
    #expect(bytes == [9])
    if (0...100).contains(count) {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(failure { try blob.write(bytes, at: offset) }?.code == .range)
    }
  }

  @Test func `refuses to write unless it was opened for writing`() throws {
    let blob = try blob(row: 1)
    #expect(failure { try blob.write([1]) }?.code == .readOnly)
  }

  @Test func `refuses numbers, missing rows, missing columns and missing tables`() throws {
    #expect(
      failure { _ = try blob(row: 3) }?.message == "cannot open value of type integer"
    )
    #expect(failure { _ = try blob(row: 9) }?.message == "no such rowid: 9")
    for (table, column) in [("none", "data"), ("t", "none"), ("t\0", "data"), ("t", "da\0ta")] {
      #expect(failure { _ = try Blob(table: table, column: column, row: 1, on: connection) } != nil)
    }
  }

  @Test func `refuses to write an indexed column`() throws {
    #expect(
      failure {
        _ = try Blob(table: "t", column: "indexed", row: 1, isWritable: true, on: connection)
      }?.message == "cannot open indexed column for writing"
    )
  }

  @Test func `moves to another row`() throws {
    var blob = try blob(row: 1)
    try blob.reopen(row: 2)
    #expect(try blob.read(at: 0, count: 4) == Array("text".utf8))
    #expect(failure { try blob.reopen(row: 9) }?.code == .error)
    #expect(blob.count == 0)
  }

  @Test func `fails once the row is changed by other means`() throws {
    let blob = try blob(row: 1)
    try connection.execute("UPDATE t SET data = x'0909090909' WHERE id = 1")
    #expect(failure { _ = try blob.read(at: 0, count: 1) }?.code == .abort)
  }

  @Test func `keeps the connection open while it is open`() throws {
    do {
      let blob = try blob(row: 1)
      #expect(failure { try connection.close() }?.code == .busy)
      #expect(blob.count == 5)
    }
    try connection.close()
  }
}
