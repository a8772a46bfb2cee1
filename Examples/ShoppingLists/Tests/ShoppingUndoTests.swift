import LiveSQL
import LiveSQLTestSupport
import ShoppingListsModel
import Testing

/// Undoing and redoing the changes of repositories.
@Suite(.timeLimit(.hang)) struct ShoppingUndoTests {
  private let fixture: ShoppingFixture

  init() throws { fixture = try ShoppingFixture() }

  @Test func `undoing the deletion of a list restores its items`() async throws {
    let history = try #require(fixture.database.history)
    let database = try fixture.sqlite
    let list = try await fixture.testList()
    @FetchShoppingLists(database: database) var lists
    @FetchShoppingItems(listId: list.id, database: database) var items
    try await $lists.load()
    try await $items.load()
    let before = items
    try await fixture.lists.deleteList(id: list.id)
    try await liveQueriesCaughtUp(database)
    #expect(lists.isEmpty && items.isEmpty)
    #expect(history.undoName == "Delete List")
    #expect(try await history.undo()?.rowCount == 3)
    try await liveQueriesCaughtUp(database)
    #expect(lists.map(\.itemCount) == [2])
    #expect(items == before)
    #expect(try await history.redo()?.rowCount == 3)
    try await liveQueriesCaughtUp(database)
    #expect(lists.isEmpty && items.isEmpty)
  }

  @Test func `a move is undone and redone`() async throws {
    let history = try #require(fixture.database.history)
    let list = try await fixture.testList()
    let items = try await fixture.items.fetchItems(forListId: list.id)
    try await fixture.items.moveItem(id: items[1].id, to: .before(items[0].id))
    #expect(history.undoName == "Move Item")
    let moved = try await fixture.items.fetchItems(forListId: list.id)
    #expect(moved.map(\.id) == [items[1].id, items[0].id])
    _ = try await history.undo()
    #expect(try await fixture.items.fetchItems(forListId: list.id) == items)
    _ = try await history.redo()
    #expect(try await fixture.items.fetchItems(forListId: list.id) == moved)
  }

  @Test func `each command is a named step`() async throws {
    let history = try #require(fixture.database.history)
    let list = try await fixture.testList()
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    try await fixture.items.toggleCompletion(itemId: item.id)
    try await fixture.items.deleteCompletedItems(forListId: list.id)
    var names: [String?] = []
    while let step = try await history.undo() { names.append(step.name) }
    #expect(names == ["Clear Basket", "Tick Off", "Add Item", "Add Item", "New List"])
    #expect(try await fixture.lists.fetchAllOrderedByDate().isEmpty)
    while try await history.redo() != nil {}
    #expect(try await fixture.items.fetchItems(forListId: list.id).count == 1)
  }
}
