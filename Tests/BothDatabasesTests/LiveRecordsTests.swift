import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Properties of requests for records, fetched from either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct LiveRecordsTests {
  /// A database with players and teams, and the objects that must live as long.
  private final class Fixture: Sendable {
    let database: any SQLDatabase
    private let scratch: PostgresScratchDatabase?

    init(_ kind: DatabaseKind) throws {
      switch kind {
      case .sqlite:
        let queue = try DatabaseQueue()
        try queue.write { db in try db.execute(sql: recordSchemaOnSQLite) }
        scratch = nil
        database = queue
      case .postgres:
        let scratch = try PostgresScratchDatabase(on: .streaming)
        let connection = try scratch.connect()
        try connection.execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
        try connection.execute(script: recordSchemaOnPostgres)
        let configuration = PostgresDatabaseConfiguration(scratch.configuration)
        self.scratch = scratch
        database = PostgresDatabase(configuration)
      }
      try database.write { db in try RecordSamples.insert(db) }
    }

    deinit { try? database.close() }

    /// Keeps the database open up to this call.
    func keep() {}

    func write(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
      try await database.write { db in try body(db) }
      try await database.liveQueriesCaughtUp(within: .hang)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `records follow writes by patches, with their differences`(kind: DatabaseKind) async throws {
    let fixture = try Fixture(kind)
    let best = Player.filter(Player.Columns.score >= 20).order(Player.Columns.name)
    @FetchAll(best, database: fixture.database) var players: [Player]
    try await $players.load()
    #expect(players.map(\.name) == ["Cy", "Dee", "bo"])
    var differences = $players.differences.makeAsyncIterator()
    _ = await differences.next()
    try await fixture.write { db in
      var player = try Player.find(db, key: 1)
      try player.updateChanges(db) { $0.score = 25 }
      try Player.deleteOne(db, key: 3)
    }
    #expect(players.map(\.name) == ["Ana", "Dee", "bo"])
    #expect(await differences.next()?.counts.inserted == 1)
    #expect($players.plan?.isRerun == false)
    #expect($players.loadError == nil)
    fixture.keep()
  }

  @Test(arguments: DatabaseKind.available)
  func `records without a query, one record, and one value`(kind: DatabaseKind) async throws {
    let fixture = try Fixture(kind)
    let database = fixture.database
    @FetchAll(database: database) var teams: [Team]
    @FetchOne(Player.filter(key: 2), database: database) var bo: Player?
    @FetchOne(Player.select(max(Player.Columns.score), as: Int.self), database: database) var best:
      Int?
    try await $teams.load()
    try await $bo.load()
    try await $best.load()
    #expect(teams.count == 3 && bo?.score == 30 && best == 30)
    try await fixture.write { db in
      try Team(id: 4, color: "white", town: nil).insert(db)
      try Player.filter(key: 2).updateAll(db, Player.Columns.score.set(to: 31))
    }
    #expect(teams.count == 4 && bo?.score == 31 && best == 31)
    try await fixture.write { db in try Player.deleteOne(db, key: 2) }
    #expect(bo == nil && best == 20)
    #expect($bo.loadError == nil && $best.loadError == nil)
    fixture.keep()
  }

  @Test(arguments: DatabaseKind.available)
  func `joined, counted and prefetched records are live`(
    kind: DatabaseKind
  ) async throws {
    let fixture = try Fixture(kind)
    let database = fixture.database
    let joined = Player.including(optional: Player.team).order(Player.Columns.id)
      .asRequest(of: PlayerWithTeam.self)
    let counted = Team.annotated(with: Team.players.count).order(Column("id"))
      .asRequest(of: TeamWithCount.self)
    let grouped = Team.including(all: Team.players.order(Player.Columns.id)).order(Column("id"))
      .asRequest(of: TeamWithPlayers.self)
    @FetchAll(joined, database: database) var players: [PlayerWithTeam]
    @FetchAll(counted, database: database) var counts: [TeamWithCount]
    @FetchAll(grouped, database: database) var teams: [TeamWithPlayers]
    try await $players.load()
    try await $counts.load()
    try await $teams.load()
    try await fixture.write { db in
      try Player.filter(key: 1).updateAll(db, Player.Columns.teamId.set(to: 3))
      try Team.filter(key: 2).updateAll(db, Column("color").set(to: "navy"))
      try Player.deleteOne(db, key: 2)
    }
    #expect(players.map { $0.team?.color ?? "-" } == ["green", "navy", "-", "navy", "navy"])
    #expect(counts.map(\.playerCount) == [0, 3, 1])
    #expect(teams.map { $0.players.map(\.name) } == [[], ["Cy", "Eve_1", "fay%"], ["Ana"]])
    #expect($players.plan?.isRerun == false)
    #expect($players.loadError == nil && $counts.loadError == nil && $teams.loadError == nil)
    fixture.keep()
  }

  @Test(arguments: DatabaseKind.available)
  func `live records are exact with concurrent writers`(kind: DatabaseKind) async throws {
    let fixture = try Fixture(kind)
    let database = fixture.database
    let ordered = Player.filter(Player.Columns.score > 5)
      .order(Player.Columns.score.desc, Player.Columns.id)
    let grouped = Team.including(all: Team.players.order(Player.Columns.id)).order(Column("id"))
      .asRequest(of: TeamWithPlayers.self)
    @FetchAll(ordered, database: database) var players: [Player]
    @FetchAll(grouped, database: database) var teams: [TeamWithPlayers]
    try await $players.load()
    try await $teams.load()
    for round in 0..<5 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(100 * round + writer))
            for _ in 0..<6 { try await change(database, writer, &random) }
          }
        }
        try await group.waitForAll()
      }
      try await database.liveQueriesCaughtUp(within: .hang)
      let fresh = try await database.read { db in
        (try ordered.fetchAll(db), try grouped.fetchAll(db))
      }
      #expect(players == fresh.0)
      #expect(teams == fresh.1)
    }
    #expect($players.loadError == nil && $teams.loadError == nil)
    #expect($players.plan?.isRerun == false)
    fixture.keep()
  }
}

/// Makes one change of a writer; each writer has its own rows, so that none deadlocks.
private func change(
  _ database: any SQLDatabase,
  _ writer: Int,
  _ random: inout SeededGenerator
) async throws {
  let (kind, number) = (
    Int.random(in: 0..<4, using: &random), Int.random(in: 0..<40, using: &random)
  )
  let id = Int64(1_000 * (writer + 1) + number % 8)
  try await database.write { db in
    let name = Player.Columns.name
    switch kind {
    case 0, 1:
      var player = Player(
        id: id,
        name: "p\(number)",
        score: number,
        teamId: Int64(number % 3 + 1),
        joinedAt: RecordSamples.start,
        token: RecordSamples.token(number)
      )
      try player.save(db)
    case 2: try Player.filter(key: id).updateAll(db, Player.Columns.score += 7, name.set(to: "q"))
    default: try Player.deleteOne(db, key: id)
    }
  }
}
