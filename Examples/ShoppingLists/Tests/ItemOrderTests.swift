import Foundation
import LiveSQLTestSupport
import Testing

@testable import ShoppingListsModel

/// The ranks of items, without a database.
@Suite struct ItemOrderTests {
  private func order(_ ranks: KeyValuePairs<String, Double>) -> ItemOrder {
    ItemOrder(
      items: ranks.map { id, rank in
        ShoppingItem(
          id: id,
          name: id,
          categoryId: 1,
          shoppingListId: "list",
          rank: rank,
          createdAt: .distantPast,
          updatedAt: .distantPast
        )
      }
    )
  }

  /// Returns the new ranks of the items that a move changes.
  private func ranks(_ order: ItemOrder, _ id: String, _ place: ItemPlace) throws
    -> [String: Double]
  {
    let changed = try order.moving(id, to: place)
    return Dictionary(uniqueKeysWithValues: changed.map { ($0.id, $0.rank) })
  }

  @Test func `a moved item gets a rank between its neighbours, and no other item changes`() throws {
    let order = order(["a": 1, "b": 2, "c": 3])
    #expect(try ranks(order, "c", .before("b")) == ["c": 1.5])
    #expect(try ranks(order, "c", .after("a")) == ["c": 1.5])
    #expect(try ranks(order, "c", .before("a")) == ["c": 0])
    #expect(try ranks(order, "a", .after("c")) == ["a": 4])
    #expect(try ranks(order, "a", .before("c")) == ["a": 2.5])
  }

  @Test func `an item that is already there does not change`() throws {
    let order = order(["a": 1, "b": 2])
    #expect(try ranks(order, "a", .before("b")).isEmpty)
    #expect(try ranks(order, "b", .after("a")).isEmpty)
    #expect(try ranks(order, "a", .after("a")).isEmpty)
  }

  @Test func `items that do not exist are reported`() {
    let order = order(["a": 1])
    #expect(throws: RepositoryError.self) { try order.moving("a", to: .after("x")) }
    #expect(throws: RepositoryError.self) { try order.moving("x", to: .after("a")) }
  }

  @Test func `all items are renumbered if there is no number between the neighbours`() throws {
    let order = order(["a": 1, "b": 1.0.nextUp, "c": 3, "d": 3])
    #expect(try ranks(order, "d", .before("b")) == ["a": 1, "d": 2, "b": 3, "c": 4])
    let equal = self.order(["a": 0, "b": 0, "c": 0])
    #expect(try ranks(equal, "c", .before("b")) == ["a": 1, "c": 2, "b": 3])
  }

  @Test func `the place of an item is that after the previous one`() {
    let order = order(["a": 1, "b": 2])
    #expect(order.place(of: "b") == .after("a"))
    #expect(order.place(of: "a") == .before("b"))
    #expect(self.order(["a": 1]).place(of: "a") == nil)
    #expect(order.place(of: "x") == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any moves lead to the order that the same moves of an array have`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var order = order(["a": 1, "b": 2, "c": 3, "d": 4, "e": 5])
    var expected = order.items.map(\.id)
    for _ in 0..<300 {
      let two = expected.shuffled(using: &random).prefix(2)
      let (id, other) = (two[0], two[1])
      let isBefore = Bool.random(using: &random)
      expected.removeAll { $0 == id }
      let index = try #require(expected.firstIndex(of: other))
      expected.insert(id, at: isBefore ? index : index + 1)
      let changed = try order.moving(id, to: isBefore ? .before(other) : .after(other))
      let byID = Dictionary(uniqueKeysWithValues: changed.map { ($0.id, $0) })
      let items = order.items.map { byID[$0.id] ?? $0 }.sorted { $0.rank < $1.rank }
      order = ItemOrder(items: items)
      #expect(order.items.map(\.id) == expected)
      #expect(Set(order.items.map(\.rank)).count == 5)
    }
  }
}
