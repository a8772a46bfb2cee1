import Foundation
import LiveSQL
import Testing

/// Tables by their names, which have the same requests as records.
@Suite struct NamedTableTests {
  struct Player: Codable, Hashable, Identifiable, FetchableRecord, TableRecord {
    var id: Int64
    var name: String
    var score: Int
  }

  let database: DatabaseQueue
  let players = Table("player")
  let typed = Table("player", of: Player.self)

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, color TEXT);
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, name TEXT UNIQUE, score INTEGER, teamID INTEGER REFERENCES team
          );
          CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b));
          INSERT INTO team VALUES (1, 'red'), (2, 'blue');
          INSERT INTO player VALUES (1, 'Ana', 10, 1), (2, 'Bo', 30, 1), (3, 'Cy', 20, NULL);
          INSERT INTO pair VALUES (1, 2);
          """
      )
    }
  }

  private func names(_ request: QueryInterfaceRequest<Row>, _ db: Database) throws -> [String] {
    try request.fetchAll(db).map { try $0["name"] }
  }

  @Test func `rows can be filtered, ordered and selected`() throws {
    let (id, name, score) = (Column("id"), Column("name"), Column("score"))
    try database.read { db throws in
      #expect(try names(players.filter(score > 10).order(name.desc), db) == ["Cy", "Bo"])
      #expect(try names(players.filter(sql: "score > ?", arguments: [25]), db) == ["Bo"])
      #expect(try names(players.filter(literal: "score > \(25)"), db) == ["Bo"])
      #expect(try names(players.order(sql: "score"), db) == ["Ana", "Cy", "Bo"])
      #expect(try names(players.order([score.desc, name]).limit(1, offset: 1), db) == ["Cy"])
      #expect(try names(players.order(literal: "score + \(0)").limit(1), db) == ["Ana"])
      #expect(
        try players.select(name, as: String.self).order(id).fetchAll(db) == ["Ana", "Bo", "Cy"]
      )
      #expect(try players.select([max(score)], as: Int.self).fetchOne(db) == 30)
      #expect(try players.select(sql: "sum(score)", as: Int.self).fetchOne(db) == 60)
      #expect(
        try players.select(literal: "score + \(1)", as: Int.self).fetchSet(db) == [11, 31, 21]
      )
      #expect(try players.selectPrimaryKey(as: Int.self).fetchSet(db) == [1, 2, 3])
      let row = try players.annotated(with: (score * 2).forKey("double")).orderByPrimaryKey()
        .fetchOne(db)
      #expect(row?.value(named: "double") == 20)
      #expect(try players.select(name).distinct().fetchCount(db) == 3)
      let groups = players.group(Column("teamID")).select([count(id)], as: Int.self)
      #expect(try groups.fetchSet(db) == [1, 2])
      #expect(try players.none().fetchAll(db) == [])
    }
  }

  @Test func `rows can be found by their keys`() throws {
    try database.read { db throws in
      #expect(try names(players.filter(key: 2), db) == ["Bo"])
      #expect(try names(players.filter(key: nil as Int?), db) == [])
      #expect(try names(players.filter(keys: [1, 3]), db) == ["Ana", "Cy"])
      #expect(try names(players.filter(key: ["name": "Cy"]), db) == ["Cy"])
      #expect(
        try names(players.filter(keys: [["name": "Cy"], ["id": 1]]).order(Column("id")), db) == [
          "Ana", "Cy",
        ]
      )
      #expect(try typed.filter(id: 2).fetchOne(db)?.name == "Bo")
      #expect(try typed.filter(ids: [2, 3]).fetchAll(db).count == 2)
      #expect(try players.exists(db, key: 1))
      #expect(try !players.exists(db, key: ["name": "Zed"]))
      #expect(try Table("pair").exists(db, key: ["a": 1, "b": 2]))
      #expect(throws: RequestError.self) { try Table("pair").exists(db, key: 1) }
      #expect(throws: RecordError.self) { try players.exists(db, key: ["score": 10]) }
    }
  }

  @Test func `rows can be fetched as a type`() throws {
    try database.read { db throws in
      #expect(
        try typed.filter { $0.score > 10 }.order { $0.name }.fetchAll(db).map(\.id) == [2, 3]
      )
      #expect(try typed.fetchAll(db).count == 3)
      #expect(try typed.fetchOne(db)?.name == "Ana")
      #expect(try typed.fetchSet(db).count == 3)
      #expect(try Array(players.fetchCursor(db)).count == 3)
      let told: NamedTable<Player> = Table("player")
      #expect(try told.order { [$0.score.desc, $0.id] }.fetchOne(db)?.name == "Bo")
      #expect(try players.fetchCount(db) == 3)
      #expect(try !players.isEmpty(db))
      #expect(throws: DatabaseError.self) { try Table("missing").fetchAll(db) }
      let alias = RecordAlias<Player>()
      #expect(try typed.aliased(alias).filter(alias.score == 20).fetchOne(db)?.name == "Cy")
    }
  }

  @Test func `rows can be updated and deleted`() throws {
    let score = Column("score")
    try database.write { db throws in
      #expect(try players.updateAll(db, score += 1) == 3)
      #expect(try players.updateAll(db, [score.set(to: 0), Column("teamID").set(to: nil)]) == 3)
      #expect(try players.deleteOne(db, key: 1))
      #expect(try !players.deleteOne(db, key: 1))
      #expect(try players.deleteOne(db, key: ["name": "Bo"]))
      #expect(try players.deleteAll(db, keys: [3, 4]) == 1)
      #expect(try players.isEmpty(db))
      #expect(try Table("pair").deleteAll(db) == 1)
    }
  }

  @Test func `tables can be joined with tables`() throws {
    let teams = Table("team")
    let team = players.belongsTo(teams)
    let members = teams.hasMany(players)
    try database.read { db throws in
      let required = players.including(required: team).order(Column("id"))
      #expect(try names(required, db) == ["Ana", "Bo"])
      #expect(try required.fetchOne(db)?.scopes["team"]?.value(named: "color") == "red")
      #expect(try players.including(optional: team).fetchAll(db).count == 3)
      #expect(try players.joining(required: team).fetchCount(db) == 2)
      let none = players.joining(optional: team.filter(Column("id") == nil))
      #expect(try none.fetchCount(db) == 3)
      let colors = try players.annotated(withOptional: team.select(Column("color"))).fetchAll(db)
      #expect(colors.map { $0.value(named: "color") } == ["red", "red", .null])
      #expect(
        try players.annotated(withRequired: team.select(Column("color"))).fetchAll(db).count == 2
      )
      let all = try teams.including(all: members).order(Column("id")).fetchAll(db)
      #expect(all.map { $0.prefetchedRows["players"]?.count } == [2, 0])
      let counts = teams.annotated(with: members.count).order(Column("id"))
      #expect(try counts.fetchAll(db).map { $0.value(named: "playerCount") } == [2, 0])
    }
  }
}
