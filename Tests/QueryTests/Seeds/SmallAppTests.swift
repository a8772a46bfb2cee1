import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the queries on the page “A small app with records”, with a table instead of records.
@Suite(.mayBlock) struct SmallAppTests {
  @Table("item") struct Item: Equatable, Identifiable {
    let id: Int64
    var name: String
    var quantity: Int?
  }

  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createItem") { db in
      try db.execute(
        sql: """
          CREATE TABLE item (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, quantity INTEGER
          )
          """
      )
    }
    try migrator.migrate(database)
  }

  @Test func `an item is inserted and updated`() throws {
    try database.both { db throws in
      let draft = Item.Draft(name: "Apples", quantity: 3)
      let id = try Item.upsert { draft }.returning(\.id).fetchOne(db)
      var item = try Item.find(db, key: #require(id))
      item.quantity = nil
      try Item.upsert { item }.execute(db)
      #expect(try Item.fetchAll(db) == [Item(id: 1, name: "Apples", quantity: nil)])
    }
  }

  @Test func `items are deleted by their keys`() throws {
    try database.both { db throws in
      try Item.insert { for name in ["a", "b", "c"] { Item.Draft(name: name) } }.execute(db)
      let ids: [Int64] = [1, 3]
      try Item.find(ids).delete().execute(db)
      #expect(try Item.select(\.name).fetchAll(db) == ["b"])
    }
  }

  @Test func `items are ordered by name in either direction`() throws {
    try database.both { db throws in
      try Item.insert { for name in ["b", "c", "a"] { Item.Draft(name: name) } }.execute(db)
      #expect(try Item.order(by: \.name).fetchAll(db).map(\.name) == ["a", "b", "c"])
      #expect(try Item.order { $0.name.desc() }.fetchAll(db).map(\.name) == ["c", "b", "a"])
    }
  }
}
