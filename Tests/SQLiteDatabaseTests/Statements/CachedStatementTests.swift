import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// Tests of the statements that a connection caches: one store, one rule of eviction.
@Suite struct CachedStatementTests {
  private enum Item {}
  private enum Other {}

  private func withDatabase(
    count: Int = 100,
    bytes: Int = 4 << 20,
    _ body: (Database) throws -> Void
  ) throws {
    var configuration = Configuration()
    configuration.maximumCachedStatementCount = count
    configuration.maximumCachedStatementBytes = bytes
    try DatabaseQueue(configuration: configuration).read(body)
  }

  /// Caches a new statement under a key.
  @discardableResult
  private func keep(_ key: StatementKey, _ db: Database) throws -> PreparedStatement {
    let statement = try db.makeStatement(sql: "SELECT 1")
    db.statementCache.insert(statement, for: key)
    return statement
  }

  @Test func `a statement is found only by everything that determines its SQL`() throws {
    try withDatabase { db in
      let item = ObjectIdentifier(Item.self)
      let keys = [
        StatementKey(sql: "SELECT 1"),
        StatementKey(sql: "SELECT '\u{e9}'"),
        StatementKey(sql: "SELECT 'e\u{301}'"),
        StatementKey(code: [1, 2]),
        StatementKey(code: [1, 3]),
        StatementKey(.lookup, item, name: "items"),
        StatementKey(.lookup, item, name: "others"),
        StatementKey(.lookup, item, name: "items", schemaName: "a"),
        StatementKey(.lookup, ObjectIdentifier(Other.self), name: "items"),
        StatementKey(.keyLookup, item, name: "items"),
        StatementKey(.insertion, item, record: item, name: "items"),
        StatementKey(.insertion, item, record: ObjectIdentifier(Other.self), name: "items"),
        StatementKey(.preparedQuery, item),
      ]
      let statements = try keys.map { try keep($0, db) }
      for (key, statement) in zip(keys, statements).reversed() + zip(keys, statements) {
        #expect(db.statementCache.statement(for: key) === statement)
      }
      #expect(db.statementCache.count == keys.count)
    }
  }

  @Test func `a statement with several keys counts once and is removed as a whole`() throws {
    try withDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT 1")
      let codes = (1...3).map { StatementKey(code: [UInt8($0)]) }
      for code in codes { db.statementCache.insert(statement, for: code) }
      #expect(db.statementCache.count == 1)
      #expect(db.statementCache.byteCount == statement.memoryUsed)
      db.statementCache.remove(statement)
      #expect(codes.allSatisfy { db.statementCache.statement(for: $0) == nil })
      #expect(db.statementCache.statement(forSQL: "SELECT 1") == nil)
      #expect(db.statementCache.count == 0 && db.statementCache.byteCount == 0)
    }
  }

  @Test func `many queries of one text occupy a few places, and the text stays`() throws {
    try withDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT 1")
      let codes = (0..<20).map { StatementKey(code: [UInt8($0)]) }
      for code in codes { db.statementCache.insert(statement, for: code) }
      #expect(codes.filter { db.statementCache.contains($0) }.count == 4)
      #expect(db.statementCache.contains(codes[19]))
      #expect(db.statementCache.statement(forSQL: "SELECT 1") === statement)
    }
  }

  @Test func `the least recently used statement is evicted, whatever it is for`() throws {
    try withDatabase(count: 3) { db in
      let type = ObjectIdentifier(Item.self)
      let keys = [
        StatementKey(.lookup, type, name: "a"), StatementKey(.lookup, type, name: "b"),
        StatementKey(.insertion, type, name: "a"),
      ]
      for key in keys { try keep(key, db) }
      _ = db.statementCache.statement(for: keys[0])
      try keep(StatementKey(code: [1]), db)
      #expect(keys.map { db.statementCache.contains($0) } == [true, false, true])
      #expect(db.statementCache.count == 3)
    }
  }

  @Test func `a statement that is used repeatedly stays`() throws {
    try withDatabase(count: 4) { db in
      let used = StatementKey(.lookup, ObjectIdentifier(Item.self), name: "a")
      let statement = try keep(used, db)
      for code in UInt8(0)..<20 {
        #expect(db.statementCache.statement(for: used) === statement)
        try keep(StatementKey(code: [code]), db)
      }
    }
  }

  @Test(arguments: [(0, 4 << 20), (100, 0), (0, 0)])
  func `a store without room works and keeps nothing`(_ count: Int, _ bytes: Int) throws {
    try withDatabase(count: count, bytes: bytes) { db in
      try keep(StatementKey(code: [1]), db)
      #expect(try db.cachedStatement(sql: "SELECT 1") !== db.cachedStatement(sql: "SELECT 1"))
      #expect(db.statementCache.count == 0 && db.statementCache.byteCount == 0)
    }
  }

  @Test func `a running statement is not reused, but stays cached`() throws {
    try withDatabase { db in
      let key = StatementKey(code: [1])
      let statement = try keep(key, db)
      _ = try statement.firstRow { _ in
        #expect(db.statementCache.statement(for: key) == nil)
        #expect(db.statementCache.contains(key))
      }
      #expect(db.statementCache.statement(for: key) === statement)
    }
  }

  @Test func `the object that identifies a key lives as long as the cached statement`() throws {
    final class Owner {}
    try withDatabase(count: 1) { db in
      weak var known: Owner?
      do {
        let owner = Owner()
        known = owner
        let statement = try db.makeStatement(sql: "SELECT 1")
        let key = StatementKey(.preparedQuery, ObjectIdentifier(owner))
        db.statementCache.insert(statement, for: key, owner: owner)
      }
      #expect(known != nil)
      try keep(StatementKey(code: [1]), db)
      try keep(StatementKey(code: [2]), db)
      #expect(known == nil)
    }
  }
}
