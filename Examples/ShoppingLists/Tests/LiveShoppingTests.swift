import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import ShoppingListsModel
import Testing

/// The live properties.
@Suite(.mayBlock, .timeLimit(.hang)) struct LiveShoppingTests {
  @Test(arguments: ShoppingDatabaseKind.available)
  func `the counts of lists follow their items`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    @FetchShoppingLists(database: fixture.database.database) var lists
    try await $lists.load()
    #expect(lists.isEmpty)
    let list = try await fixture.testList()
    for await lists in $lists.values where lists.first?.itemCount == 2 { break }
    let items = try await fixture.items.fetchItems(forListId: list.id)
    try await fixture.items.toggleCompletion(itemId: items[0].id)
    for await lists in $lists.values where lists.first?.completedCount == 1 { break }
    #expect(lists.map(\.completionPercentage) == [0.5])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `items and statistics follow the same commit`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    let database = fixture.database.database
    @FetchShoppingItems(listId: list.id, database: database) var items
    @FetchCategoryStats(listId: list.id, database: database) var stats
    try await $items.load()
    try await $stats.load()
    #expect(items.map(\.categoryName) == ["Produce", "Dairy"])
    try await fixture.items.createItem(name: "Soap", categoryId: 8, shoppingListId: list.id)
    for await items in $items.values where items.count == 3 { break }
    for await stats in $stats.values where stats.count == 3 { break }
    #expect(items.map(\.name).last == "Soap")
    #expect(stats.map(\.id) == [1, 2, 8])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `changing the search text changes the results`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    @FetchSearchResults(listId: list.id, database: fixture.database.database) var results
    try await $results.updateSearch("Item 2", listId: list.id)
    #expect(results.map(\.name) == ["Test Item 2"])
    try await $results.updateSearch("", listId: list.id)
    #expect(results.count == 2)
  }

  @Test func `live requests work like live typed queries`() async throws {
    let fixture = try ShoppingFixture()
    let list = try await fixture.testList()
    let database = fixture.database.database
    let lists = FetchAll(ShoppingListRecord.withItemCounts, database: database)
    let items = FetchAll(ShoppingItemRecord.withCategories(inList: list.id), database: database)
    try await items.load()
    let first = try #require(items.wrappedValue.first)
    try await fixture.items.toggleCompletion(itemId: first.id)
    for await lists in lists.values where lists.first?.completedCount == 1 { break }
    for await items in items.values where items.first?.isCompleted == true { break }
    #expect(
      try await fixture.items.fetchItemsWithCategories(forListId: list.id) == items.wrappedValue
    )
  }
}
