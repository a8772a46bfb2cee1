import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// Where the migrations end.
@Suite(.mayBlock, .timeLimit(.hang)) struct ShoppingMigrationTests {
  // snippet.check
  @Test(arguments: ShoppingDatabaseKind.available)
  func `the migrations end in the tables of the types`(kind: ShoppingDatabaseKind) throws {
    let fixture = try ShoppingFixture(kind)
    try ShoppingDatabase.migrator.check(
      [ShoppingList.self, ShoppingItem.self, ItemCategory.self],
      on: fixture.database.database
    )
  }
  // snippet.end

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a migrated database needs no more migrations`(kind: ShoppingDatabaseKind) throws {
    let fixture = try ShoppingFixture(kind)
    #expect(try ShoppingDatabase.migrator.plan(for: fixture.database.database).steps == [])
  }

  /// Rows that earlier versions accepted.
  private static let oldRows = """
    INSERT INTO shopping_lists VALUES ('A', '', 1, 1), ('B', 'Week', 1, 2);
    INSERT INTO shopping_items
      (id, name, quantity, category_id, shopping_list_id, rank, price, created_at, updated_at)
    VALUES ('1', '', 0, 2, 'A', 1.5, 129, 10, 20), ('2', 'Soap', 3, 8, 'A', 2, NULL, 15, 15)
    """

  @Test func `rows of earlier versions are kept and repaired in a file`() async throws {
    let queue = try DatabaseQueue()
    try await ShoppingDatabase.migrator.migrate(queue, upTo: "addPrices")
    try await queue.write { db in try db.execute(sql: Self.oldRows) }
    try await check(ShoppingDatabase(queue))
    let indexes = try await queue.read { db in try db.indexes(on: "shopping_items").map(\.name) }
    #expect(indexes.contains("shopping_items_by_list"))
  }

  @Test(.requiresPostgres) func `rows of earlier versions are kept and repaired on a server`()
    async throws
  {
    let scratch = try PostgresScratchDatabase()
    let server = PostgresDatabase(PostgresDatabaseConfiguration(scratch.configuration))
    try await ShoppingDatabase.migrator.migrate(server, upTo: "addPrices")
    try scratch.connect().execute(script: Self.oldRows)
    try await check(ShoppingDatabase(server))
  }

  private func check(_ shop: ShoppingDatabase) async throws {
    let lists = try await ShoppingListRepository(database: shop).fetchAllOrderedByDate()
    #expect(lists.map(\.title) == ["Week", "No title"])
    let items = try await ShoppingItemRepository(database: shop).fetchItems(forListId: "A")
    #expect(items.map(\.displayName) == ["No name", "3× Soap"])
    #expect(items.map(\.rank) == [1.5, 2])
    #expect(items.map { $0.price?.amountText } == ["1.29", nil])
    try await ShoppingListRepository(database: shop).deleteList(id: "A")
    #expect(try await ShoppingItemRepository(database: shop).fetchItems(forListId: "A") == [])
  }
}
