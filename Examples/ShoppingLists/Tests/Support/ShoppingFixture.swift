import Foundation
import LiveSQL
import LiveSQLPostgres
import PostgreSQLTestSupport
import ShoppingListsModel
import Synchronization
import Testing

/// A database of a test's own with the lists and items of a test, and a clock that goes on a second with each question.
struct ShoppingFixture {
  let database: ShoppingDatabase
  let lists: ShoppingListRepository
  let items: ShoppingItemRepository
  private let scratch: PostgresScratchDatabase?

  init(_ kind: ShoppingDatabaseKind = .sqlite) throws {
    (database, scratch) = try kind.make()
    let clock = TestClock()
    lists = ShoppingListRepository(database: database, now: { clock.next() })
    items = ShoppingItemRepository(database: database, now: { clock.next() })
  }

  /// The database, where it is SQLite's.
  var sqlite: any DatabaseWriter {
    get throws { try #require(database.database as? any DatabaseWriter) }
  }

  /// A list with two items: one of Produce, three of Dairy.
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

  /// A list with forty items of all categories, some of them in the basket, beside two other lists.
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

/// A clock that goes on a quarter of a second each time it is looked at.
private final class TestClock: Sendable {
  private let seconds = Mutex(1_700_000_000.0)

  func next() -> Date {
    seconds.withLock { seconds in
      seconds += 0.25
      return Date(timeIntervalSince1970: seconds)
    }
  }
}
