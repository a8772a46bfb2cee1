import Foundation
import LiveSQL
import Testing

/// Associated rows that are fetched separately, which must match those of a join.
@Suite struct CollationTests {
  struct Team: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int
    var code: String

    static let players = hasMany(Player.self, using: ForeignKey(["team"], to: ["code"]))
  }

  struct Player: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int
    var team: String?

    static let inTeam = belongsTo(Team.self, using: ForeignKey(["team"], to: ["code"]))
  }

  static let vowels = DatabaseCollation("vowels") { left, right in
    func vowels(_ text: String) -> String { text.lowercased().filter { "aeiou".contains($0) } }
    let (left, right) = (vowels(left), vowels(right))
    return left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
  }

  static let types = [
    "TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "TEXT COLLATE vowels", "INTEGER", "REAL",
    "NUMERIC", "BLOB", "",
  ]

  /// Returns teams whose codes are all kinds of texts, and players of each team.
  private static func database(_ origin: String, _ destination: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(collation: vowels) }
    let database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, code \(origin));
          CREATE TABLE player (id INTEGER PRIMARY KEY, team \(destination));
          INSERT INTO team (code) VALUES ('ab'), ('AB'), ('ab  '), ('ob'), ('1'), ('1.0'), ('\u{e9}'),
            ('e\u{301}'), (''), (NULL);
          INSERT INTO player (team) SELECT code FROM team ORDER BY id DESC;
          """
      )
    }
    return database
  }

  /// Returns the players of each team, the last one first.
  private static func joined(_ db: Database) throws -> [[DatabaseValue]] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT t.id, p.id FROM team t LEFT JOIN player p ON p.team = +t.code
        ORDER BY t.id, p.id DESC
        """
    )
    let teams = Dictionary(grouping: rows.map(\.values)) { $0[0].sqlLiteral }
    return (1...10).map { id in
      (teams["\(id)"] ?? []).map { $0[1] }.filter { !$0.isNull }
    }
  }

  @Test(arguments: types, types)
  func `associated rows match those that SQLite joins`(origin: String, destination: String) throws {
    let database = try Self.database(origin, destination)
    let request = Team.order(Column("id")).including(all: Team.players.order(Column("id").desc))
    let rows = try database.read { try request.asRequest(of: Row.self).fetchAll($0) }
    let players = rows.map { $0.prefetchedRows("players") ?? [] }
    let found = players.map { $0.map { $0.values[0] } }
    #expect(try database.read { try Self.joined($0) } == found)
  }

  @Test func `any number of text keys find their rows`() throws {
    let found = try DatabaseQueue().write { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, code TEXT);
          CREATE TABLE player (id INTEGER PRIMARY KEY, team TEXT COLLATE NOCASE);
          CREATE INDEX byTeam ON player (team);
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3500)
          INSERT INTO team SELECT i, 'team' || i FROM n;
          INSERT INTO player (team) SELECT upper(code) FROM team;
          INSERT INTO player (team) SELECT code FROM team;
          """
      )
      return try Team.including(all: Team.players.order(Column("id"))).asRequest(of: Row.self)
        .fetchAll(db).map { ($0.prefetchedRows("players") ?? []).map { $0.values[0] } }
    }
    #expect(found.count == 3500)
    #expect(found == (1...3500).map { [.integer($0), .integer($0 + 3500)] })
  }

  @Test func `keys of several columns are compared like those of one`() throws {
    struct Place: Codable, FetchableRecord, PersistableRecord {
      var country: String
      var city: String
      static let visits = hasMany(
        Visit.self,
        using: ForeignKey(["country", "city"], to: ["country", "city"])
      )
    }
    struct Visit: Codable, FetchableRecord, PersistableRecord {
      var id: Int
      var country: String
      var city: String
    }
    struct PlaceInfo: Decodable, FetchableRecord {
      var place: Place
      var visits: [Visit]
    }
    let infos = try DatabaseQueue().write { db in
      try db.execute(
        sql: """
          CREATE TABLE place (country TEXT, city TEXT);
          CREATE TABLE visit (id INTEGER PRIMARY KEY, country TEXT COLLATE NOCASE, city TEXT);
          INSERT INTO place VALUES ('pt', 'Lisboa'), ('PT', 'lisboa'), ('fr', 'Paris');
          INSERT INTO visit (country, city) VALUES ('PT', 'Lisboa'), ('Pt', 'lisboa'), ('FR', 'Paris'),
            ('fr', 'Lyon');
          """
      )
      return try Place.including(all: Place.visits).asRequest(of: PlaceInfo.self).fetchAll(db)
    }
    #expect(infos.map { $0.visits.map(\.id) } == [[1], [2], [3]])
  }
}
