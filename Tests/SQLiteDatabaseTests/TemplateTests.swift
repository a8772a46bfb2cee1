import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Synchronization
import Testing

@Suite(.timeLimit(.hang)) struct TemplateTests {
  private func template(_ calls: @escaping @Sendable () -> Void = {}) throws -> DatabaseTemplate {
    try DatabaseTemplate { db in
      calls()
      try db.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
      try db.execute(sql: "INSERT INTO items VALUES (1, 'a'), (2, 'b')")
    }
  }

  private func names(_ database: any DatabaseReader) throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT name FROM items ORDER BY id") }
  }

  @Test func `copies have the template's content, which is created once`() throws {
    let calls = Mutex(0)
    let template = try template { calls.withLock { $0 += 1 } }
    for _ in 0..<3 {
      #expect(try names(template.makeQueue()) == ["a", "b"])
      #expect(try names(template.makePool()) == ["a", "b"])
    }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `copies are independent of each other`() throws {
    let template = try template()
    let queue = try template.makeQueue()
    let pool = try template.makePool()
    try queue.write { try $0.execute(sql: "DELETE FROM items WHERE id = 1") }
    try pool.write { try $0.execute(sql: "INSERT INTO items VALUES (3, 'c')") }
    #expect(try names(queue) == ["b"])
    #expect(try names(pool) == ["a", "b", "c"])
    #expect(try names(template.makeQueue()) == ["a", "b"])
  }

  @Test func `a copied pool reads on several connections while it writes`() async throws {
    let pool = try template().makePool()
    async let first = pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") }
    async let second = pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") }
    #expect(try await [first, second] == [2, 2])
    try await pool.write { try $0.execute(sql: "DELETE FROM items") }
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") } == 0)
  }

  @Test func `copies publish their changes`() async throws {
    for database in [try template().makeQueue(), try template().makePool()] as [any DatabaseWriter]
    {
      var changes = database.changes.makeAsyncIterator()
      try await database.write { try $0.execute(sql: "DELETE FROM items WHERE id = 2") }
      guard case .rows(let rows) = await changes.next()?.tables["items"] else {
        Issue.record("The rows are not reported.")
        return
      }
      #expect(rows.map(\.key) == [.rowID(2)])
    }
  }

  @Test func `copies can grow`() throws {
    let queue = try template().makeQueue()
    try queue.write { db in
      for id in 10..<200 {
        try db.execute(
          sql: "INSERT INTO items VALUES (?, ? || hex(zeroblob(5000)))",
          arguments: [id, id]
        )
      }
    }
    #expect(try names(queue).count == 192)
    try queue.vacuum()
    #expect(try queue.integrityCheck().isEmpty)
  }

  @Test func `an error of the preparation is rethrown`() {
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseTemplate { try $0.execute(sql: "CREATE TABLE") }
    }
    #expect(error?.code == .sql)
  }

  @Test func `a file can be the template, even in WAL mode`() throws {
    let scratch = try ScratchDirectory()
    let file = try DatabasePool(path: scratch.path(of: "a.db"))
    try file.write {
      try $0.execute(sql: "CREATE TABLE items (id, name); INSERT INTO items VALUES (1, 'a')")
    }
    let template = try DatabaseTemplate(file)
    #expect(try names(template.makeQueue(configuration: Configuration())) == ["a"])
    #expect(try names(template.makePool(configuration: Configuration())) == ["a"])
  }
}

// MARK: - Copies and bytes

extension TemplateTests {
  @Test func `an in-memory copy leaves the file unchanged`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "a.db")
    try template().makeQueue().backup(to: DatabaseQueue(path: path))
    let copy = try DatabaseQueue.inMemoryCopy(fromPath: path)
    try copy.write { try $0.execute(sql: "DELETE FROM items") }
    #expect(try names(copy).isEmpty)
    #expect(try names(DatabaseQueue(path: path)) == ["a", "b"])
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseQueue.inMemoryCopy(fromPath: scratch.path(of: "missing.db"))
    }
    #expect(error?.code == .cannotOpen)
  }

  @Test func `a copy of a database has its configuration`() throws {
    var configuration = Configuration()
    configuration.label = "shop"
    let source = try template().makePool(configuration: configuration)
    let copy = try DatabaseQueue(copyOf: source)
    #expect(copy.configuration.label == "shop")
    #expect(try names(copy) == ["a", "b"])
  }

  @Test func `databases and bytes can be converted into each other`() throws {
    let bytes = try template().makePool().serialize()
    #expect(bytes.starts(with: "SQLite format 3\0".utf8))
    let database = try DatabaseQueue(deserializing: bytes)
    #expect(try names(database) == ["a", "b"])
    try database.write { try $0.execute(sql: "INSERT INTO items VALUES (3, 'c')") }
    #expect(try names(database) == ["a", "b", "c"])
  }

  @Test func `no bytes make an empty database`() throws {
    let database = try DatabaseQueue(deserializing: [])
    try database.write { try $0.execute(sql: "CREATE TABLE items (id, name)") }
    #expect(try names(database).isEmpty)
  }

  @Test func `bytes that are not a database are refused`() {
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(deserializing: [UInt8](repeating: 7, count: 5000))
    }
    #expect(error?.code == .notADatabase)
  }
}
