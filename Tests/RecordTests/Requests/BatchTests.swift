import LiveSQL
import Testing

@Suite struct BatchTests {
  typealias Item = Groceries.Item
  typealias Columns = Groceries.Item.Columns

  let database: DatabaseQueue

  init() throws { database = try Groceries.database() }

  @Test func `rows can be deleted by conditions and by a limit`() throws {
    try database.write { db throws in
      #expect(try Item.filter(Columns.quantity == nil).deleteAll(db) == 2)
      #expect(try Item.order(Columns.name).limit(1).deleteAll(db) == 1)
      #expect(try Item.order(Columns.id).fetchAll(db).map(\.name) == ["Milk", "Bread", "bananas"])
      #expect(try Item.none().deleteAll(db) == 0)
      #expect(try Item.filter(key: 1).deleteAndFetchAll(db).map(\.name) == ["Milk"])
      #expect(try Item.all().deleteAndFetchIDs(db) == [2, 5])
      #expect(try Item.all().isEmpty(db))
    }
  }

  @Test func `rows without a row number are deleted by their key`() throws {
    try database.write { db throws in
      let place = Groceries.Place.order(Column("label").desc).limit(2)
      #expect(try place.deleteAll(db) == 2)
      #expect(try Groceries.Place.all().fetchAll(db).map(\.label) == ["bread"])
    }
  }

  @Test func `columns can be set to values and computed`() throws {
    try database.write { db throws in
      let count = try Item.filter(Columns.quantity == nil).updateAll(
        db,
        Columns.quantity.set(to: 1)
      )
      #expect(count == 2)
      #expect(try Item.updateAll(db, Columns.quantity += 1) == 6)
      try Item.filter(key: 1).updateAll(
        db,
        Columns.quantity *= Columns.id + 9,
        Columns.name.set(to: Columns.name.uppercased)
      )
      #expect(try Item.filter(key: 1).fetchOne(db) == Item(id: 1, name: "MILK", quantity: 30))
      let last = Item.order(Columns.id.desc).limit(1)
      #expect(
        try last.updateAndFetchAll(db, Columns.quantity.set(to: nil))
          == [Item(id: 6, name: "Tea", quantity: nil)]
      )
      #expect(try Item.filter(key: 6).updateAll(db, Columns.name.noOverwrite) == 0)
      let names = Item.select(Columns.name, as: String.self).filter(key: 2)
      #expect(try names.updateAndFetchAll(db, Columns.name.set(to: "Roll")) == ["Roll"])
    }
  }

  @Test func `a conflict is resolved by the given policy`() throws {
    try database.write { db throws in
      let id = Columns.id.set(to: 1)
      #expect(try Item.filter(key: 2).updateAll(db, onConflict: .ignore, id) == 0)
      #expect(throws: DatabaseError.self) { try Item.filter(key: 2).updateAll(db, id) }
      #expect(try Item.filter(key: 2).updateAll(db, onConflict: .replace, id) == 1)
      #expect(try Item.all().fetchCount(db) == 5)
    }
  }

  @Test func `groups cannot be deleted`() throws {
    _ = try database.write { db throws in
      #expect(throws: RequestError.groupedBatch(table: "item")) {
        _ = try Item.all().group(Columns.quantity).deleteAll(db)
      }
    }
  }
}
