import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase

/// The statements that a connection keeps: one store, one rule of which go.
@Suite struct KeptStatementTests {
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

  /// Keeps a statement of its own under a key.
  @discardableResult
  private func keep(_ key: StatementKey, _ db: Database) throws -> PreparedStatement {
    let statement = try db.makeStatement(sql: "SELECT 1")
    db.keptStatements.insert(statement, for: key)
    return statement
  }

  @Test func `a statement is found by all that decides its SQL, and by nothing less`() throws {
    try withDatabase { db in
      let item = ObjectIdentifier(Item.self)
      let keys = [
        StatementKey(sql: "SELECT 1"),
        StatementKey(code: [1, 2]),
        StatementKey(code: [1, 3]),
        StatementKey(.lookup, item, name: "items"),
        StatementKey(.lookup, item, name: "others"),
        StatementKey(.lookup, item, name: "items", schemaName: "a"),
        StatementKey(.lookup, ObjectIdentifier(Other.self), name: "items"),
        StatementKey(.seek, item, name: "items"),
        StatementKey(.insertion, item, record: item, name: "items"),
        StatementKey(.insertion, item, record: ObjectIdentifier(Other.self), name: "items"),
        StatementKey(.preparedQuery, item),
      ]
      let statements = try keys.map { try keep($0, db) }
      for (key, statement) in zip(keys, statements).reversed() + zip(keys, statements) {
        #expect(db.keptStatements.statement(for: key) === statement)
      }
      #expect(db.keptStatements.count == keys.count)
    }
  }

  @Test func `a statement with several keys counts once and goes as a whole`() throws {
    try withDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT 1")
      let codes = (1...3).map { StatementKey(code: [UInt8($0)]) }
      for code in codes { db.keptStatements.insert(statement, for: code) }
      #expect(db.keptStatements.count == 1)
      #expect(db.keptStatements.byteCount == statement.memoryUsed)
      db.keptStatements.remove(statement)
      #expect(codes.allSatisfy { db.keptStatements.statement(for: $0) == nil })
      #expect(db.keptStatements.statement(forSQL: "SELECT 1") == nil)
      #expect(db.keptStatements.count == 0 && db.keptStatements.byteCount == 0)
    }
  }

  @Test func `many queries of one text take a place each for a while, and the text stays`() throws {
    try withDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT 1")
      let codes = (0..<20).map { StatementKey(code: [UInt8($0)]) }
      for code in codes { db.keptStatements.insert(statement, for: code) }
      #expect(codes.filter { db.keptStatements.contains($0) }.count == 4)
      #expect(db.keptStatements.contains(codes[19]))
      #expect(db.keptStatements.statement(forSQL: "SELECT 1") === statement)
    }
  }

  @Test func `the one that was not used for the longest time goes, whatever it is for`() throws {
    try withDatabase(count: 3) { db in
      let type = ObjectIdentifier(Item.self)
      let keys = [
        StatementKey(.lookup, type, name: "a"), StatementKey(.lookup, type, name: "b"),
        StatementKey(.insertion, type, name: "a"),
      ]
      for key in keys { try keep(key, db) }
      _ = db.keptStatements.statement(for: keys[0])
      try keep(StatementKey(code: [1]), db)
      #expect(keys.map { db.keptStatements.contains($0) } == [true, false, true])
      #expect(db.keptStatements.count == 3)
    }
  }

  @Test func `the one that is used again and again stays`() throws {
    try withDatabase(count: 4) { db in
      let used = StatementKey(.lookup, ObjectIdentifier(Item.self), name: "a")
      let statement = try keep(used, db)
      for code in UInt8(0)..<20 {
        #expect(db.keptStatements.statement(for: used) === statement)
        try keep(StatementKey(code: [code]), db)
      }
    }
  }

  @Test(arguments: [(0, 4 << 20), (100, 0), (0, 0)])
  func `a store without room keeps nothing and everything works`(_ count: Int, _ bytes: Int) throws
  {
    try withDatabase(count: count, bytes: bytes) { db in
      try keep(StatementKey(code: [1]), db)
      #expect(try db.cachedStatement(sql: "SELECT 1") !== db.cachedStatement(sql: "SELECT 1"))
      #expect(db.keptStatements.count == 0 && db.keptStatements.byteCount == 0)
    }
  }

  @Test func `a statement that runs is not given out, and is kept`() throws {
    try withDatabase { db in
      let key = StatementKey(code: [1])
      let statement = try keep(key, db)
      _ = try statement.firstRow { _ in
        #expect(db.keptStatements.statement(for: key) == nil)
        #expect(db.keptStatements.contains(key))
      }
      #expect(db.keptStatements.statement(for: key) === statement)
    }
  }

  @Test func `what a key is the identity of lives as long as the statement is kept`() throws {
    final class Owner {}
    try withDatabase(count: 1) { db in
      weak var known: Owner?
      do {
        let owner = Owner()
        known = owner
        let statement = try db.makeStatement(sql: "SELECT 1")
        let key = StatementKey(.preparedQuery, ObjectIdentifier(owner))
        db.keptStatements.insert(statement, for: key, owner: owner)
      }
      #expect(known != nil)
      try keep(StatementKey(code: [1]), db)
      try keep(StatementKey(code: [2]), db)
      #expect(known == nil)
    }
  }
}
