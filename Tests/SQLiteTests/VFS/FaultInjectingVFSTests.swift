import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

/// Tests of the effect of each fault on the operations of a connection.
@Suite struct FaultInjectingVFSTests {
  let scratch: ScratchDirectory
  let vfs: FaultInjectingVFS
  let connection: Connection
  let path: String

  init() throws {
    scratch = try ScratchDirectory()
    vfs = try FaultInjectingVFS()
    path = scratch.path(of: "faults.db")
    connection = try Connection(path: path, vfs: vfs.name)
    try connection.execute("CREATE TABLE item (name TEXT)")
  }

  private func insert(_ count: Int = 1) throws {
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO item SELECT printf('%.1000c', 'x') FROM n
      """
    )
  }

  @Test func `only the nth operation fails`() throws {
    vfs.inject(.failing(nth: 2, of: [.sync]))
    let error = #expect(throws: SQLiteError.self) { try insert() }
    #expect(error?.code == .ioErrorFsync)
    try insert()
    #expect(vfs.hits.map(\.operation.kind) == [.sync])
    #expect(vfs.hits.map(\.outcome) == [.fail(.ioErrorFsync)])
    #expect(vfs.operationCount(of: [.sync]) > 2)
  }

  @Test func `a fault can be limited to a kind of file, and have its own code`() throws {
    vfs.inject(.failing(nth: 1, of: [.write], on: [.mainDatabase], with: .readOnly))
    let error = #expect(throws: SQLiteError.self) { try insert() }
    #expect(error?.code == .readOnly)
    #expect(vfs.hits.map(\.operation.file) == [.mainDatabase])
    #expect(vfs.operationCount(of: [.write], on: [.mainJournal]) > 0)
  }

  @Test func `a full disk refuses to grow until it is recovered`() throws {
    vfs.inject(.diskFull(afterBytes: 30_000))
    let error = #expect(throws: SQLiteError.self) { try insert(100) }
    #expect(error?.code == .full)
    #expect(throws: SQLiteError.self) { try insert(100) }
    #expect(try connection.texts("SELECT count(*) || '' FROM item") == ["0"])
    vfs.recover()
    try insert(100)
    #expect(!vfs.hits.isEmpty)
  }

  @Test func `a short read fills the rest with zeros`() throws {
    try insert()
    vfs.inject(.shortRead(nth: 2, on: [.mainDatabase]))
    let other = try Connection(path: path, vfs: vfs.name)
    let error = #expect(throws: SQLiteError.self) { try other.texts("SELECT name FROM item") }
    #expect(error?.code.primary == .notADatabase || error?.code.primary == .corrupt)
    #expect(vfs.hits.map(\.outcome) == [.shortRead(count: 0)])
  }

  @Test func `a torn write leaves the first bytes in the file`() throws {
    vfs.inject(.crash(atNth: 1, of: [.write], on: [.mainJournal], tearing: true))
    #expect(throws: SQLiteError.self) { try insert() }
    let length = vfs.hits.first?.operation.length ?? 0
    let journal = try FileManager.default.attributesOfItem(atPath: path + "-journal")
    #expect(length > 0 && journal[.size] as? Int == length / 2)
  }

  @Test func `after a crash, nothing succeeds until recovery`() throws {
    vfs.inject(.crash(atNth: 1, of: [.sync]))
    #expect(throws: SQLiteError.self) { try insert() }
    #expect(throws: SQLiteError.self) { try connection.texts("SELECT name FROM item") }
    #expect(throws: SQLiteError.self) { try insert() }
    try connection.close()
    #expect(throws: SQLiteError.self) {
      try Connection(path: path, vfs: vfs.name).texts("SELECT name FROM item")
    }
    vfs.recover()
    let other = try Connection(path: path, vfs: vfs.name)
    #expect(try other.texts("SELECT count(*) || '' FROM item") == ["0"])
  }

  @Test func `connections on several threads share a fault`() async throws {
    vfs.inject(.failing(nth: 20, of: [.sync]))
    let failures = try await withThrowingTaskGroup(of: Int.self) { [vfs, scratch] group in
      for number in 0..<8 {
        let path = scratch.path(of: "\(number).db")
        group.addTask { try failedInsertions(of: 5, into: path, vfs: vfs.name) }
      }
      return try await group.reduce(0, +)
    }
    #expect(failures == 1)
    #expect(vfs.hits.count == 1)
  }
}

/// Returns how many insertions into a new database fail.
private func failedInsertions(of count: Int, into path: String, vfs: String) throws -> Int {
  let connection = try Connection(path: path, vfs: vfs)
  return (0...count).reduce(0) { failures, _ in
    do {
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS item (name TEXT); INSERT INTO item VALUES ('')"
      )
      return failures
    } catch {
      return failures + 1
    }
  }
}
