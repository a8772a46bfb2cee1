import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// Repeated and concurrent changes of shopping lists.
@Suite(.mayBlock) struct ShoppingWritingTests {
  @Test(arguments: ShoppingDatabaseKind.available)
  func `creating a row twice creates it once`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let (list, item) = (UUID().uuidString, UUID().uuidString)
    for title in ["Party", "Another"] { try await fixture.lists.createList(id: list, title: title) }
    for name in ["Milk", "Bread"] {
      let details = ItemDetails(name: name, categoryId: 1)
      try await fixture.items.createItem(id: item, details, shoppingListId: list)
    }
    #expect(try await fixture.lists.fetchAllOrderedByDate().map(\.title) == ["Party"])
    let items = try await fixture.items.fetchItems(forListId: list)
    #expect(items.map(\.name) == ["Milk"])
    // The second attempt changes nothing, not even the date of the list.
    let date = try await fixture.lists.fetchAllOrderedByDate().map(\.updatedAt)
    #expect(date == items.map(\.createdAt))
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `setting the check mark twice has no further effect`(kind: ShoppingDatabaseKind) async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    var dates: Set<Date> = []
    for _ in 0..<2 {
      try await fixture.items.setCompletion(itemId: item.id, to: true)
      let items = try await fixture.items.fetchItems(forListId: list.id)
      #expect(items[0].isCompleted)
      dates.insert(items[0].updatedAt)
    }
    #expect(dates.count == 1)
    try await fixture.items.setCompletion(itemId: item.id, to: false)
    #expect(try await fixture.items.fetchItems(forListId: list.id).allSatisfy { !$0.isCompleted })
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `concurrent edits of different properties are merged`(kind: ShoppingDatabaseKind)
    async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    let old = item.details
    var (first, second) = (old, old)
    first.name = "Oat milk"
    (second.quantity, second.notes) = (4, "the big ones")
    try await fixture.items.updateItem(id: item.id, from: old, to: first)
    try await fixture.items.updateItem(id: item.id, from: old, to: second)
    let edited = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    #expect(edited.displayName == "4× Oat milk")
    #expect(edited.notes == "the big ones")
    #expect(edited.categoryId == item.categoryId)
    await #expect(throws: RepositoryError.self) {
      try await fixture.items.updateItem(id: "none", from: old, to: first)
    }
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a deletion is undone after later changes, too`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.filledList()
    let before = try await fixture.items.fetchItems(forListId: list.id)
    let cleared = try await fixture.items.deleteCompletedItems(forListId: list.id)
    let one = try await fixture.items.deleteItem(id: before[1].id)
    #expect(cleared.items.count == 14)
    #expect(one.items == [before[1]])
    try await fixture.items.createItem(name: "New", categoryId: 1, shoppingListId: list.id)
    for _ in 0..<2 { try await fixture.database.restore(cleared) }
    let after = try await fixture.items.fetchItems(forListId: list.id)
    #expect(after.filter { $0.name != "New" } == before.filter { $0.id != before[1].id })
    #expect(try await fixture.items.deleteItem(id: before[1].id).isEmpty)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a list is restored with its items, and an item only if its list exists`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let items = try await fixture.items.fetchItems(forListId: list.id)
    let item = try await fixture.items.deleteItem(items[0])
    let rows = try await fixture.lists.deleteList(id: list.id)
    #expect(rows.lists.map(\.id) == [list.id])
    await #expect(throws: RepositoryError.self) { try await fixture.database.restore(item) }
    try await fixture.database.restore(rows)
    try await fixture.database.restore(item)
    #expect(try await fixture.items.fetchItems(forListId: list.id) == items)
    #expect(try await fixture.lists.deleteList(id: "none").isEmpty)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a list is renamed`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    try await fixture.lists.renameList(id: list.id, to: "Party")
    #expect(try await fixture.lists.fetchAllOrderedByDate().map(\.title) == ["Party"])
    await #expect(throws: RepositoryError.self) {
      try await fixture.lists.renameList(id: "none", to: "Party")
    }
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `the rules of the database are told as sentences, and nothing is stored`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let items = try await fixture.items.fetchItems(forListId: list.id)
    let (item, details) = (items[0], items[0].details)
    let refused: [(sentence: String, write: () async throws -> Void)] = [
      ("A list needs a title.", { try await fixture.lists.createList(title: "") }),
      ("A list needs a title.", { try await fixture.lists.renameList(id: list.id, to: "") }),
      (
        "An item needs a name.",
        { try await fixture.add(ItemDetails(name: "", categoryId: 1), list) }
      ),
      (
        "The quantity of an item is 1 or more.",
        { try await fixture.add(ItemDetails(name: "Milk", quantity: 0, categoryId: 1), list) }
      ),
      (
        "The quantity of an item is 1 or more.",
        {
          var edited = details
          edited.quantity = -1
          try await fixture.items.updateItem(id: item.id, from: details, to: edited)
        }
      ),
    ]
    for (sentence, write) in refused {
      let error = await #expect(throws: RepositoryError.self) { try await write() }
      #expect(error?.description == sentence)
    }
    #expect(try await fixture.lists.fetchAllOrderedByDate().map(\.title) == ["Test List"])
    #expect(try await fixture.items.fetchItems(forListId: list.id) == items)
  }
}

extension ShoppingFixture {
  fileprivate func add(_ details: ItemDetails, _ list: ShoppingList) async throws {
    try await items.createItem(details, shoppingListId: list.id)
  }
}
