import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Familiar spellings from other libraries, in requests.
@Suite(.timeLimit(.hang)) struct OtherSpellingTests {
  struct Player: Codable, Equatable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String?
    static let databaseTableName = "player"
  }

  private let queue: DatabaseQueue

  init() throws {
    queue = try makeQueue(
      """
      CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO player VALUES (1, 'Arthur'), (2, NULL)
      """
    )
  }

  @Test func `a custom function can be called like a Swift function`() throws {
    let reverse = DatabaseFunction("reverse", argumentCount: 1, pure: true) { values in
      String.fromDatabaseValue(values[0]).map { String($0.reversed()) }
    }
    let joined = DatabaseFunction("joined") { values in
      values.compactMap { String.fromDatabaseValue($0) }.joined(separator: "+")
    }
    try queue.write { db throws in
      db.add(function: reverse)
      db.add(function: joined)
      let names = Player.order(Column("id"))
      #expect(
        try names.select(reverse(Column("name")), as: String?.self).fetchAll(db)
          == ["ruhtrA", nil]
      )
      let both = joined(Column("name"), reverse(Column("name")), SQLExpression("x"))
      #expect(try names.select(both, as: String.self).fetchOne(db) == "Arthur+ruhtrA+x")
      let known = Player.filter(reverse(Column("name")) == "ruhtrA")
      #expect(try known.fetchCount(db) == 1)
    }
  }

  @Test func `requests and tables can contain values`() throws {
    let table = CommonTableExpression(named: "names", request: Player.select(Column("name")))
    let ids: SQLRequest<Int> = "SELECT id FROM player"
    try queue.read { db throws in
      for (condition, count) in [
        (table.contains("Arthur"), 2), (table.contains("Barbara"), 0),
      ] {
        #expect(try Player.with(table).filter(condition).fetchCount(db) == count)
      }
      #expect(try Player.filter(Player.select(Column("id")).contains(2)).fetchCount(db) == 2)
      #expect(try Player.filter(ids.contains(3)).fetchCount(db) == 0)
      #expect(try Player.filter(ids.contains(Column("id"))).fetchCount(db) == 2)
    }
  }

  @Test func `an optional value in a literal is bound`() throws {
    let known: String? = "Arthur"
    let unknown: String? = nil
    try queue.read { db throws in
      let first = try Player.filter(literal: "name IS \(known)").fetchOne(db)
      let second = try Player.filter(literal: "name IS \(unknown)").fetchOne(db)
      #expect([first?.id, second?.id] == [1, 2])
    }
  }

  @Test func `a named table can be a region`() async throws {
    let observation = ValueObservation.tracking(region: NamedTable("player")) { db in
      try Player.fetchCount(db)
    }
    var counts = observation.values(in: queue).makeAsyncIterator()
    #expect(try await counts.next() == 2)
    try await queue.write { try Player(id: 3, name: "Craig").insert($0) }
    #expect(try await counts.next() == 3)
    let values: AsyncValueObservation<Int> = observation.values(in: queue)
    for try await count in values {
      #expect(count == 3)
      break
    }
    let region = try await queue.read { db in try NamedTable("player").databaseRegion(db) }
    #expect(try await queue.read { db in try Player.all().databaseRegion(db) } == region)
  }

  @Test func `the bytes of a row can be used in place`() throws {
    try queue.read { db throws in
      let row = try #require(
        try Row.fetchOne(db, sql: "SELECT X'0102' AS data, NULL AS none, 1 AS number")
      )
      #expect(try row.withUnsafeData(named: "data") { $0?.count } == 2)
      #expect(try row.withUnsafeData(atIndex: 0) { $0 } == Data([1, 2]))
      #expect(try row.withUnsafeData(named: "none") { $0 } == nil)
      #expect(throws: DecodingFailure.self) { try row.withUnsafeData(named: "missing") { $0 } }
      #expect(throws: DecodingFailure.self) { try row.withUnsafeData(named: "number") { $0 } }
    }
  }

  @Test func `FTS4 removes diacritics by its option`() throws {
    try queue.write { db throws in
      for (name, diacritics) in [
        ("legacy", FTS5TokenizerDescriptor.Diacritics.removeLegacy), ("keep", .keep),
        ("remove", .remove),
      ] {
        try db.create(virtualTable: name, using: FTS4()) { t in
          t.tokenizer = .unicode61(diacritics: diacritics, tokenCharacters: ["-"])
          t.column("text")
        }
        try db.execute(sql: "INSERT INTO \(name) VALUES ('caf\u{e9}')")
        let pattern = "cafe"
        let count = try Int.fetchOne(
          db,
          sql: "SELECT count(*) FROM \(name) WHERE \(name) MATCH ?",
          arguments: [pattern]
        )
        #expect(count == (diacritics == .keep ? 0 : 1))
      }
    }
  }
}
