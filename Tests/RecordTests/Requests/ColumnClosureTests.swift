import Foundation
import LiveSQL
import Testing

/// Closures that name the columns of a record by its properties, or by its own components.
@Suite struct ColumnClosureTests {
  struct Player: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var score: Int
    var teamID: Int64?
    static let team = belongsTo(Team.self)
    var double: Int { score * 2 }
  }

  struct Team: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64
    var color: String
    static let players = hasMany(Player.self)
  }

  struct Badge: Codable, FetchableRecord, PersistableRecord {
    enum Kind: String, Codable, DatabaseValueConvertible { case gold }
    var kind: Kind
    var id: Int
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
        t.primaryKey("id", .integer)
        t.column("name", .text).notNull()
        t.column("score", .integer).notNull()
        t.column("teamID", .integer).references("team")
      }
      for (id, color) in [(1, "red"), (2, "blue"), (3, "green")] {
        try Team(id: Int64(id), color: color).insert(db)
      }
      for (id, name, score, team) in [(1, "Ana", 10, 1), (2, "Bo", 30, 1), (3, "Cy", 20, 2)] {
        try Player(id: Int64(id), name: name, score: score, teamID: Int64(team)).insert(db)
      }
    }
  }

  @Test func `properties name columns without further code`() throws {
    try database.write { db throws in
      let best = Player.filter { $0.score > 10 && $0.name != "Zed" }.order { $0.score.desc }
      #expect(try best.fetchAll(db).map(\.name) == ["Bo", "Cy"])
      #expect(try best.sql(db).contains(#""player"."score" DESC"#))
      #expect(try Player.select({ $0.name }, as: String.self).fetchAll(db).count == 3)
      let sums = try Player.select { [$0.teamID, sum($0.score)] }.group { $0.teamID }
        .having { max($0.score) > 20 }.asRequest(of: Row.self).fetchAll(db)
      #expect(sums.map(\.values) == [[1, 40]])
    }
  }

  @Test func `a property without storage is not confused with the next one`() throws {
    try database.write { db in
      try db.create(table: "badge") { t in
        t.column("kind", .text)
        t.column("id", .integer)
      }
      try Badge(kind: .gold, id: 1).insert(db)
      try Badge(kind: .gold, id: 2).insert(db)
      #expect(try Badge.filter { $0.id == 2 }.fetchAll(db).map(\.id) == [2])
      #expect(throws: UnstoredPropertyError.self) {
        try Badge.filter { $0.kind == "gold" }.fetchCount(db)
      }
    }
  }

  @Test func `one or several columns can be set`() throws {
    try database.write { db throws in
      #expect(try Player.updateAll(db) { $0.score.set(to: 1) } == 3)
      #expect(try Player.filter { $0.id == 1 }.updateAll(db) { $0.score += 4 } == 1)
      #expect(try Player.updateAll(db) { [$0.score *= 2, $0.name.set(to: "x")] } == 3)
      let updated = try Player.filter { $0.id > 1 }.updateAndFetchAll(db) { $0.score -= 1 }
      #expect(updated.map(\.score) == [1, 1])
      let both = try Player.all().updateAndFetchAll(db) { [$0.score += 1, $0.teamID.set(to: nil)] }
      #expect(both.map(\.score) == [11, 2, 2])
      #expect(both.allSatisfy { $0.teamID == nil && $0.name == "x" })
      var player = try Player.find(db, key: 1)
      (player.name, player.score) = ("Ana", 99)
      try player.update(db) { [$0.name] }
      #expect(try Player.find(db, key: 1).score == 11)
      #expect(try Player.find(db, key: 1).name == "Ana")
    }
  }

  @Test func `column names follow the strategy of the record`() throws {
    struct Reading: Codable, FetchableRecord, PersistableRecord {
      var sensorName: String
      static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
        .convertToSnakeCase
      }
      static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .convertFromSnakeCase
      }
    }
    struct ReadOnly: Decodable, FetchableRecord, TableRecord {
      var sensorName: String
      static let databaseTableName = "reading"
      static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
        .convertFromSnakeCase
      }
    }
    struct Capitals: Codable, FetchableRecord, PersistableRecord {
      var SENSOR_NAME: String
      static let databaseTableName = "reading"
      static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
        .custom { $0.stringValue.lowercased() }
      }
    }
    try database.write { db throws in
      try db.execute(sql: "CREATE TABLE reading (sensor_name TEXT)")
      try Reading(sensorName: "a").insert(db)
      #expect(try Reading.filter { $0.sensorName == "a" }.fetchAll(db).count == 1)
      #expect(try ReadOnly.filter { $0.sensorName == "a" }.fetchAll(db).count == 1)
      #expect(try Capitals.filter { $0.SENSOR_NAME == "a" }.fetchCount(db) == 1)
    }
  }

  @Test func `custom components of a record take precedence`() throws {
    struct Renamed: Codable, FetchableRecord, PersistableRecord {
      var title: String
      enum CodingKeys: String, CodingKey { case title = "name" }
      enum Columns { static let title = Column(CodingKeys.title) }
      static let databaseTableName = "player"
      static var databaseComponents: Columns.Type { Columns.self }
    }
    try database.read { db throws in
      #expect(try Renamed.filter { $0.title == "Bo" }.fetchAll(db).map(\.title) == ["Bo"])
    }
  }

  @Test func `a property that is computed or has no column is an error`() throws {
    struct Ghost: Codable, FetchableRecord, PersistableRecord {
      var id: Int64
      var missing: Int
      static let databaseTableName = "player"
    }
    try database.read { db throws in
      #expect(throws: UnstoredPropertyError.self) {
        try Player.filter { $0.double > 1 }.fetchAll(db)
      }
      #expect(throws: UnstoredPropertyError.self) { try Player.order { $0.double }.fetchOne(db) }
      let error = #expect(throws: DatabaseError.self) {
        try Ghost.filter { $0.missing > 1 }.fetchCount(db)
      }
      #expect(error?.message.contains("missing") == true)
    }
  }

  @Test func `aggregates of associations accept closures and expressions`() throws {
    try database.read { db throws in
      let players = Team.players
      let request = Team.annotated(
        with: players.max { $0.score },
        players.min { $0.score },
        players.sum { $0.score },
        players.average { $0.score },
        players.total { $0.score * 2 }.forKey("doubled")
      )
      .order { $0.id }
      let row = try #require(try Row.fetchOne(db, request))
      #expect(
        row.columnNames.suffix(5)
          == [
            "maxPlayerScore", "minPlayerScore", "playerScoreSum", "averagePlayerScore", "doubled",
          ]
      )
      #expect(row.values.suffix(5) == [30, 10, 40, 20.0, 80.0])
      let rows = try Row.fetchAll(db, request)
      #expect(rows[2].values.suffix(5) == [.null, .null, .null, .null, 0.0])
      let good = Team.having(players.max { $0.score } > 10 && players.count > 0).order { $0.id }
      #expect(try good.fetchAll(db).map(\.color) == ["red", "blue"])
      let filtered = Team.annotated(with: players.filter { $0.score > 15 }.min { $0.score })
        .order { $0.id }
      let least = try Row.fetchAll(db, filtered).map { try $0["minPlayerScore"] as Int? }
      #expect(least == [30, 20, nil])
      let unnamed = try Row.fetchOne(db, Team.annotated(with: players.max { $0.score + 1 }))
      #expect(unnamed?.values.last == 31)
    }
  }

  @Test func `each row of a to-many association can be joined and fetched`() throws {
    struct Membership: Decodable, FetchableRecord {
      var team: Team
      var players: Player?
    }
    try database.read { db throws in
      let required = Team.including(required: Team.players.order { $0.id })
      let pairs = try Membership.fetchAll(db, required)
      #expect(pairs.map(\.team.color) == ["red", "red", "blue"])
      #expect(pairs.map(\.players?.name) == ["Ana", "Bo", "Cy"])
      let optional = Team.including(optional: Team.players).order { $0.id.desc }
      let all = try Membership.fetchAll(db, optional)
      #expect(all.map(\.team.color) == ["green", "blue", "red", "red"])
      #expect(all.first?.players == nil)
      let row = try #require(try Row.fetchOne(db, required))
      #expect(row.scopes["players"]?.value(named: "name") == "Ana")
      let annotated = Team.annotated(withRequired: Team.players.select { [$0.name] })
      #expect(
        try Row.fetchAll(db, annotated).map { $0.value(named: "name") } == ["Ana", "Bo", "Cy"]
      )
    }
  }
}

/// Columns that are the cases of an enumeration of names.
@Suite struct ColumnExpressionTests {
  struct Place: FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var title: String
    enum Columns: String, ColumnExpression {
      case id
      case title = "name"
    }
    static let databaseTableName = "place"

    init(title: String) { self.title = title }

    init(row: Row) throws {
      id = try row[Columns.id]
      title = try row.decode(forColumn: Columns.title)
    }

    func encode(to container: inout PersistenceContainer) {
      container[Columns.id] = id
      container[Columns.title] = title
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
  }

  @Test func `cases name columns in records and requests`() throws {
    typealias Columns = Place.Columns
    try DatabaseQueue().write { db throws in
      try db.execute(sql: "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT)")
      var place = Place(title: "Rome")
      try place.insert(db)
      var other = Place(title: "Oslo")
      try other.insert(db)
      let found = Place.filter(Columns.title == "Rome" && Columns.id < 9).order(Columns.id.desc)
      #expect(try found.fetchOne(db)?.id == place.id)
      #expect(
        try Place.select(Columns.title, as: String.self).order(Columns.title).fetchAll(db)
          == ["Oslo", "Rome"]
      )
      place.title = "Roma"
      try place.update(db, columns: [Columns.title])
      #expect(try Place.find(db, key: 1).title == "Roma")
      #expect(try Place.updateAll(db, Columns.title.set(to: "x")) == 2)
      #expect(try Place.updateAll(db, Columns.title.set(to: Columns.id)) == 2)
      #expect(try Place.find(db, key: 2).title == "2")
      #expect(Columns.title.name == "name")
      #expect(try place.databaseDictionary == ["id": 1, "name": "Roma"])
    }
  }
}
