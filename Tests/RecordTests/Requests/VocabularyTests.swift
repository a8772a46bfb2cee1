import Foundation
import LiveSQL
import Testing

/// The vocabulary of records and requests, each word used once as in an application.
@Suite struct VocabularyTests {
  struct Player: Codable, Hashable, Identifiable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String
    var score: Int
    var teamId: Int64?

    enum Columns {
      static let id = Column(CodingKeys.id)
      static let name = Column(CodingKeys.name)
      static let score = Column(CodingKeys.score)
    }

    static var databaseComponents: Columns.Type { Columns.self }
    static let team = belongsTo(Team.self)
    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  struct Team: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64
    var color: String
    static let players = hasMany(Player.self)
  }

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.create(table: "team") { t in
        t.primaryKey("id", .integer)
        t.column("color", .text).notNull()
      }
      try db.create(table: "player") { t in
        t.autoIncrementedPrimaryKey("id")
        t.column("name", .text).notNull().collate(.nocase)
        t.column("score", .integer).notNull().defaults(to: 0).check { $0 >= 0 }
        t.belongsTo("team", onDelete: .cascade)
      }
      try Team(id: 1, color: "red").insert(db)
      try Team(id: 2, color: "blue").insert(db)
      for (name, score, team) in [("Ana", 10, 1), ("bo", 30, 1), ("Cy", 20, 2)] {
        var player = Player(name: name, score: score, teamId: Int64(team))
        try player.insert(db)
      }
    }
  }

  private func names(
    _ request: some FetchRequest<Player>,
    _ db: Database
  ) throws -> [String] { try request.fetchAll(db).map(\.name) }

  @Test func `closures can name columns`() throws {
    try database.write { db throws in
      #expect(try names(Player.filter { $0.score > 10 }.order { $0.name }, db) == ["bo", "Cy"])
      let ordered = Player.order { [$0.score.desc, $0.name] }
      #expect(try names(ordered, db) == ["bo", "Cy", "Ana"])
      #expect(try names(Player.all().filter { $0.name == "BO" }, db) == ["bo"])
      #expect(try Player.select({ $0.name }, as: String.self).fetchSet(db) == ["Ana", "bo", "Cy"])
      let pairs = try Player.all().order { $0.id }.select({ [$0.id, $0.score] }, as: Row.self)
        .fetchAll(db)
      #expect(pairs.map(\.values) == [[1, 10], [2, 30], [3, 20]])
      let best = try Player.annotated { ($0.score * 2).forKey("double") }.asRequest(of: Row.self)
        .fetchAll(db).map { try $0["double"] as Int }
      #expect(best == [20, 60, 40])
      let sums = try Player.select { [sum($0.score)] }.group { $0.name.length }
        .having { sum($0.score) > 20 }.asRequest(of: Int.self).fetchAll(db)
      #expect(sums == [50])
      #expect(try Player.updateAll(db) { [$0.score += 1] } == 3)
      #expect(try Player.filter { $0.id == 1 }.updateAll(db) { [$0.score *= 2] } == 1)
      #expect(try Player.find(db, id: 1).score == 22)
    }
  }

  @Test func `deferred clauses of a request read the database when it runs`() throws {
    let request = Player.all()
      .filterWhenConnected { db in Player.Columns.score > (try Team.fetchCount(db) * 5) }
      .orderWhenConnected { _ in [Player.Columns.score.desc, Column("id")] }
      .annotatedWhenConnected { _ in [(Player.Columns.score + 1).forKey("next")] }
    try database.read { db throws in
      #expect(try names(request, db) == ["bo", "Cy"])
      #expect(try names(request.reversed(), db) == ["Cy", "bo"])
      let next = try request.asRequest(of: Row.self).fetchAll(db).map { try $0["next"] as Int }
      #expect(next == [31, 21])
      let groups = Player.all().selectWhenConnected { _ in [Column("teamId"), countAll] }
        .groupWhenConnected { _ in [Column("teamId")] }
        .havingWhenConnected { _ in countAll > 1 }.asRequest(of: Row.self)
      #expect(try groups.fetchAll(db).map(\.values) == [[1, 2]])
    }
  }

  @Test func `selections, groups and orders can be written in SQL`() throws {
    try database.read { db throws in
      let least = 15
      let request = Player.select(literal: "name, \(least) AS least", as: Row.self)
        .filter(literal: "score > \(least)").order(literal: "score + \(0) DESC")
      #expect(try request.fetchAll(db).map(\.values) == [["bo", 15], ["Cy", 15]])
      let grouped = Player.all().select(
        [Column("teamId"), max(Player.Columns.score)],
        as: Row.self
      )
      .group(literal: "\(Column("teamId"))").having(literal: "count(*) > \(1)")
      #expect(try grouped.fetchAll(db).map(\.values) == [[1, 30]])
      #expect(try Player.selectID().order(Column("id")).fetchAll(db) == [1, 2, 3])
      #expect(try Player.numberOfSelectedColumns(db) == 4)
      let counted = Team.annotated(with: Team.players.count)
        .order([Column("playerCount").detached.desc]).asRequest(of: Row.self)
      #expect(try counted.fetchAll(db).map { try $0["playerCount"] as Int } == [2, 1])
      let table = CommonTableExpression<Int>(
        recursive: true,
        named: "number",
        columns: ["n"],
        literal: "SELECT \(1) UNION ALL SELECT n + 1 FROM number WHERE n < \(3)"
      )
      #expect(try table.all().with(table).fetchAll(db) == [1, 2, 3])
    }
  }

  @Test func `collations, casts and values of rows work with columns`() throws {
    try database.read { db throws in
      let binary = Player.order(Player.Columns.name.collating(.binary))
      #expect(try names(binary, db) == ["Ana", "Cy", "bo"])
      #expect(try names(Player.order(Player.Columns.name), db) == ["Ana", "bo", "Cy"])
      let text = Player.select(cast(Player.Columns.score, as: .text), as: DatabaseValue.self)
      #expect(try text.fetchOne(db) == "10")
      let row = try #require(try Row.fetchOne(db, sql: "SELECT * FROM player"))
      let name: String = try row[Player.Columns.name]
      #expect(name == "Ana")
      #expect(try row.decode(Int.self, forColumn: Player.Columns.score) == 10)
      #expect(row.value(of: Column("missing")) == nil)
    }
  }

  @Test func `updated and deleted rows can be returned`() throws {
    try database.write { db throws in
      let all = Player.filter(Column("teamId") == 1)
      let score = Player.Columns.score
      let updated = try all.updateAndFetchCursor(db, [score += 1])
      #expect(try Array(updated).map(\.score).sorted() == [11, 31])
      let statement = try all.updateAndFetchStatement(db, [score += 1], selection: [score])
      #expect(try statement.map { try Int.fetchSet($0) } == [12, 32])
      let last = Player.filter(Column("id") == 3)
      let deletion = try last.deleteAndFetchStatement(db, selection: [Column("name")])
      #expect(try deletion.map { try String.fetchOne($0) } == "Cy")
      #expect(try Player.none().deleteAndFetchStatement(db, selection: [.allColumns]) == nil)
      let deleted = try Player.filter(Column("id") == 2).deleteAndFetchCursor(db)
      #expect(try Array(deleted).map(\.name) == ["bo"])
      #expect(try Player.all().deleteAndFetchIds(db) == [1])
      #expect(try Player.fetchCount(db) == 0)
    }
  }

  @Test func `records can be compared, changed, saved and deleted`() throws {
    try database.write { db throws in
      var ana = try Player.find(db, key: 1)
      let old = ana
      #expect(try ana.databaseChanges { $0.score = 11 } == ["score": 10])
      #expect(!ana.databaseEquals(old))
      #expect(try ana.databaseChanges(from: old).keys.sorted() == ["score"])
      #expect(try ana.databaseDictionary["name"] == "Ana")
      #expect(try ana.updateChanges(db, from: old))
      #expect(try !ana.updateChanges(db) { $0.score = 11 })
      try ana.update(db, columns: [Player.Columns.name])
      try ana.update(db, onConflict: .replace, columns: ["name"])
      #expect(try ana.exists(db))
      #expect(try Player.exists(db, id: 1) && Player.exists(db, key: ["id": 1]))
      let copy = try Player(name: "Di", score: 1).inserted(db)
      #expect(copy.id == 4)
      #expect(try copy.saved(db) == copy)
      var upserted = copy
      upserted.score = 5
      let fetched = try upserted.upsertAndFetch(
        db,
        onConflict: ["id"],
        doUpdate: { excluded in
          [Player.Columns.score += excluded[Player.Columns.score], Column("name").noOverwrite]
        }
      )
      #expect(fetched.score == 6)
      #expect(try copy.delete(db) && !copy.delete(db))
      #expect(try Player.deleteOne(db, id: 3))
      #expect(try Player.deleteAll(db, ids: [1]) == 1)
      #expect(throws: RecordError.self) { try Player.find(db, id: 1) }
      #expect(try Player.fetchOne(db, id: 1) == nil)
    }
  }

  @Test func `rows can decode their associated records`() throws {
    struct PlayerInfo: FetchableRecord {
      let player: Player
      let team: Team
      let rivals: [Player]
      let missing: Team?

      init(row: Row) throws {
        player = try Player(row: row)
        team = try row["team"]
        rivals = try row["players"]
        missing = try row["captain"]
      }
    }
    let request = Player.including(required: Player.team.including(all: Team.players))
      .order(Column("id"))
    try database.read { db throws in
      let infos = try PlayerInfo.fetchAll(db, request)
      #expect(infos.map(\.team.color) == ["red", "red", "blue"])
      #expect(infos.map(\.rivals.count) == [2, 2, 1])
      #expect(infos.allSatisfy { $0.missing == nil })
      let row = try #require(try Row.fetchOne(db, request))
      #expect(try (row["players"] as Set<Player>).count == 2)
      #expect(throws: DecodingFailure.self) { try row["captain"] as Team }
      #expect(throws: DecodingFailure.self) { try row["captains"] as [Team] }
    }
  }

  @Test func `types can fetch requests`() throws {
    try database.read { db throws in
      let names = Player.select(Player.Columns.name).order(Player.Columns.name)
      #expect(try String.fetchAll(db, names) == ["Ana", "bo", "Cy"])
      #expect(try String.fetchOne(db, names) == "Ana")
      #expect(try String.fetchSet(db, names).count == 3)
      #expect(try Array(String.fetchCursor(db, names)).last == "Cy")
      #expect(try Row.fetchAll(db, names).count == 3)
      #expect(try Array(Row.fetchCursor(db, names)).count == 3)
      let sql: SQLRequest<Row> = "SELECT * FROM player WHERE score > \(10)"
      #expect(try Player.fetchSet(db, sql).count == 2)
      #expect(try Player.fetchOne(db, sql)?.name == "bo")
      #expect(try Array(Player.fetchCursor(db, sql)).count == 2)
      #expect(try Int.fetchOne(db, Player.select(max(Column("missing").detached)).none()) == nil)
    }
  }

  @Test func `statements can contain values in their text`() throws {
    try database.write { db throws in
      let (name, ids) = ("O'Hara; DROP TABLE player", [1, 2])
      try db.execute(literal: "UPDATE player SET name = \(name) WHERE id IN \(ids)")
      try db.execute(
        literal: "UPDATE team SET color = \("x") WHERE id = \(1); DELETE FROM team WHERE id = \(2)"
      )
      let statement = try db.makeStatement(literal: "SELECT name FROM player WHERE id = \(1)")
      #expect(try String.fetchOne(statement) == name)
      let cached = try db.cachedStatement(literal: "SELECT color FROM team WHERE id = \(1)")
      #expect(try String.fetchAll(cached) == ["x"])
      var conditions: [SQL] = ["score > \(5)"]
      conditions.append(SQL(sql: "name = ?", arguments: [name]))
      var sql: SQL = "SELECT id FROM player WHERE "
      sql.append(literal: conditions.joined(separator: " AND "))
      sql.append(sql: " AND id < ?", arguments: [2])
      sql += " ORDER BY id"
      #expect(try SQLRequest<Int>(literal: sql).fetchAll(db) == [1])
      #expect(try Team.fetchCount(db) == 1)
    }
  }

  @Test func `tables without a record can be requested by name`() throws {
    let players = NamedTable("player")
    let teams = NamedTable<Team>("team")
    try database.write { db throws in
      let rows = try players.all().filter(Column("score") > 10).order(Column("id")).fetchAll(db)
      let names = try rows.map { try $0["name"] as String }
      #expect(names == ["bo", "Cy"])
      #expect(try teams.all().filter(key: 2).fetchOne(db)?.color == "blue")
      let joined = players.all().including(required: players.belongsTo(teams)).order(Column("id"))
      let colors = try joined.fetchAll(db).map { try ($0["team"] as Team).color }
      #expect(colors == ["red", "red", "blue"])
      let counts = teams.all().annotated(with: teams.hasMany(players).count).order(Column("id"))
        .asRequest(of: Row.self)
      let numbers = try counts.fetchAll(db).map { try $0["playerCount"] as Int }
      #expect(numbers == [2, 1])
      let all = Team.including(all: Team.hasMany(players)).order(Column("id"))
        .asRequest(of: Row.self)
      let teamSizes = try all.fetchAll(db).map { $0.prefetchedRows("players")?.count }
      #expect(teamSizes == [2, 1])
      #expect(try players.all().filter(Column("id") == 1).deleteAll(db) == 1)
      let left = Player.joining(required: Player.belongsTo(teams).filter(Column("color") == "red"))
      #expect(try left.fetchCount(db) == 1)
    }
  }

  @Test func `columns that are not a key are refused`() throws {
    try database.read { db throws in
      #expect(try Player.filter(key: ["id": 1]).fetchCount(db) == 1)
      #expect(throws: RecordError.noUniqueKey(["name"], databaseTableName: "player")) {
        try Player.filter(key: ["name": "Ana"]).fetchAll(db)
      }
      #expect(throws: RecordError.noUniqueKey(["missing"], databaseTableName: "player")) {
        try Player.filter(keys: [["id": 1], ["missing": 1]]).fetchCount(db)
      }
      #expect(throws: RecordError.self) { try Player.filter(key: [:]).fetchOne(db) }
    }
  }

  @Test func `full-text tables can be searched`() throws {
    struct Document: Codable, FetchableRecord, PersistableRecord { var title: String }
    try database.write { db throws in
      try db.create(virtualTable: "document", using: FTS5()) { t in t.column("title") }
      for title in ["red apple", "green apple", "pear"] { try Document(title: title).insert(db) }
      let found = Document.matching(FTS5Pattern.allWords(of: "apple")).order(Column.rank)
      #expect(try found.fetchCount(db) == 2)
      let alias = RequestAlias(name: "d")
      let red = Document.aliased(alias).matching(FTS5Pattern.allWords(of: "red"))
      #expect(try red.fetchAll(db).map(\.title) == ["red apple"])
      #expect(try Document.matching(nil).fetchCount(db) == 0)
      #expect(try Document.filter(Column("title").match("pear")).fetchCount(db) == 1)
    }
  }
}
