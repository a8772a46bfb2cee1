import Foundation
import LiveSQL
import Testing

/// The vocabulary of rows, cursors, tables by name and literals, each word used once as in an
/// application.
extension VocabularyTests {
  /// A record whose properties name its columns.
  struct Scorer: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var score: Int
    var teamId: Int64?
    static let databaseTableName = "player"
    static let team = belongsTo(Club.self)
  }

  struct Club: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64
    var color: String
    static let databaseTableName = "team"
    static let players = hasMany(Scorer.self)
  }

  @Test func `closures can name properties and set one column`() throws {
    try database.write { db throws in
      #expect(try Scorer.filter { $0.score > 10 }.fetchCount(db) == 2)
      #expect(try Scorer.updateAll(db) { $0.score.set(to: 1) } == 3)
      #expect(try Scorer.filter { $0.id == 1 }.updateAll(db) { $0.score += 1 } == 1)
      let best = Club.annotated(with: Club.players.max { $0.score }).order { $0.id }
      #expect(try Row.fetchAll(db, best).map { $0.value(named: "maxPlayerScore") } == [2, 1])
      #expect(try Club.having(Club.players.sum { $0.score } > 2).fetchCount(db) == 1)
      #expect(try Row.fetchAll(db, Club.including(required: Club.players)).count == 3)
      let club = RecordAlias<Club>()
      let reds = Scorer.joining(optional: Scorer.team.aliased(club)).filter(club.exists)
      #expect(try reds.filter(club.color == "red").fetchCount(db) == 2)
    }
  }

  @Test func `rows can be literals and collections, and can have scopes`() throws {
    let row: Row = ["id": 1, "name": "Ana"]
    #expect(row.map(\.0) == ["id", "name"])
    #expect(row.databaseValues == [1, "Ana"])
    #expect(row.hasColumn("id"))
    try database.read { db throws in
      let sql = "SELECT player.*, team.* FROM player JOIN team ON team.id = teamId"
      let parts = splittingRowAdapters(columnCounts: [4])
      let adapter = ScopeAdapter(["player": parts[0], "team": parts[1]])
      let joined = try #require(try Row.fetchOne(db, sql: sql, adapter: adapter))
      #expect(joined.scopes["team"]?.value(named: "color") == "red")
      #expect(joined.scopesTree["player"]?.value(named: "name") == "Ana")
      #expect(joined.unscoped.count == 6)
      let suffix = SuffixRowAdapter(fromIndex: 1)
      #expect(
        try String.fetchAll(db, sql: "SELECT id, name FROM player", adapter: suffix).count == 3
      )
      let mapping = ColumnMapping(["color": "name"])
      let request = SQLRequest<Row>(sql: "SELECT * FROM player", adapter: mapping)
      #expect(try request.fetchOne(db) == ["color": "Ana"])
      let range = RangeRowAdapter(0..<1).addingScopes(["all": RenameColumnAdapter { $0 }])
      #expect(try Row.fetchOne(db, sql: sql, adapter: range)?.count == 1)
      #expect(
        try FetchableRecordDecoder().decode(Scorer.self, from: ["id": 1, "name": "A", "score": 2])
          .score == 2
      )
    }
  }

  @Test func `cursors can be mapped, shortened and reduced`() throws {
    try database.read { db throws in
      let names = try Scorer.order { $0.id }.fetchCursor(db).filter { $0.score > 5 }.map(\.name)
      #expect(try Array(names.prefix(2)) == ["Ana", "bo"])
      #expect(try Scorer.fetchCursor(db).reduce(0) { $0 + $1.score } == 60)
      #expect(try Set(Scorer.fetchCursor(db).dropFirst().enumerated().map(\.0)) == [0, 1])
      let teams = try Dictionary(grouping: Scorer.fetchCursor(db), by: \.teamId)
      #expect(teams[1]?.count == 2)
      #expect(try String.fetchCursor(db, sql: "SELECT name FROM player").contains("Cy"))
      #expect(try AnyCursor([[1], [2, 3]]).joined().max() == 3)
    }
  }

  @Test func `tables by name can be updated, and literals built`() throws {
    try database.write { db throws in
      let players = Table("player")
      #expect(
        try players.filter(Column("score") > 10).select(Column("name"), as: String.self)
          .order(Column("name")).fetchAll(db) == ["bo", "Cy"]
      )
      #expect(try players.updateAll(db, Column("score").set(to: 0)) == 3)
      #expect(try Table("player", of: Scorer.self).filter { $0.score == 0 }.fetchCount(db) == 3)
      let literal: SQL =
        "SELECT \(columnsOf: Club.self) FROM \(Club.self) WHERE \(Column("id")) = \(1)"
      #expect(try literal.build(db).arguments == [1])
      let statement = try db.makeStatement(literal: "SELECT color FROM team WHERE id = ?")
      try statement.setArguments([2])
      #expect(try String.fetchOne(statement) == "blue")
      #expect(try players.deleteAll(db) == 3)
    }
  }

  @Test func `full-text tables of FTS4 can be created and searched`() throws {
    try database.write { db throws in
      try db.create(virtualTable: "page", using: FTS4()) { t in t.column("text") }
      try db.execute(sql: "INSERT INTO page VALUES ('red apple'), ('pear')")
      #expect(
        try Table("page").matching(FTS3Pattern(matchingAnyTokenIn: "apple")).fetchCount(db) == 1
      )
      #expect(FTS5Pattern(matchingAllTokensIn: "a b")?.rawPattern == #""a" "b""#)
    }
  }
}
