import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import ShoppingListsModel
import Testing

/// The models that the SwiftUI screen and the web pages share.
@Suite(.mayBlock, .timeLimit(.hang)) @MainActor struct ShoppingScreenTests {
  @Test(arguments: ShoppingDatabaseKind.available)
  func `lists are live, and are searched by their titles`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let model = AllListsModel(database: fixture.database)
    try await model.load()
    #expect(model.lists.isEmpty)
    try await model.newList(title: "Party")
    try await model.newList(title: "Week")
    try await fixture.database.database.liveQueriesCaughtUp(within: nil)
    #expect(Set(model.lists.map(\.title)) == ["Party", "Week"])
    try await model.search("art")
    #expect(model.lists.map(\.title) == ["Party"])
    let rows = try await model.deleteList(id: model.lists[0].id)
    try await fixture.database.database.liveQueriesCaughtUp(within: nil)
    #expect(model.lists.isEmpty)
    try await model.putBack(rows)
    try await model.search("")
    #expect(model.lists.count == 2)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a list has sections in which unchecked items come first`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let model = ListModel(listId: list.id, database: fixture.database)
    try await model.load()
    #expect(model.list?.itemCount == 2)
    #expect(model.categories.count == 9)
    #expect(model.sections.map(\.category.name) == ["Produce", "Dairy"])
    try await model.add(ItemDetails(name: "Apples", categoryId: 1))
    try await model.setCompletion(of: model.items[0].id, to: true)
    try await fixture.database.database.liveQueriesCaughtUp(within: nil)
    #expect(model.sections[0].items.map(\.name) == ["Apples", "Test Item 1"])
    #expect(model.sections.map(\.isComplete) == [false, false])
    try await model.search("apple")
    #expect(model.found.map(\.name) == ["Apples"])
    let rows = try await model.clearBasket()
    #expect(rows.items.count == 1)
    try await fixture.lists.deleteList(id: list.id)
    try await fixture.database.database.liveQueriesCaughtUp(within: nil)
    #expect(model.list == nil && model.sections.isEmpty)
  }

  @Test func `observers of the models are notified of commits`() async throws {
    let fixture = try ShoppingFixture()
    let list = try await fixture.testList()
    let model = ListModel(listId: list.id, database: fixture.database)
    try await model.load()
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe { continuation.yield(model.sections.flatMap(\.items).count) }
    try await fixture.items.createItem(name: "Soap", categoryId: 8, shoppingListId: list.id)
    for await count in counts where count == 3 { break }
    token.cancel()
  }
}
