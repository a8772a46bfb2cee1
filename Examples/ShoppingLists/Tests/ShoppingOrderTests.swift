import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// The order of the items of a list.
@Suite(.mayBlock, .timeLimit(.hang)) @MainActor struct ShoppingOrderTests {
  /// Creates a list with three dairy products.
  private func list(_ fixture: ShoppingFixture) async throws -> ShoppingList {
    let list = try await fixture.lists.createList(title: "Party")
    for name in ["Milk", "Butter", "Eggs"] {
      try await fixture.items.createItem(name: name, categoryId: 2, shoppingListId: list.id)
    }
    return list
  }

  private func names(_ fixture: ShoppingFixture, _ list: ShoppingList) async throws -> [String] {
    try await fixture.items.fetchItemsWithCategories(forListId: list.id).map(\.name)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `an item is moved and moved back`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await list(fixture)
    let items = try await fixture.items.fetchItems(forListId: list.id)
    #expect(items.map(\.rank) == [1, 2, 3])
    let move = try await fixture.items.moveItem(id: items[2].id, to: .before(items[0].id))
    #expect(try await names(fixture, list) == ["Eggs", "Milk", "Butter"])
    #expect(move == MovedItem(item: items[2], oldPlace: .after(items[1].id)))
    try await fixture.items.moveItem(id: items[2].id, to: .after(items[1].id))
    #expect(try await names(fixture, list) == ["Milk", "Butter", "Eggs"])
    try await fixture.items.createItem(name: "Cream", categoryId: 2, shoppingListId: list.id)
    #expect(try await names(fixture, list).last == "Cream")
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `moving an item to its place changes nothing, so a move may be repeated`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await list(fixture)
    let items = try await fixture.items.fetchItems(forListId: list.id)
    try await fixture.items.moveItem(id: items[0].id, to: .after(items[1].id))
    let date = try await fixture.lists.fetchAllOrderedByDate().map(\.updatedAt)
    let again = try await fixture.items.moveItem(id: items[0].id, to: .after(items[1].id))
    #expect(again == nil)
    #expect(try await fixture.lists.fetchAllOrderedByDate().map(\.updatedAt) == date)
    #expect(try await names(fixture, list) == ["Butter", "Milk", "Eggs"])
    for (id, place) in [(items[0].id, ItemPlace.after("none")), ("none", .after(items[0].id))] {
      await #expect(throws: RepositoryError.self) {
        try await fixture.items.moveItem(id: id, to: place)
      }
    }
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `items get new ranks when the fractions run out`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await list(fixture)
    let first = try #require(try await fixture.items.fetchItems(forListId: list.id).first)
    // Each move halves the gap behind the first item.
    for _ in 0..<70 {
      let last = try #require(try await fixture.items.fetchItems(forListId: list.id).last)
      try await fixture.items.moveItem(id: last.id, to: .after(first.id))
    }
    let items = try await fixture.items.fetchItems(forListId: list.id)
    #expect(items.map(\.name) == ["Milk", "Butter", "Eggs"])
    #expect(Set(items.map(\.rank)).count == 3)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `concurrent moves end in one order, which all readers see`(kind: ShoppingDatabaseKind)
    async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await list(fixture)
    let database = fixture.database.database
    @FetchShoppingItems(listId: list.id, database: database) var one
    @FetchShoppingItems(listId: list.id, database: database) var other
    try await $one.load()
    try await $other.load()
    let ids = one.map(\.id)
    let repository = fixture.items
    for _ in 0..<10 {
      async let first = repository.moveItem(id: ids[1], to: .before(ids[0]))
      async let second = repository.moveItem(id: ids[2], to: .before(ids[0]))
      _ = try await (first, second)
      async let third = repository.moveItem(id: ids[0], to: .before(ids[1]))
      async let fourth = repository.moveItem(id: ids[2], to: .after(ids[1]))
      _ = try await (third, fourth)
    }
    try await database.liveQueriesCaughtUp(within: nil)
    let items = try await fixture.items.fetchItemsWithCategories(forListId: list.id)
    #expect(Set(items.map(\.id)) == Set(ids))
    #expect(one == items)
    #expect(other == items)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a live list follows a move`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await list(fixture)
    let model = ListModel(listId: list.id, database: fixture.database)
    try await model.load()
    let ids = model.items.map(\.id)
    try await model.setCompletion(of: ids[1], to: true)
    try await model.move(ids[2], to: .before(ids[0]))
    try await fixture.database.database.liveQueriesCaughtUp(within: nil)
    let section = try #require(model.sections.first)
    #expect(section.items.map(\.name) == ["Eggs", "Milk", "Butter"])
    // Unchecked items stay above the checked ones.
    #expect(section.place(of: 0, droppedAt: 2) == .after(ids[0]))
    #expect(section.place(of: 1, droppedAt: 0) == .before(ids[2]))
    for (index, destination) in [(0, -1), (0, 0), (0, 1), (0, 3), (1, 3), (2, 1), (2, 4)] {
      #expect(section.place(of: index, droppedAt: destination) == nil)
    }
  }
}

/// The migration of databases without ranks.
@Suite(.mayBlock) struct RankMigrationTests {
  /// The items of an earlier version, in no order.
  private static let oldItems = """
    INSERT INTO shopping_lists VALUES ('A', 'Party', 1, 1), ('B', 'Week', 1, 1);
    INSERT INTO shopping_items
      (id, name, category_id, shopping_list_id, created_at, updated_at)
    VALUES ('3', 'Eggs', 2, 'A', 20, 20), ('1', 'Milk', 2, 'A', 10, 10),
      ('2', 'Soap', 8, 'B', 15, 15), ('4', 'Butter', 2, 'A', 20, 20)
    """

  @Test func `items keep the order of their creation in a file`() async throws {
    let queue = try DatabaseQueue()
    try await ShoppingDatabase.migrator.migrate(queue, upTo: "addCategories")
    try await queue.write { db in try db.execute(sql: Self.oldItems) }
    try await check(ShoppingDatabase(queue))
  }

  @Test(.requiresPostgres) func `items keep the order of their creation on a server`() async throws
  {
    let scratch = try PostgresScratchDatabase()
    let server = PostgresDatabase(PostgresDatabaseConfiguration(scratch.configuration))
    try await ShoppingDatabase.migrator.migrate(server, upTo: "addCategories")
    try scratch.connect().execute(script: Self.oldItems)
    try await check(ShoppingDatabase(server))
  }

  private func check(_ shop: ShoppingDatabase) async throws {
    let repository = ShoppingItemRepository(database: shop)
    let party = try await repository.fetchItems(forListId: "A")
    #expect(party.map(\.name) == ["Milk", "Eggs", "Butter"])
    #expect(party.map(\.rank) == [1, 2, 3])
    #expect(party.total == nil)
    #expect(try await repository.fetchItems(forListId: "B").map(\.rank) == [1])
    try shop.close()
  }
}
