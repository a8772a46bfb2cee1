import Foundation
import LiveSQL
import LiveSQLPostgres
import PostgreSQLTestSupport
import ShoppingListsModel
import Synchronization
import Testing

/// A separate database for each test, with its repositories and a clock that advances each time it
/// is read.
struct ShoppingFixture {
  let database: ShoppingDatabase
  let lists: ShoppingListRepository
  let items: ShoppingItemRepository
  /// The database on the test server, if it is a PostgreSQL database.
  let scratch: PostgresScratchDatabase?

  init(_ kind: ShoppingDatabaseKind = .sqlite) throws {
    (database, scratch) = try kind.make()
    let clock = TestClock()
    lists = ShoppingListRepository(database: database, now: { clock.next() })
    items = ShoppingItemRepository(database: database, now: { clock.next() })
  }

  /// The database, if it is an SQLite database.
  var sqlite: any DatabaseWriter {
    get throws { try #require(database.database as? any DatabaseWriter) }
  }

  /// Creates a list with two items: one piece of produce, three pieces of dairy.
  func testList() async throws -> ShoppingList {
    let list = try await lists.createList(title: "Test List")
    try await items.createItem(name: "Test Item 1", categoryId: 1, shoppingListId: list.id)
    try await items.createItem(
      name: "Test Item 2",
      quantity: 3,
      categoryId: 2,
      shoppingListId: list.id
    )
    return list
  }

  /// Creates a list with forty items of all categories, some of them checked, and two other lists.
  func filledList() async throws -> ShoppingList {
    _ = try await testList()
    _ = try await lists.createList(title: "Empty")
    let list = try await lists.createList(title: "Full")
    for number in 0..<40 {
      let item = try await items.createItem(
        name: "Item \(number * 7 % 40)",
        quantity: number % 3 + 1,
        categoryId: number * 5 % 9 + 1,
        shoppingListId: list.id
      )
      if number.isMultiple(of: 3) { try await items.toggleCompletion(itemId: item.id) }
    }
    return list
  }
}

/// A clock that advances by a quarter of a second each time it is read.
private final class TestClock: Sendable {
  private let seconds = Mutex(1_700_000_000.0)

  func next() -> Date {
    seconds.withLock { seconds in
      seconds += 0.25
      return Date(timeIntervalSince1970: seconds)
    }
  }
}
