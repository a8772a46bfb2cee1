import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Methods that find rows by their keys.
@Suite(.timeLimit(.hang)) struct KeyMethodTests {
  struct Player: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64?
    var email: String
  }

  struct Token: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy {
      .uppercaseString
    }
    var id: UUID
    var name: String
  }

  let queue: DatabaseQueue

  init() throws {
    queue = try makeQueue(
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, email TEXT UNIQUE);
      CREATE TABLE token (id TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE pair (a INTEGER, b TEXT, c TEXT, PRIMARY KEY (a, b));
      """
    )
    try queue.write { db throws in
      for id in 1...5 { try Player(id: Int64(id), email: "p\(id)").insert(db) }
    }
  }

  @Test func `a row is found by its key`() throws {
    try queue.read { db throws in
      #expect(try Player.find(db, key: 3).email == "p3")
      #expect(try Player.find(db, id: 3).email == "p3")
      #expect(try Player.fetchOne(db, key: 9) == nil)
      #expect(try Player.fetchOne(db, id: 2)?.email == "p2")
      #expect(try Player.exists(db, key: 1))
      #expect(try !Player.exists(db, id: 17))
      let error = RecordError.recordNotFound(databaseTableName: "player", key: ["id": 9])
      #expect(throws: error) { try Player.find(db, key: 9) }
      #expect(throws: error) { try Player.find(db, id: 9) }
    }
  }

  @Test func `a row is found by any unique key`() throws {
    try queue.write { db throws in
      #expect(try Player.fetchOne(db, key: ["email": "p2"])?.id == 2)
      #expect(try Player.find(db, key: ["email": "p2"]).id == 2)
      #expect(try Player.fetchOne(db, key: ["id": 1])?.id == 1)
      #expect(try Player.fetchOne(db, key: ["email": nil]) == nil)
      #expect(try Player.exists(db, key: ["email": "p5"]))
      #expect(throws: RecordError.noUniqueKey(["email", "id"], databaseTableName: "player")) {
        try Player.fetchOne(db, key: ["id": 1, "email": "p1"])
      }
      #expect(throws: RecordError.noUniqueKey(["name"], databaseTableName: "token")) {
        try Token.deleteOne(db, key: ["name": "x"])
      }
      #expect(try Player.deleteOne(db, key: ["email": "p5"]))
      #expect(try !Player.deleteOne(db, key: ["email": "p5"]))
    }
  }

  @Test func `rows are found by several keys`() throws {
    try queue.write { db throws in
      #expect(try Player.fetchAll(db, keys: [1, 3, 3, 9]).count == 2)
      #expect(try Set(Player.fetchAll(db, ids: [1, 2]).map { $0.id }) == [1, 2])
      let ids: [Int64?] = [4, nil]
      let found = try Player.fetchAll(db, ids: ids)
      #expect(found.map { $0.email } == ["p4"])
      #expect(try Player.fetchSet(db, keys: [1, 2]).count == 2)
      #expect(try Player.fetchAll(db, keys: [["email": "p1"], ["id": 2]]).count == 2)
      #expect(try Player.fetchAll(db, keys: [Int]()).isEmpty)
      #expect(try Player.deleteAll(db, ids: [1, 2]) == 2)
      #expect(try Player.deleteAll(db, keys: [3, 77]) == 1)
      #expect(try Player.deleteOne(db, id: 4))
      let rest = try Player.fetchAll(db)
      #expect(rest.map { $0.id } == [5])
    }
  }

  @Test func `any number of keys can be given`() throws {
    try queue.write { db throws in
      for id in 6...40_000 { try Player(id: Int64(id), email: "p\(id)").insert(db) }
      let keys = 1...50_000
      #expect(try Player.fetchAll(db, keys: keys).count == 40_000)
      let cursor = try Player.fetchCursor(db, keys: keys)
      var count = 0
      while try cursor.next() != nil { count += 1 }
      #expect(count == 40_000)
      #expect(try cursor.next() == nil)
      #expect(try Player.deleteAll(db, keys: keys) == 40_000)
    }
  }

  struct Pair: Codable, Equatable, FetchableRecord, PersistableRecord {
    var a: Int
    var b: String
    var c: String
  }

  @Test func `rows are found by keys of several columns`() throws {
    try queue.write { db throws in
      for number in 1...700 { try Pair(a: number, b: "b", c: "c\(number)").insert(db) }
      #expect(try Pair.fetchOne(db, key: ["a": 1, "b": "b"])?.c == "c1")
      #expect(throws: RecordError.noSingleColumnKey(databaseTableName: "pair")) {
        try Pair.fetchOne(db, key: 1)
      }
      let keys = (1...900).map { ["a": $0, "b": "b"] as [String: (any DatabaseValueConvertible)?] }
      #expect(try Pair.fetchAll(db, keys: keys).count == 700)
      #expect(try Pair.deleteAll(db, keys: keys) == 700)
    }
  }

  @Test func `keys are compared as they are stored`() throws {
    try queue.write { db throws in
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

  @Test func `a hidden row number can be the key`() throws {
    let queue = try makeQueue(HiddenThing.schema)
    try queue.write { db throws in
      var thing = HiddenThing.make(1)
      try thing.insert(db)
      #expect(try HiddenThing.find(db, key: 1) == thing)
      #expect(try HiddenThing.deleteOne(db, key: 1))
    }
  }
}
