import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
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
}
