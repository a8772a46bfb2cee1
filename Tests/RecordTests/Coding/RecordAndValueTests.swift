import LiveSQL
import LiveSQLTestSupport
import Testing

/// A type that is both a record and a value: requests decode it from whole rows.
@Suite(.timeLimit(.hang)) struct RecordAndValueTests {
  struct Tag: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord,
    DatabaseValueConvertible
  {
    var name: String
    var color: String

    init(name: String, color: String) {
      self.name = name
      self.color = color
    }

    init(databaseValue: DatabaseValue) throws {
      self.init(name: try String(databaseValue: databaseValue), color: "none")
    }

    var databaseValue: DatabaseValue { .text(name) }
  }

  let database: DatabaseQueue
  let tags = [Tag(name: "a", color: "red"), Tag(name: "b", color: "blue")]

  init() throws {
    database = try DatabaseQueue()
    try database.write { [tags] db in
      try db.execute(sql: "CREATE TABLE tag (name TEXT PRIMARY KEY, color TEXT)")
      for tag in tags { try tag.insert(db) }
    }
  }

  @Test func `a type that is both is fetched as a record`() throws {
    try database.write { db throws in
      let request = Tag.order(Column("name"))
      #expect(try request.fetchAll(db) == tags)
      #expect(try request.fetchOne(db) == tags[0])
      #expect(try request.fetchSet(db) == Set(tags))
      #expect(try Array(request.fetchCursor(db)) == tags)
      #expect(try Tag.fetchAll(db).count == 2)
      #expect(try Tag.fetchOne(db, key: "b") == tags[1])
      let sql = "SELECT * FROM tag ORDER BY name"
      #expect(try Tag.fetchAll(db, sql: sql) == tags)
      #expect(try Tag.fetchOne(db, sql: sql) == tags[0])
      #expect(try Tag.fetchSet(db, sql: sql) == Set(tags))
      #expect(try Array(Tag.fetchCursor(db, sql: sql)) == tags)
      #expect(try SQLRequest<Tag>(sql: sql).fetchAll(db) == tags)
      let statement = try db.makeStatement(sql: sql)
      #expect(try Tag.fetchAll(statement) == tags)
      #expect(try Tag.fetchOne(statement) == tags[0])
      #expect(try Tag.fetchSet(statement) == Set(tags))
      #expect(try Array(Tag.fetchCursor(statement)) == tags)
      #expect(try Tag.filter(Column("name") == tags[1]).fetchAll(db) == [tags[1]])
      let changed = try request.updateAndFetchAll(db, Column("color").set(to: "x"))
      #expect(changed.map(\.color) == ["x", "x"])
      #expect(try Tag.all().deleteAndFetchAll(db).count == 2)
    }
  }

  @Test func `a type that is both is observed as a record`() async throws {
    @FetchAll(Tag.order(Column("name")), database: database) var all
    @FetchOne(Tag.order(Column("name")), database: database) var first
    try await $all.load()
    try await $first.load()
    #expect(all == tags)
    #expect(first == tags[0])
    try await $all.load(Tag.filter(Column("name") == "b"))
    #expect(all == [tags[1]])
    var values = ValueObservation.tracking(Tag.order(Column("name"))).values(in: database)
      .makeAsyncIterator()
    #expect(try await values.next() == tags)
  }
}
