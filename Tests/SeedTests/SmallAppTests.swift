import LiveSQL
import Testing

/// The record of the page “A small app with records”.
@Suite struct SmallAppTests {
  @Test func `an item that is saved has a key, and is fetched`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
        table.column("quantity", .integer)
      }
      var item = Item.new()
      item.name = "Milk"
      try item.save(db)
      #expect(item.id == 1)
      item.quantity = 2
      try item.save(db)
      let items = try Item.all().fetchAll(db)
      #expect(items.map(\.description) == ["id: 1, name: Milk, quantity: 2"])
      #expect(try Item.deleteAll(db, keys: [1]) == 1)
    }
  }
}
