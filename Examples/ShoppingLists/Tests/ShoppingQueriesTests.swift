import Foundation
import LiveSQL
import LiveSQLTestSupport
import ShoppingListsModel
import Testing

/// Queries for shopping lists, by typed queries and by records.
///
/// The original tests queried an empty list, and expected the items of another one. Here the list
/// with the items is queried, and empty lists have their own test.
@Suite(.mayBlock) struct ShoppingQueriesTests {
  @Test(arguments: ReadingStyle.available)
  func `lists are fetched with their titles`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    _ = try await fixture.testList()
    let lists = try await fixture.lists(style).fetchAllOrderedByDate()
    #expect(lists.map(\.title) == ["Test List"])
  }

  @Test(arguments: ReadingStyle.available)
  func `the most recently changed list comes first`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    let first = try await fixture.testList()
    _ = try await fixture.lists.createList(title: "Party")
    let reader = try fixture.lists(style)
    #expect(try await reader.fetchAllOrderedByDate().map(\.title) == ["Party", "Test List"])
    let item = try #require(try await fixture.items.fetchItems(forListId: first.id).first)
    try await fixture.items.toggleCompletion(itemId: item.id)
    #expect(try await reader.fetchListsWithItemCounts().map(\.title) == ["Test List", "Party"])
  }

  @Test(arguments: ReadingStyle.available)
  func `lists count their items, including empty lists`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    let list = try await fixture.testList()
    _ = try await fixture.lists.createList(title: "Empty")
    let item = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    try await fixture.items.toggleCompletion(itemId: item.id)
    let lists = try await fixture.lists(style).fetchListsWithItemCounts()
    #expect(lists.map(\.title) == ["Test List", "Empty"])
    #expect(lists.map(\.itemCount) == [2, 0])
    #expect(lists.map(\.completedCount) == [1, 0])
    #expect(lists.map(\.completionPercentage) == [0.5, 0])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `the latest item of each list is the one that was added last`(kind: ShoppingDatabaseKind)
    async throws
  {
    let fixture = try ShoppingFixture(kind)
    let first = try await fixture.testList()
    let other = try await fixture.lists.createList(title: "Party")
    _ = try await fixture.lists.createList(title: "Empty")
    try await fixture.items.createItem(name: "Lemons", categoryId: 1, shoppingListId: other.id)
    #expect(try await fixture.items.fetchLatestItems().map(\.name) == ["Lemons", "Test Item 2"])
    try await fixture.items.createItem(name: "Tea", categoryId: 1, shoppingListId: first.id)
    #expect(try await fixture.items.fetchLatestItems().map(\.name) == ["Tea", "Lemons"])
  }

  @Test(arguments: ReadingStyle.available)
  func `items are fetched with their categories`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    let list = try await fixture.testList()
    let items = try await fixture.items(style).fetchItemsWithCategories(forListId: list.id)
    #expect(items.map(\.categoryName) == ["Produce", "Dairy"])
    #expect(items.map(\.categoryEmoji) == ["🥬", "🥛"])
    #expect(items.map(\.categorySortOrder) == [1, 2])
    #expect(items.map(\.displayName) == ["Test Item 1", "3× Test Item 2"])
  }

  @Test(arguments: ReadingStyle.available)
  func `prices are exact, also in their total`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    let list = try await fixture.testList()
    for (text, quantity) in [("0.10", 3), ("12,5", 1)] {
      try await fixture.items.createItem(
        name: text,
        quantity: quantity,
        price: Decimal(amount: text),
        categoryId: 1,
        shoppingListId: list.id
      )
    }
    let items = try await fixture.items(style).fetchItemsWithCategories(forListId: list.id)
    let amounts = items.map(\.item).compactMap(\.amount?.amountText)
    #expect(amounts.sorted() == ["0.30", "12.50"])
    #expect(items.map(\.item).total?.amountText == "12.80")
  }

  @Test(arguments: ["", "1.234", "-1", "1e3", "1.", ".5", "1 000", "1234567890"])
  func `other texts are no amounts`(text: String) { #expect(Decimal(amount: text) == nil) }

  @Test(arguments: ReadingStyle.available)
  func `a search finds parts of names, without wildcards`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    let list = try await fixture.testList()
    let items = try fixture.items(style)
    func names(_ text: String) async throws -> [String] {
      try await items.searchItems(text, inListId: list.id).map(\.name)
    }
    #expect(try await names("Test") == ["Test Item 1", "Test Item 2"])
    #expect(try await names("item 1") == ["Test Item 1"])
    #expect(try await names("%") == [])
    #expect(try await names("_") == [])
    #expect(try await items.searchItems("Test", inListId: "other").isEmpty)
    #expect(try await fixture.lists(style).searchLists(byTitle: "est L").count == 1)
    #expect(try await fixture.lists(style).searchLists(byTitle: "%x").isEmpty)
  }

  @Test(arguments: ReadingStyle.available)
  func `statistics include the categories that have items`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    let list = try await fixture.testList()
    let stats = try await fixture.items(style).fetchCategoryStats(forListId: list.id)
    #expect(stats.map(\.name) == ["Produce", "Dairy"])
    #expect(stats.map(\.itemCount) == [1, 1])
    #expect(stats.map(\.completedCount) == [0, 0])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `both styles return equal rows, including dates`(kind: ShoppingDatabaseKind)
    async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.filledList()
    let reader = ShoppingRecordReader(database: fixture.database)
    #expect(
      try await reader.fetchListsWithItemCounts()
        == fixture.lists.fetchListsWithItemCounts()
    )
    #expect(try await reader.fetchAllOrderedByDate() == fixture.lists.fetchAllOrderedByDate())
    let rows = try await fixture.items.fetchItemsWithCategories(forListId: list.id)
    #expect(rows.count == 40)
    #expect(try await reader.fetchItemsWithCategories(forListId: list.id) == rows)
    let stats = try await fixture.items.fetchCategoryStats(forListId: list.id)
    #expect(try await reader.fetchCategoryStats(forListId: list.id) == stats)
    for text in ["", "1", "%", "item", "9"] {
      let found = try await fixture.items.searchItems(text, inListId: list.id)
      #expect(try await reader.searchItems(text, inListId: list.id) == found)
    }
  }

  @Test(arguments: ReadingStyle.available)
  func `an empty list has no items and no statistics`(style: ReadingStyle) async throws {
    let fixture = try ShoppingFixture(style)
    _ = try await fixture.testList()
    let empty = try await fixture.lists.createList(title: "Test List")
    let items = try fixture.items(style)
    #expect(try await items.fetchItems(forListId: empty.id).isEmpty)
    #expect(try await items.fetchItemsWithCategories(forListId: empty.id).isEmpty)
    #expect(try await items.fetchCategoryStats(forListId: empty.id).isEmpty)
    #expect(try await items.searchItems("Test", inListId: empty.id).isEmpty)
    #expect(try await fixture.lists(style).fetchAllOrderedByDate().first?.id == empty.id)
  }

  @Test func `checked and unchecked items are fetched separately`() async throws {
    let fixture = try ShoppingFixture()
    let list = try await fixture.filledList()
    try await fixture.sqlite.read { db in
      let completed = try ShoppingItem.completed(inList: list.id).fetchAll(db)
      let pending = try ShoppingItem.pending(inList: list.id).fetchAll(db)
      #expect(completed.count == 14 && pending.count == 26)
      #expect(completed.allSatisfy(\.isCompleted) && !pending.contains(where: \.isCompleted))
      let items = ShoppingItemRecord.all().ofList(list.id)
      #expect(try items.pending().orderedByRank().fetchAll(db).map(\.id) == pending.map(\.id))
      #expect(Set(try items.completed().fetchAll(db).map(\.id)) == Set(completed.map(\.id)))
      #expect(try ShoppingList.titled("Full").fetchCount(db) == 1)
    }
  }

  @Test func `queries can be refined`() async throws {
    let fixture = try ShoppingFixture()
    let list = try await fixture.testList()
    let query = ShoppingItem.inList(list.id)
      .where { $0.name.like("%Test%") }
      .order { $0.createdAt.desc() }
    let results = try await fixture.sqlite.read { db in try query.fetchAll(db) }
    #expect(results.count == 2)
  }

  @Test func `queries are checked against the columns and their types`() {
    // `ShoppingList.where { $0.name == "Test" }` does not compile, nor does `$0.title == 1`.
    let lists = ShoppingList.orderedByDate.where { $0.title == "Test" }.limit(10)
    let items = ShoppingItem.inList("test-id").where { !$0.isCompleted }.order(by: \.name)
    #expect(lists.query.debugDescription.contains("LIMIT 10"))
    #expect(items.query.debugDescription.contains("'test-id'"))
  }
}
