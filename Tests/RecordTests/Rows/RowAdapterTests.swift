import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Adapters, which choose and name the columns of a row and define its scopes.
@Suite(.timeLimit(.hang)) struct RowAdapterTests {
  struct Player: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var teamID: Int64?
  }

  struct Team: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64
    var color: String?
  }

  struct PlayerInfo: Decodable, Hashable, FetchableRecord {
    var player: Player
    var team: Team?
  }

  let database: DatabaseQueue
  let joined = "SELECT p.*, t.* FROM player p LEFT JOIN team t ON t.id = p.teamID ORDER BY p.id"

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, teamID INTEGER);
          CREATE TABLE team (id INTEGER PRIMARY KEY, color TEXT);
          INSERT INTO team VALUES (1, 'red'), (2, NULL);
          INSERT INTO player VALUES (1, 'Ana', 1), (2, 'Bo', NULL), (3, 'Cy', 2);
          """
      )
    }
  }

  private let abc = "SELECT 1 AS a, 2 AS b, 3 AS c"

  private func row(_ adapter: any RowAdapter, sql: String? = nil) throws -> Row? {
    try database.read { try Row.fetchOne($0, sql: sql ?? abc, adapter: adapter) }
  }

  @Test func `columns can be selected, mapped and renamed`() throws {
    #expect(try row(SuffixRowAdapter(fromIndex: 1)) == ["b": 2, "c": 3])
    #expect(try row(SuffixRowAdapter(fromIndex: 3)) == Row())
    #expect(try row(RangeRowAdapter(1..<2)) == ["b": 2])
    #expect(try row(RangeRowAdapter(0...1)) == ["a": 1, "b": 2])
    #expect(try row(EmptyRowAdapter()) == Row())
    #expect(try row(ColumnMapping(["x": "C", "y": "a"])) == ["y": 1, "x": 3])
    #expect(try row(RenameColumnAdapter { $0 + "1" }) == ["a1": 1, "b1": 2, "c1": 3])
    let parts = splittingRowAdapters(columnCounts: [1, 0, 1])
    #expect(parts.count == 4)
    #expect(try parts.map { try row($0) } == [["a": 1], Row(), ["b": 2], ["c": 3]])
  }

  @Test(
    arguments: [
      SuffixRowAdapter(fromIndex: 4), SuffixRowAdapter(fromIndex: -1), RangeRowAdapter(2..<4),
      RangeRowAdapter(-1..<1), ColumnMapping(["x": "z"]),
      splittingRowAdapters(columnCounts: [-1])[0],
      ScopeAdapter(["s": SuffixRowAdapter(fromIndex: 9)]),
    ] as [any RowAdapter]
  )
  func `an adapter that does not fit is an error, even for a result without rows`(
    adapter: any RowAdapter
  ) throws {
    try database.read { db throws in
      #expect(throws: RowAdapterError.self) { try Row.fetchAll(db, sql: abc, adapter: adapter) }
      let none = abc + " WHERE 0"
      #expect(throws: RowAdapterError.self) { try Row.fetchAll(db, sql: none, adapter: adapter) }
      let request = SQLRequest<Row>(sql: none, adapter: adapter)
      #expect(throws: RowAdapterError.self) { try request.fetchAll(db) }
      #expect(try Row.fetchAll(db, sql: abc).count == 1)
    }
  }

  @Test func `rows can have scopes at any depth`() throws {
    let adapter = SuffixRowAdapter(fromIndex: 2).addingScopes([
      "left": RangeRowAdapter(0..<2).addingScopes(["inner": ColumnMapping(["x": "a"])]),
      "all": RenameColumnAdapter { $0.uppercased() },
    ])
    let row = try #require(try row(adapter))
    #expect(row.unscoped == ["c": 3])
    #expect(row.scopes.names == ["left", "all"])
    #expect(row.scopes["left"]?.unscoped == ["a": 1, "b": 2])
    #expect(row.scopes["left"]?.scopes["inner"] == ["x": 1])
    #expect(row.scopes["all"] == ["A": 1, "B": 2, "C": 3])
    #expect(row.scopes["inner"] == nil)
    #expect(row.scopesTree["inner"] == ["x": 1])
    #expect(row.scopesTree.names == ["left", "all", "inner"])
    #expect(row.scopesTree["missing"] == nil)
    #expect(row.scopes.map(\.name) == ["all", "left"])
    #expect(row != row.unscoped)
    #expect(row.prefetchedRows.isEmpty)
  }

  @Test func `records can be decoded from the scopes of a row`() throws {
    try database.read { db throws in
      let parts = splittingRowAdapters(columnCounts: [3])
      let adapter = ScopeAdapter(["player": parts[0], "team": parts[1]])
      let rows = try Row.fetchAll(db, sql: joined, adapter: adapter)
      #expect(try rows.map { try ($0["player"] as Player).name } == ["Ana", "Bo", "Cy"])
      #expect(try rows.map { try ($0["team"] as Team?)?.id } == [1, nil, 2])
      // The scope exists, but contains only NULL.
      #expect(rows[1].scopes["team"] == ["id": nil, "color": nil])
      let infos = try PlayerInfo.fetchAll(db, sql: joined, adapter: adapter)
      #expect(infos.map(\.team?.id) == [1, nil, 2])
      #expect(infos.map(\.player.name) == ["Ana", "Bo", "Cy"])
    }
  }

  @Test func `every fetching method accepts an adapter`() throws {
    let adapter = ScopeAdapter([
      "player": RangeRowAdapter(0..<3), "team": SuffixRowAdapter(fromIndex: 3),
    ])
    let second = SuffixRowAdapter(fromIndex: 1)
    try database.read { db throws in
      let one = joined.replacing("ORDER", with: "WHERE p.id = ? ORDER")
      #expect(
        try PlayerInfo.fetchOne(db, sql: one, arguments: [3], adapter: adapter)?.team?.id == 2
      )
      #expect(try PlayerInfo.fetchOne(db, sql: one, arguments: [9], adapter: adapter) == nil)
      #expect(try Array(PlayerInfo.fetchCursor(db, sql: joined, adapter: adapter)).count == 3)
      #expect(try PlayerInfo.fetchSet(db, sql: joined, adapter: adapter).count == 3)
      #expect(try Int.fetchAll(db, sql: abc, adapter: second) == [2])
      #expect(try Int.fetchOne(db, sql: abc, adapter: second) == 2)
      #expect(try Int.fetchOne(db, sql: "SELECT 1, NULL", adapter: second) == nil)
      #expect(try Array(Int.fetchCursor(db, sql: abc, adapter: second)) == [2])
      #expect(try Int.fetchSet(db, sql: abc, adapter: second) == [2])
      let statement = try db.makeStatement(sql: one)
      #expect(throws: DatabaseError.self) { try PlayerInfo.fetchAll(statement, adapter: adapter) }
      let infos = try PlayerInfo.fetchAll(statement, arguments: [1], adapter: adapter)
      #expect(infos.map(\.team?.color) == ["red"])
      #expect(try PlayerInfo.fetchOne(statement, adapter: adapter)?.player.id == 1)
      #expect(throws: DecodingFailure.self) {
        try PlayerInfo.fetchAll(db, sql: abc, adapter: ScopeAdapter(["player": second]))
      }
    }
  }

  @Test func `SQL requests accept an adapter`() throws {
    let adapter = ScopeAdapter([
      "player": RangeRowAdapter(0..<3), "team": SuffixRowAdapter(fromIndex: 3),
    ])
    try database.read { db throws in
      let request = SQLRequest<PlayerInfo>(sql: joined, adapter: adapter)
      #expect(try request.fetchAll(db).map(\.team?.id) == [1, nil, 2])
      #expect(try request.fetchOne(db)?.player.name == "Ana")
      #expect(try Array(request.fetchCursor(db)).count == 3)
      #expect(try request.fetchCount(db) == 3)
      let made = SQLRequest<PlayerInfo>(sql: joined).adapted { db in
        let count = try Player.numberOfSelectedColumns(db)
        let parts = splittingRowAdapters(columnCounts: [count])
        return ScopeAdapter(["player": parts[0], "team": parts[1]])
      }
      #expect(try made.fetchAll(db).map(\.team?.id) == [1, nil, 2])
      let renamed = Player.all().adapted { _ in RenameColumnAdapter { $0.uppercased() } }
      #expect(try Row.fetchOne(db, renamed)?.columnNames == ["ID", "NAME", "TEAMID"])
      #expect(throws: RequestError.adaptedTwice) {
        try request.adapted { _ in EmptyRowAdapter() }.fetchAll(db)
      }
    }
  }

  @Test func `a live query of an adapted request follows the database`() async throws {
    let adapter = SuffixRowAdapter(fromIndex: 1)
    let request = SQLRequest<String>(
      sql: "SELECT id, name FROM player ORDER BY id",
      adapter: adapter
    )
    var names = ValueObservation.tracking { try request.fetchAll($0) }
      .values(in: database).makeAsyncIterator()
    #expect(try await names.next() == ["Ana", "Bo", "Cy"])
    try await database.write { try $0.execute(sql: "DELETE FROM player WHERE id < 3") }
    #expect(try await names.next() == ["Cy"])
  }
}
