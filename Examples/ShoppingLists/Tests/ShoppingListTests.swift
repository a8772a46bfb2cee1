import Foundation
import LiveSQL
import Testing

@testable import ShoppingListsModel

/// What is done to shopping lists.
@Suite struct ShoppingListTests {
  private let fixture: ShoppingFixture

  init() throws { fixture = try ShoppingFixture() }

  @Test func `a new database has the categories, and fits the types`() async throws {
    #expect(try await fixture.items.fetchCategories() == ItemCategory.defaults)
    try await fixture.database.writer.validateSchema([
      ShoppingList.self, ShoppingItem.self, ItemCategory.self,
    ])
  }

  @Test func `an item goes into the basket and out again`() async throws {
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    try await fixture.items.toggleCompletion(itemId: item.id)
    let toggled = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    #expect(toggled.isCompleted && toggled.updatedAt > item.updatedAt)
    #expect(toggled.createdAt == item.createdAt)
    try await fixture.items.toggleCompletion(itemId: item.id)
    #expect(try await fixture.items.fetchItems(forListId: list.id).allSatisfy { !$0.isCompleted })
  }

  @Test func `what is not there is told`() async throws {
    await #expect(throws: RepositoryError.self) {
      try await fixture.items.toggleCompletion(itemId: "none")
    }
    await #expect(throws: RepositoryError.self) { try await fixture.lists.findList("none") }
    await #expect(throws: RepositoryError.self) {
      try await fixture.items.createItem(name: "A", categoryId: 1, shoppingListId: "none")
    }
  }

  @Test func `clearing deletes what lies in the basket`() async throws {
    let list = try await fixture.testList()
    let items = try await fixture.items.fetchItems(forListId: list.id)
    try await fixture.items.toggleCompletion(itemId: items[0].id)
    try await fixture.items.deleteCompletedItems(forListId: list.id)
    let left = try await fixture.items.fetchItems(forListId: list.id)
    #expect(left.map(\.name) == ["Test Item 2"])
    try await fixture.items.deleteItem(left[0])
    #expect(try await fixture.items.fetchItems(forListId: list.id).isEmpty)
  }

  @Test func `a list goes with its items`() async throws {
    let list = try await fixture.testList()
    try await fixture.lists.deleteList(id: list.id)
    let count = try await fixture.database.writer.read { db in try ShoppingItem.fetchCount(db) }
    #expect(count == 0)
  }

  @Test func `a list is found by its title, and by the beginning of its key`() async throws {
    let list = try await fixture.testList()
    #expect(try await fixture.lists.findList("Test List").id == list.id)
    #expect(try await fixture.lists.findList(String(list.id.prefix(8))).id == list.id)
  }

  @Test func `what a record writes, a typed query reads, and the other way round`() async throws {
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).last)
    let writer = fixture.database.writer
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
