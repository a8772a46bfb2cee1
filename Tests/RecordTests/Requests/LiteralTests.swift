import Foundation
import LiveSQL
import Testing

/// The parts of literals, and statements that are made of literals.
@Suite struct LiteralTests {
  struct Player: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    enum CodingKeys: String, CodingKey { case id, name }
  }

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT)")
      for (id, name) in [(1, "Ana"), (2, "Bo"), (3, "Cy")] {
        try Player(id: Int64(id), name: name).insert(db)
      }
    }
  }

  private func text(_ sql: SQL) throws -> String {
    try database.read { try sql.build($0).sql }
  }

  @Test func `a literal is built as text and values`() throws {
    let (name, ids): (String, [Int]) = ("O'Hara", [1, 2])
    let literal: SQL = "SELECT * FROM player WHERE name = \(name) AND id IN \(ids)"
    let (sql, arguments) = try database.read { try literal.build($0) }
    #expect(sql == "SELECT * FROM player WHERE name = ? AND id IN (?, ?)")
    #expect(arguments.values == ["O'Hara", 1, 2])
    #expect(try database.read { try SQL(sql: "SELECT 1").build($0).arguments.isEmpty })
  }

  @Test func `names and parts of requests can be part of literals`() throws {
    let name = Column("name")
    #expect(try text("SELECT \(name) FROM \(Player.self)") == #"SELECT "name" FROM "player""#)
    let player = Player(id: 1, name: "")
    #expect(try text("DELETE FROM \(tableOf: player)") == #"DELETE FROM "player""#)
    #expect(try text("\(Player.CodingKeys.name)") == #""name""#)
    #expect(try text("\(columnsOf: Player.self)") == #""player"."id", "player"."name""#)
    #expect(try text("\(columnsOf: Player.self, tableAlias: "p")") == #""p"."id", "p"."name""#)
    #expect(
      try text("ORDER BY \(name.desc), \(name.ascNullsLast)")
        == #"ORDER BY "name" DESC, "name" ASC NULLS LAST"#
    )
    #expect(try text("SELECT \(name.forKey("n"))") == #"SELECT "name" AS "n""#)
    #expect(
      try text("\(sql: "a = ?", arguments: [1]) AND \(literal: "b = \(2)")") == "a = ? AND b = ?"
    )
    #expect(throws: (any Error).self) { try text("\(sql: "a = ?", arguments: [1, 2])") }
  }

  @Test func `common table expressions can be part of literals`() throws {
    let table = CommonTableExpression(
      named: "small",
      columns: ["n"],
      literal: "SELECT id FROM player WHERE id < \(3)"
    )
    let sql: SQL = "WITH \(definitionFor: table) SELECT n FROM \(table) ORDER BY n"
    try database.read { db throws in
      #expect(try SQLRequest<Int>(literal: sql).fetchAll(db) == [1, 2])
      #expect(try table.all().with(table).fetchAll(db) == [["n": 1], ["n": 2]])
    }
  }

  @Test func `subqueries and expressions can be part of literals`() throws {
    let best = Player.select(max(Column("id")))
    let request: SQLRequest<String> = """
      SELECT name FROM player WHERE id = \(best) OR \(Column("name")) = \("Ana") ORDER BY id
      """
    try database.read { db throws in #expect(try request.fetchAll(db) == ["Ana", "Cy"]) }
  }

  @Test func `a database value can be used as an expression`() throws {
    let (one, null): (DatabaseValue, DatabaseValue) = (1, .null)
    try database.read { db throws in
      let row = try Player.select(
        [one.sqlExpression.forKey("x"), null.sqlExpression],
        as: Row.self
      )
      .fetchOne(db)
      #expect(row?.values == [1, .null])
      #expect(try Player.filter(Column("id") == one).fetchCount(db) == 1)
      #expect(try Player.filter(one.sqlExpression == Column("id")).fetchCount(db) == 1)
      #expect(try Player.filter(Column("id") == null).fetchCount(db) == 0)
    }
  }

  @Test func `the question marks of a literal need values before it runs`() throws {
    try database.write { db throws in
      let open = try db.makeStatement(literal: "SELECT name FROM player WHERE id = ?")
      let failure = #expect(throws: DatabaseError.self) { try String.fetchAll(open) }
      #expect(failure?.message.contains("no arguments were set") == true)
      #expect(throws: DatabaseError.self) { try open.execute() }
      try open.setArguments([2])
      #expect(open.arguments == [2])
      #expect(try String.fetchOne(open) == "Bo")
      #expect(try String.fetchOne(open, arguments: [3]) == "Cy")
      #expect(throws: DatabaseError.self) { try open.setArguments([1, 2]) }
      #expect(throws: DatabaseError.self) {
        try db.makeStatement(literal: "SELECT * FROM player WHERE id = \(1) OR id = ?")
      }
    }
  }

  @Test func `statements keep their values between runs`() throws {
    try database.write { db throws in
      let insertion = try db.makeStatement(sql: "INSERT INTO player (name) VALUES (?)")
      #expect(throws: DatabaseError.self) { try insertion.execute() }
      try insertion.setArguments(["Di"])
      try insertion.execute()
      try insertion.execute()
      try insertion.execute(arguments: ["Ed"])
      insertion.arguments = ["Flo"]
      try insertion.execute()
      let names = try String.fetchAll(db, sql: "SELECT name FROM player WHERE id > 3 ORDER BY id")
      #expect(names == ["Di", "Di", "Ed", "Flo"])
      // Wrong arguments fail when the statement runs, until they are replaced.
      insertion.arguments = ["a", "b"]
      #expect(throws: DatabaseError.self) { try insertion.execute() }
      try insertion.execute(arguments: ["Gus"])
      #expect(try Player.fetchCount(db) == 8)
    }
  }
}
