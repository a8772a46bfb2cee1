import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// Writing shopping lists.
@Suite(.mayBlock) struct ShoppingListTests {
  @Test func `a new database has the default categories and matches the types`() async throws {
    let fixture = try ShoppingFixture()
    #expect(try await fixture.items.fetchCategories() == ItemCategory.defaults)
    try await fixture.sqlite.validateSchema([
      ShoppingList.self, ShoppingItem.self, ItemCategory.self,
    ])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `an item is checked and unchecked`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    try await fixture.items.toggleCompletion(itemId: item.id)
    let toggled = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    #expect(toggled.isCompleted && toggled.updatedAt > item.updatedAt)
    #expect(toggled.createdAt == item.createdAt)
    try await fixture.items.toggleCompletion(itemId: item.id)
    #expect(try await fixture.items.fetchItems(forListId: list.id).allSatisfy { !$0.isCompleted })
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `missing rows are reported`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    await #expect(throws: RepositoryError.self) {
      try await fixture.items.toggleCompletion(itemId: "none")
    }
    await #expect(throws: RepositoryError.self) { try await fixture.lists.findList("none") }
    await #expect(throws: RepositoryError.self) {
      try await fixture.items.createItem(name: "A", categoryId: 1, shoppingListId: "none")
    }
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `clearing deletes the checked items`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let items = try await fixture.items.fetchItems(forListId: list.id)
    try await fixture.items.toggleCompletion(itemId: items[0].id)
    try await fixture.items.deleteCompletedItems(forListId: list.id)
    let left = try await fixture.items.fetchItems(forListId: list.id)
    #expect(left.map(\.name) == ["Test Item 2"])
    try await fixture.items.deleteItem(left[0])
    #expect(try await fixture.items.fetchItems(forListId: list.id).isEmpty)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `deleting a list deletes its items`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    try await fixture.lists.deleteList(id: list.id)
    let count = try await fixture.database.database.read { db in try ShoppingItem.fetchCount(db) }
    #expect(count == 0)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a list is found by its title or the beginning of its key`(kind: ShoppingDatabaseKind)
    async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    #expect(try await fixture.lists.findList("Test List").id == list.id)
    #expect(try await fixture.lists.findList(String(list.id.prefix(8))).id == list.id)
  }

  @Test func `records and typed queries read what the other has written`() async throws {
    let fixture = try ShoppingFixture()
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).last)
    let writer = try fixture.sqlite
    try await writer.write { db in
      var record = try ShoppingItemRecord.find(db, key: item.id)
      #expect(record.item == item)
      try record.delete(db)
      try record.insert(db)
      record.name = "Renamed"
      try record.update(db)
      #expect(try ShoppingItem.find(db, key: item.id) == record.item)
      let copy = ShoppingListRecord(try ShoppingList.find(db, key: list.id))
      try copy.save(db)
      #expect(try ShoppingListRecord.fetchOne(db, id: list.id) == copy)
    }
  }
}
