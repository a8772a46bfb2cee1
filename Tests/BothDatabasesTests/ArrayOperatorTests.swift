import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Operators on two lists, and lists that are aggregated from groups.
@Suite(.mayBlock, .timeLimit(.hang)) struct ArrayOperatorTests {
  private func fixture(_ kind: DatabaseKind, _ profiles: [ListProfile]) throws -> NotesFixture {
    let fixture = try NotesFixture(kind)
    try fixture.database.write { db in
      try ListProfile.createTable().execute(db)
      try ListProfile.insert { profiles }.execute(db)
    }
    return fixture
  }

  private func check(_ db: any SQLConnection, _ query: Where<ListProfile>, _ ids: [Int]) throws {
    let found = try query.order(by: \.id).select(\.id).fetchAll(db)
    #expect(found == ids)
  }

  private static let profiles = [
    ListProfile(id: 1, tags: ["home", "work"], scores: [1, 2], weights: [0.5, nil]),
    ListProfile(id: 2, tags: ["work"], scores: [2], weights: [0.5], aliases: ["work", "x"]),
    ListProfile(id: 3),
  ]

  @Test(arguments: DatabaseKind.available)
  func `rows are found by all elements, by any element, and by no other element`(kind: DatabaseKind)
    throws
  {
    let fixture = try fixture(kind, Self.profiles)
    defer { fixture.keep() }
    try fixture.database.read { db in
      try check(db, ListProfile.where { $0.tags.contains(all: ["work"]) }, [1, 2])
      try check(db, ListProfile.where { $0.tags.contains(all: ["work", "home"]) }, [1])
      try check(db, ListProfile.where { $0.tags.contains(all: []) }, [1, 2, 3])
      try check(db, ListProfile.where { $0.tags.isContained(in: ["work", "x"]) }, [2, 3])
      try check(db, ListProfile.where { $0.tags.overlaps(["home", "x"]) }, [1])
      try check(db, ListProfile.where { $0.tags.overlaps([]) }, [])
      try check(db, ListProfile.where { $0.scores.contains(all: [2]) }, [1, 2])
      try check(db, ListProfile.where { !$0.scores.overlaps([1]) }, [2, 3])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `columns are compared with columns, and NULL is not an element`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, Self.profiles)
    defer { fixture.keep() }
    try fixture.database.read { db in
      try check(db, ListProfile.where { $0.tags.isContained(in: $0.aliases) }, [2])
      try check(db, ListProfile.where { $0.aliases.overlaps($0.tags) }, [2])
      try check(db, ListProfile.where { $0.aliases.contains(all: $0.tags) }, [2])
      try check(db, ListProfile.where { $0.weights.contains(all: [0.5]) }, [1, 2])
      try check(db, ListProfile.where { $0.weights.contains(all: [nil]) }, [])
      try check(db, ListProfile.where { $0.weights.overlaps([nil]) }, [])
      try check(db, ListProfile.where { $0.weights.isContained(in: [0.5, nil]) }, [2, 3])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a group's values are aggregated into a list`(kind: DatabaseKind) throws {
    let fixture = try fixture(kind, [])
    defer { fixture.keep() }
    try fixture.database.read { db in
      let shelves = Note.group(by: \.shelf).order(by: \.shelf)
      let lists = try shelves.select { ($0.shelf, $0.id.arrayAggregate()) }.fetchAll(db)
      #expect(lists.map(\.0) == [nil, "Dairy"])
      #expect(lists.map { $0.1.sorted() } == [[2], [1, 3]])
      let done = try Note.select { $0.title.arrayAggregate(filter: $0.isDone) }.fetchOne(db)
      #expect(done == ["Bread"])
      let names = try Note.select { $0.shelf.arrayAggregate(distinct: true) }.fetchOne(db)
      #expect(names?.count == 2)
      let none = try Note.where { $0.id > 9 }.select { $0.id.arrayAggregate() }.fetchOne(db)
      #expect(none == [])
    }
  }

  @Test(.requiresPostgres) func `an index is used on the server`() throws {
    let fixture = try fixture(.postgres, Self.profiles)
    defer { fixture.keep() }
    try fixture.database.write { db in
      try db.execute(sql: "CREATE INDEX profiles_tags ON profiles USING gin (tags)")
      try db.execute(sql: "SET LOCAL enable_seqscan = off")
      let connection = try #require(db as? PostgresConnection)
      for query in [
        ListProfile.where { $0.tags.contains(all: ["work"]) },
        ListProfile.where { $0.tags.overlaps(["work"]) },
      ] {
        let text = PostgresStatementText("EXPLAIN " + query.select(\.id).query)
        let plan = try connection.execute(text.sql, [.array(["work"])])
          .map { row in try row.decode(String.self, at: 0) }
        #expect("\(plan)".contains("profiles_tags"))
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `live queries by several elements follow writes`(kind: DatabaseKind) async throws {
    let fixture = try fixture(kind, Self.profiles)
    let query = ListProfile.where { $0.tags.overlaps(["home"]) }.order(by: \.id)
    @FetchAll(query, database: fixture.database) var profiles
    try await $profiles.load()
    #expect(profiles.map(\.id) == [1])
    try await fixture.database.write { db in
      try ListProfile.find(3).update { $0.tags = $0.tags.appending("home") }.execute(db)
      try ListProfile.find(1).update { $0.tags = #bind([]) }.execute(db)
    }
    try await $profiles.load()
    #expect(profiles.map(\.id) == [3])
    #expect($profiles.plan == (kind == .postgres ? .orderedPatch : .rerun(.subquery)))
    fixture.keep()
  }
}

/// Codable records with lists, in array columns on PostgreSQL.
@Suite(.mayBlock, .timeLimit(.hang)) struct RecordArrayTests {
  private enum Size: String, Codable { case small, large }

  private struct Shirt: Codable, Hashable, FetchableRecord, PersistableRecord {
    var id: Int64
    var tags: [String] = []
    var counts: [Int?] = []
    var weights: [Double]?
    var answers: [Bool] = []
    var devices: [UUID] = []
    var sizes: [Size] = []
  }

  private static let schemas: [DatabaseKind: String] = [
    .sqlite: """
    CREATE TABLE shirt (id INTEGER PRIMARY KEY, tags TEXT, counts TEXT, weights TEXT, answers TEXT,
      devices TEXT, sizes TEXT)
    """,
    .postgres: """
    CREATE TABLE shirt (id bigint PRIMARY KEY, tags text[], counts int[], weights float8[],
      answers boolean[], devices uuid[], sizes varchar(9)[])
    """,
  ]

  @Test(arguments: DatabaseKind.available)
  func `records with lists are unchanged by a round trip`(kind: DatabaseKind) throws {
    let fixture = try NotesFixture(kind)
    defer { fixture.keep() }
    let shirts = [
      Shirt(id: 1),
      Shirt(
        id: 2,
        tags: ["a", "", "NULL", "{x,\"y\"}", "comma, space", "Zürich \u{1F600}", "back\\slash\n"],
        counts: [3, nil, -1],
        weights: [0.1, -1e300, 5],
        answers: [true, false],
        devices: [UUID(), UUID()],
        sizes: [.large, .small]
      ),
    ]
    try fixture.database.write { db in
      try db.execute(sql: Self.schemas[kind] ?? "")
      for shirt in shirts { try shirt.insert(db) }
      #expect(try Shirt.order(Column("id")).fetchAll(db) == shirts)
      var changed = shirts[1]
      changed.tags.append("new")
      try changed.update(db)
      #expect(try Shirt.fetchOne(db, key: 2) == changed)
    }
  }
}
