import LiveSQL
import LiveSQLTestSupport
import PostgreSQL
import Testing

@Table("items") private struct SchemaItem: Codable, Hashable {
  let id: Int
  var title = ""
}

@Table("items", schema: "main") private struct MainSchemaItem: Codable, Hashable {
  let id: Int
  var title = ""
}

@Table("items", schema: "other") private struct OtherSchemaItem: Codable, Hashable {
  let id: Int
  var title = ""
}

@Table("words", schema: "other") private struct SchemaWords: FTS5 {
  let text: String
}

private enum SchemaAlias: AliasName {}

/// Tests of tables with the same name in several schemas.
@Suite(.mayBlock) struct SchemaTableTests {
  private let database: DatabaseQueue

  init() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "ATTACH DATABASE ':memory:' AS other")
    }
    database = try DatabaseQueue(configuration: configuration)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE TABLE other.items (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE VIRTUAL TABLE other.words USING fts5(text);
          INSERT INTO items VALUES (1, 'a'), (2, 'b');
          INSERT INTO other.items VALUES (2, 'B'), (3, 'C');
          INSERT INTO other.words VALUES ('one two'), ('three')
          """
      )
    }
  }

  /// Runs a closure on both databases, with the same tables in both schemas.
  private func both<Value>(
    unless reason: SQLiteOnly? = nil,
    _ body: (BothConnections) throws -> Value
  ) throws -> Value {
    try database.both(unless: reason) { db in
      try db.postgres?.execute(
        script: """
          CREATE SCHEMA other;
          CREATE TABLE other.items (id bigint PRIMARY KEY, title text NOT NULL);
          INSERT INTO other.items VALUES (2, 'B'), (3, 'C')
          """
      )
      return try body(db)
    }
  }

  @Test func `can be joined`() throws {
    try both { db throws in
      let query = MainSchemaItem.join(OtherSchemaItem.all) { $0.id.eq($1.id) }
      let rows = try query.fetchAll(db)
      #expect(rows.map(\.0) == [MainSchemaItem(id: 2, title: "b")])
      #expect(rows.map(\.1) == [OtherSchemaItem(id: 2, title: "B")])
    }
    try both(unless: .ungroupedColumns) { db throws in
      let titles = try MainSchemaItem.leftJoin(OtherSchemaItem.all) { $0.id.eq($1.id) }
        .where { $1.id.is(nil) || $1.title.neq("x") }
        .group { one, _ in one.id }.having { $1.id.count() < 2 }
        .order { one, other in (other.title.desc(), one.title) }
        .select { ($0.title, $1.title) }.fetchAll(db)
      #expect(titles.map(\.0) == ["b", "a"])
      #expect(titles.map(\.1) == ["B", nil])
    }
  }

  @Test func `are distinguished in subqueries`() throws {
    let titles = try both { db throws in
      let known = OtherSchemaItem.select(\.id)
      return try MainSchemaItem.where { $0.id.in(known) }.select(\.title).fetchAll(db)
    }
    #expect(titles == ["b"])
    let same = MainSchemaItem.where { item in OtherSchemaItem.where { $0.id.eq(item.id) }.exists() }
    #expect(try both { try same.fetchCount($0) } == 1)
    let renamed = same.as(SchemaAlias.self).select(\.title)
    #expect(try both { try renamed.fetchAll($0) } == ["b"])
  }

  @Test func `are distinguished in subqueries of writes`() throws {
    let shared = MainSchemaItem.where { item in
      OtherSchemaItem.where { $0.id.eq(item.id) }.exists()
    }
    try both { db throws in
      let update = shared.update { $0.title += "!" }.returning { $0.title + "?" }
      #expect(try update.fetchAll(db) == ["b!?"])
      #expect(try MainSchemaItem.order(by: \.id).select(\.title).fetchAll(db) == ["a", "b!"])
      #expect(try shared.delete().returning(\.id).fetchAll(db) == [2])
      #expect(try OtherSchemaItem.fetchCount(db) == 2)
    }
  }

  @Test func `are distinguished in unions`() throws {
    let titles = MainSchemaItem.select(\.title).union(OtherSchemaItem.select(\.title))
    #expect(try both { try titles.fetchAll($0) }.sorted() == ["B", "C", "a", "b"])
    let rows = MainSchemaItem.all.union(MainSchemaItem.all).order { $0.title.desc() }
    #expect(try both { try rows.fetchAll($0) }.map(\.id) == [2, 1])
  }

  @Test func `are found by their keys, and become JSON objects`() throws {
    let rowids = try both(unless: .rowid) { db in
      try MainSchemaItem.select { $0.rowid }.fetchAll(db)
    }
    #expect(rowids == [1, 2])
    #expect(try both { try OtherSchemaItem.find($0, key: 3) }.title == "C")
    #expect(try both { try OtherSchemaItem.find(3).fetchOne($0) }?.title == "C")
    let objects = OtherSchemaItem.order(by: \.id).select { $0.jsonObject() }
    #expect(try both { try objects.fetchAll($0) }.map(\.title) == ["B", "C"])
  }

  @Test func `can be written`() throws {
    try both { db throws in
      #expect(
        try OtherSchemaItem.find(2).update { $0.title += "!" }.returning { $0.title + "?" }
          .fetchAll(db)
          == ["B!?"]
      )
      try OtherSchemaItem.upsert { OtherSchemaItem(id: 3, title: "D") }.execute(db)
      try OtherSchemaItem.insert {
        OtherSchemaItem(id: 3, title: "E")
      } onConflict: {
        $0.id
      } doUpdate: {
        $0.title = $0.title + $1.title
      }
      .execute(db)
      #expect(try OtherSchemaItem.order(by: \.id).select(\.title).fetchAll(db) == ["B!", "DE"])
      #expect(
        try OtherSchemaItem.where { $0.title.eq("DE") }.delete().returning(\.id).fetchAll(db) == [3]
      )
      #expect(try MainSchemaItem.fetchCount(db) == 2)
    }
  }

  @Test func `can have triggers and views`() throws {
    try database.onlyOnSQLite(.triggers) { db in
      try MainSchemaItem.createTemporaryTrigger(
        "shout",
        after: .insert { new in
          MainSchemaItem.where { $0.id.eq(new.id) }.update { $0.title = $0.title + "!" }
        }
      )
      .execute(db)
      try MainSchemaItem.insert { MainSchemaItem(id: 3, title: "c") }.execute(db)
      #expect(try MainSchemaItem.find(db, key: 3).title == "c!")
      let others = OtherSchemaItem.select { SchemaItem.Columns(id: $0.id, title: $0.title) }
      try SchemaItem.createTemporaryView(as: others).execute(db)
      #expect(try SchemaItem.order(by: \.id).fetchAll(db).map(\.title) == ["B", "C"])
    }
  }

  @Test func `can be searched by full text`() throws {
    try database.onlyOnSQLite(.fullText) { db throws in
      let found = try SchemaWords.where { $0.match("two") }.order(by: \.rank).fetchAll(db)
      #expect(found.map(\.text) == ["one two"])
      #expect(
        try SchemaWords.where { $0.text.match("three") }.select(\.text).fetchAll(db) == ["three"]
      )
    }
  }

  @Test func `have separate live queries`() async throws {
    @FetchAll(MainSchemaItem.order(by: \.id), database: database) var main
    @FetchAll(OtherSchemaItem.where { $0.id > 1 }, database: database) var other
    @FetchAll(
      MainSchemaItem.join(OtherSchemaItem.all) { $0.id.eq($1.id) }.select {
        SchemaItemPair.Columns(one: $0.title, two: $1.title)
      },
      database: database
    ) var pairs
    try await $main.load()
    try await $other.load()
    try await $pairs.load()
    #expect(pairs == [SchemaItemPair(one: "b", two: "B")])
    try await database.write { db in
      try MainSchemaItem.insert { MainSchemaItem(id: 3, title: "c") }.execute(db)
      try OtherSchemaItem.find(2).update { $0.title = "X" }.execute(db)
    }
    try await $main.load()
    try await $other.load()
    try await $pairs.load()
    #expect(main.map(\.title) == ["a", "b", "c"])
    #expect(other.map(\.title) == ["X", "C"])
    #expect(Set(pairs) == [SchemaItemPair(one: "b", two: "X"), SchemaItemPair(one: "c", two: "C")])
  }
}

@Selection private struct SchemaItemPair: Hashable {
  let one: String
  let two: String
}
