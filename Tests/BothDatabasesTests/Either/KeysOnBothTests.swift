import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Methods that find rows by their keys, on either database: the tests of `KeyMethodTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct KeysOnBothTests {
  private struct Member: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "member"
    var id: Int64?
    var email: String
  }

  private struct Token: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "token"
    var id: UUID
    var name: String
  }

  private typealias Key = [String: (any DatabaseValueConvertible)?]

  private struct Pair: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "pair"
    var a: Int
    var b: String
    var c: String
  }

  private func withKeys(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    let uuid = kind == .sqlite ? "TEXT" : "uuid"
    try EmptyDatabases.run(kind) { db throws in
      try db.execute(
        sql: """
          CREATE TABLE member (id \(kind.generatedKey), email TEXT UNIQUE);
          CREATE TABLE token (id \(uuid) PRIMARY KEY, name TEXT);
          CREATE TABLE pair (a INTEGER, b TEXT, c TEXT, PRIMARY KEY (a, b));
          """
      )
      for id in 1...5 { try Member(id: Int64(id), email: "p\(id)").insert(db) }
      try body(db)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a row is found by its key`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      #expect(try Member.find(db, key: 3).email == "p3")
      #expect(try Member.find(db, id: 3).email == "p3")
      #expect(try Member.fetchOne(db, key: 9) == nil)
      #expect(try Member.fetchOne(db, id: 2)?.email == "p2")
      #expect(try Member.exists(db, key: 1))
      #expect(try !Member.exists(db, id: 17))
      let error = RecordError.recordNotFound(databaseTableName: "member", key: ["id": 9])
      #expect(throws: error) { _ = try Member.find(db, key: 9) }
      #expect(throws: error) { _ = try Member.find(db, id: 9) }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a row is found by any unique key`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      #expect(try Member.fetchOne(db, key: ["email": "p2"])?.id == 2)
      #expect(try Member.find(db, key: ["email": "p2"]).id == 2)
      #expect(try Member.fetchOne(db, key: ["id": 1])?.id == 1)
      #expect(try Member.fetchOne(db, key: ["email": nil]) == nil)
      #expect(try Member.exists(db, key: ["email": "p5"]))
      #expect(throws: RecordError.noUniqueKey(["email", "id"], databaseTableName: "member")) {
        _ = try Member.fetchOne(db, key: ["id": 1, "email": "p1"])
      }
      #expect(throws: RecordError.noUniqueKey(["name"], databaseTableName: "token")) {
        _ = try Token.deleteOne(db, key: ["name": "x"])
      }
      #expect(try Member.deleteOne(db, key: ["email": "p5"]))
      #expect(try !Member.deleteOne(db, key: ["email": "p5"]))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `NULL in a unique key identifies no row`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      try db.execute(sql: "INSERT INTO member (id, email) VALUES (10, NULL), (11, NULL)")
      let (absent, none): (Key, String?) = (["email": nil], nil)
      let keys: [Key] = [absent, ["email": none], ["email": DatabaseValue.null]]
      for key in keys {
        #expect(try Member.fetchOne(db, key: key) == nil)
        #expect(try !Member.exists(db, key: key))
        #expect(try Member.filter(key: key).isEmpty(db))
        #expect(try !Member.deleteOne(db, key: key))
        #expect(throws: RecordError.self) { _ = try Member.find(db, key: key) }
      }
      #expect(try Member.filter(keys: [absent, ["email": "p2"]]).fetchCount(db) == 1)
      #expect(try Member.filter(keys: [absent]).deleteAll(db) == 0)
      #expect(try Pair.filter(key: ["a": 1, "b": nil]).isEmpty(db))
      #expect(throws: RecordError.noUniqueKey(["name"], databaseTableName: "token")) {
        _ = try Token.filter(key: ["name": nil]).fetchOne(db)
      }
      #expect(try Member.filter(Column("email") == nil).fetchCount(db) == 2)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are found by several keys`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      #expect(try Member.fetchAll(db, keys: [1, 3, 3, 9]).count == 2)
      #expect(try Set(Member.fetchAll(db, ids: [1, 2]).map(\.id)) == [1, 2])
      #expect(try Member.fetchAll(db, keys: [Int]()).isEmpty)
      let either = Member.filter(keys: [["email": "p1"], ["id": 2]])
      #expect(try either.fetchCount(db) == 2)
      #expect(try Member.deleteAll(db, ids: [1, 2]) == 2)
      #expect(try Member.deleteAll(db, keys: [3, 77]) == 1)
      #expect(try Member.deleteOne(db, id: 4))
      let rest = try Member.fetchAll(db)
      #expect(rest.map(\.id) == [5])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `any number of keys can be given`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      let more = (Int64(6)...1_000).map { Member(id: $0, email: "p\($0)") }
      try Member.insertAll(db, more)
      let keys = 1...70_000
      #expect(try Member.fetchAll(db, keys: keys).count == 1_000)
      #expect(try Member.deleteAll(db, keys: keys) == 1_000)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are found by keys of several columns`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      try Pair.insertAll(db, (1...300).map { Pair(a: $0, b: "b", c: "c\($0)") })
      #expect(try Pair.fetchOne(db, key: ["a": 1, "b": "b"])?.c == "c1")
      let keys = (1...400).map { ["a": $0, "b": "b"] as [String: (any DatabaseValueConvertible)?] }
      let pairs = Pair.filter(keys: keys)
      #expect(try pairs.fetchCount(db) == 300)
      #expect(try pairs.deleteAll(db) == 300)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `one value for a key of two columns is the same error`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      let error = RecordError.noSingleColumnKey(databaseTableName: "pair")
      #expect(throws: error) { _ = try Pair.fetchOne(db, key: 1) }
      #expect(throws: error) { _ = try Pair.find(db, key: 1) }
      #expect(throws: error) { _ = try Pair.exists(db, key: 1) }
      #expect(throws: error) { _ = try Pair.fetchAll(db, keys: [1]) }
      #expect(throws: error) { _ = try Pair.deleteAll(db, keys: [1]) }
      #expect(throws: error) { _ = try Pair.deleteOne(db, key: 1) }
      #expect(throws: RequestError.severalKeyColumns(["a", "b"], table: "pair")) {
        _ = try Pair.filter(key: 1).fetchOne(db)
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `keys are compared as they are stored`(kind: DatabaseKind) throws {
    try withKeys(kind) { db throws in
      let token = Token(id: UUID(), name: "t")
      try token.insert(db)
      #expect(try Token.find(db, id: token.id) == token)
      #expect(try Token.find(db, key: token.id) == token)
      #expect(try Token.fetchOne(db, key: ["id": token.id]) == token)
      #expect(try Token.fetchAll(db, ids: [token.id]) == [token])
      #expect(try token.exists(db))
      #expect(try Token.deleteAll(db, ids: [token.id]) == 1)
    }
  }
}
