import DatabaseTypes
import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

enum Mood: String, QueryBindable, ArrayElement, CaseIterable { case calm, merry }

/// A table with lists in its columns, on either database.
@Table("profiles") struct ListProfile: Equatable, Identifiable {
  let id: Int
  @Column(as: [String].ArrayRepresentation.self)
  var tags: [String] = []
  @Column(as: [Int].ArrayRepresentation.self)
  var scores: [Int] = []
  @Column(as: [Double?].ArrayRepresentation.self)
  var weights: [Double?] = []
  @Column(as: [Bool].ArrayRepresentation.self)
  var answers: [Bool] = []
  @Column(as: [Date].ArrayRepresentation.self)
  var visits: [Date] = []
  @Column(as: [UUID].ArrayRepresentation.self)
  var devices: [UUID] = []
  @Column(as: [Mood].ArrayRepresentation.self)
  var moods: [Mood] = []
  @Column(as: [String]?.ArrayRepresentation.self)
  var aliases: [String]? = nil
}

/// Lists in columns: arrays on PostgreSQL, JSON on SQLite.
@Suite(.mayBlock, .timeLimit(.hang)) struct ArrayTests {
  private static let uuids = [
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "00000000-0000-0000-0000-000000000000",
  ].compactMap(UUID.init(uuidString:))

  private static let full = ListProfile(
    id: 1,
    tags: [
      "home", "a \"quoted\" one", "", "NULL", "{x,y}", "comma, space", "Zürich \u{1F600}",
      "back\\slash\n\t",
    ],
    scores: [3, -1, .max, .min, 0],
    weights: [0.1, nil, -1e300, 5, .infinity, -.infinity],
    answers: [true, false, true],
    visits: [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_700_000_000.5)],
    devices: uuids,
    moods: [.merry, .calm],
    aliases: ["x"]
  )

  private func fixture(_ kind: DatabaseKind, _ profiles: [ListProfile]) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try ListProfile.createTable().execute(db)
      try ListProfile.insert { profiles }.execute(db)
    }
    return fixture
  }

  @Test(arguments: DatabaseKind.available)
  func `lists are unchanged by a round trip`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [Self.full, ListProfile(id: 2)])
    defer { fixture.keep() }
    let read = try fixture.database.read { db in try ListProfile.order(by: \.id).fetchAll(db) }
    #expect(read == [Self.full, ListProfile(id: 2)])
  }

  private func check(_ db: any SQLConnection, _ query: Where<ListProfile>, _ ids: [Int]) throws {
    let found = try query.order(by: \.id).select(\.id).fetchAll(db)
    #expect(found == ids)
  }

  @Test(arguments: DatabaseKind.available)
  func `rows are found by an element`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [Self.full, ListProfile(id: 2, tags: ["work"], scores: [3])])
    defer { fixture.keep() }
    try fixture.database.read { db in
      try check(db, ListProfile.where { $0.tags.contains("work") }, [2])
      try check(db, ListProfile.where { $0.tags.contains("NULL") }, [1])
      try check(db, ListProfile.where { $0.tags.contains("nowhere") }, [])
      try check(db, ListProfile.where { $0.scores.contains(3) }, [1, 2])
      try check(db, ListProfile.where { $0.scores.contains($0.id) }, [])
      try check(db, ListProfile.where { $0.answers.contains(false) }, [1])
      try check(db, ListProfile.where { $0.visits.contains(Date(timeIntervalSince1970: 0)) }, [1])
      try check(db, ListProfile.where { $0.devices.contains(Self.uuids[0]) }, [1])
      try check(db, ListProfile.where { $0.moods.contains(Mood.calm) }, [1])
      try check(db, ListProfile.where { $0.aliases.contains("x") }, [1])
      try check(db, ListProfile.where { !$0.tags.contains("home") }, [2])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `elements are counted and read by index`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [Self.full, ListProfile(id: 2)])
    defer { fixture.keep() }
    try fixture.database.read { db in
      let counts = try ListProfile.order(by: \.id).select { $0.tags.cardinality() }.fetchAll(db)
      #expect(counts == [8, 0])
      let aliases = try ListProfile.order(by: \.id).select { $0.aliases.cardinality() }.fetchAll(db)
      #expect(aliases == [1, nil])
      let first = try ListProfile.order(by: \.id).select { ($0.tags[0], $0.scores[1]) }.fetchAll(db)
      #expect(first.map(\.0) == ["home", nil])
      #expect(first.map(\.1) == [-1, nil])
      let last = try ListProfile.find(1).select { ($0.visits[1], $0.answers[2]) }.fetchOne(db)
      #expect(last?.0 == Self.full.visits[1])
      #expect(last?.1 == true)
      #expect(throws: (any Error).self) {
        try ListProfile.select { $0.tags[-1] }.fetchAll(db)
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an element is appended, and a list is replaced`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [ListProfile(id: 1, tags: ["a"])])
    defer { fixture.keep() }
    try fixture.database.write { db in
      try ListProfile.find(1).update {
        $0.tags = $0.tags.appending("b")
        $0.scores = $0.scores.appending(7)
        $0.visits = $0.visits.appending(Date(timeIntervalSince1970: 60))
        $0.devices = #bind(Self.uuids)
      }
      .execute(db)
      let profile = try ListProfile.find(db, key: 1)
      #expect(profile.tags == ["a", "b"])
      #expect(profile.scores == [7])
      #expect(profile.visits == [Date(timeIntervalSince1970: 60)])
      #expect(profile.devices == Self.uuids)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `many rows are inserted at once`(kind: DatabaseKind) throws {
    let profiles = (1...300).map { number in
      ListProfile(id: number, tags: ["t\(number % 7)"], scores: Array(0..<number % 5))
    }
    let fixture = try fixture(kind, profiles)
    defer { fixture.keep() }
    try fixture.database.read { db in
      let read = try ListProfile.order(by: \.id).fetchAll(db)
      #expect(read == profiles)
      #expect(try ListProfile.where { $0.tags.contains("t3") }.fetchCount(db) == 43)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an invalid element is an error that does not show its value`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [])
    defer { fixture.keep() }
    for profile in [
      ListProfile(id: 1, tags: ["secret\0"]), ListProfile(id: 1, weights: [.nan]),
      ListProfile(id: 1, visits: [.distantFuture.addingTimeInterval(1e12)]),
    ] {
      let error = #expect(throws: (any Error).self) {
        try fixture.database.write { db in try ListProfile.insert { profile }.execute(db) }
      }
      #expect(!"\(String(describing: error))".contains("secret"))
    }
  }

  @Test(.requiresPostgres) func `columns are arrays on the server`() throws {
    let fixture = try fixture(.postgres, [Self.full])
    defer { fixture.keep() }
    try fixture.database.read { db in
      let types = SQLQueryExpression<String>(
        """
        (SELECT concat_ws(' ', pg_typeof(tags), pg_typeof(scores), pg_typeof(weights), pg_typeof(answers),
          pg_typeof(visits), pg_typeof(devices), pg_typeof(moods)) FROM profiles)
        """
      )
      let text = try Values(types).fetchOne(db)
      #expect(
        text
          == "text[] bigint[] double precision[] boolean[] timestamp with time zone[] uuid[] text[]"
      )
      let found = try ListProfile.where { _ in SQLQueryExpression<Bool>("tags @> ARRAY['home']") }
        .select(\.id).fetchAll(db)
      #expect(found == [1])
    }
  }

  @Test(.requiresPostgres) func `schema checks support arrays`() throws {
    let scratch = try PostgresScratchDatabase()
    let db = try scratch.connect()
    try ListProfile.createTable().execute(db)
    #expect(try db.schemaDifferences([ListProfile.self]).isEmpty)
    try db.execute(
      script: """
        ALTER TABLE profiles ALTER scores TYPE integer[], ALTER tags TYPE varchar(20)[],
          ALTER devices TYPE bigint[] USING '{}', ALTER answers TYPE text USING ''
        """
    )
    let differences = try db.schemaDifferences([ListProfile.self])
    #expect(differences.count == 2)
    #expect(differences.contains { "\($0)".contains("devices") })
    #expect(differences.contains { "\($0)".contains("answers") })
  }

  @Test(arguments: DatabaseKind.available)
  func `live queries by an element follow writes`(kind: DatabaseKind) async throws {
    let fixture = try fixture(kind, [Self.full, ListProfile(id: 2, tags: ["work"])])
    let query = ListProfile.where { $0.tags.contains("work") }.order(by: \.id)
    @FetchAll(query, database: fixture.database) var profiles
    try await $profiles.load()
    #expect(profiles.map(\.id) == [2])
    try await fixture.database.write { db in
      try ListProfile.find(1).update { $0.tags = $0.tags.appending("work") }.execute(db)
      try ListProfile.insert { ListProfile(id: 3, tags: ["work", "home"], scores: [1]) }.execute(db)
      try ListProfile.find(2).update { $0.tags = #bind([]) }.execute(db)
    }
    try await $profiles.load()
    #expect(profiles.map(\.id) == [1, 3])
    #expect(profiles.last?.scores == [1])
    // SQLite reads the elements with a subquery.
    #expect($profiles.plan == (kind == .postgres ? .orderedPatch : .rerun(.subquery)))
    fixture.keep()
  }
}
