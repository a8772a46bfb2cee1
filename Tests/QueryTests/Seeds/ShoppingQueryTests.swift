import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the queries on the page “Type-safe queries and UI binding”, with tables declared for
/// this package.
@Suite(.mayBlock) struct ShoppingQueryTests {
  let list = UUID()

  /// Runs a closure on both databases, with two lists and two items.
  private func both<Value>(_ body: (BothConnections) throws -> Value) throws -> Value {
    try DatabaseQueue().both { db throws in
      try ItemCategory.createTable().execute(db)
      try ShoppingList.createTable().execute(db)
      try ShoppingItem.createTable().execute(db)
      try db.seed {
        ItemCategory(id: 1, name: "Produce", emoji: "🥬", sortOrder: 1)
        ItemCategory(id: 2, name: "Dairy", emoji: "🥛", sortOrder: 2)
        ShoppingList(id: list, title: "Test List", updatedAt: Date(timeIntervalSince1970: 2))
        ShoppingList(id: UUID(), title: "Empty", updatedAt: Date(timeIntervalSince1970: 1))
        ShoppingItem(
          id: UUID(),
          name: "Test Item 1",
          categoryId: 1,
          shoppingListId: list,
          createdAt: Date(timeIntervalSince1970: 1)
        )
        ShoppingItem(
          id: UUID(),
          name: "Test Item 2",
          quantity: 3,
          isCompleted: true,
          categoryId: 2,
          shoppingListId: list,
          createdAt: Date(timeIntervalSince1970: 2)
        )
      }
      return try body(db)
    }
  }

  @Test func `lists are ordered by their last change`() throws {
    let lists = try both { db in try ShoppingList.allOrderedByDate.fetchAll(db) }
    #expect(lists.map(\.title) == ["Test List", "Empty"])
  }

  @Test func `lists are fetched with the counts of their items`() throws {
    let lists = try both { db in try ShoppingList.withItemCounts.fetchAll(db) }
    #expect(lists.map(\.itemCount) == [2, 0])
    #expect(lists.map(\.completedCount) == [1, 0])
  }

  @Test func `lists are found by title and by a part of it`() throws {
    try both { db throws in
      #expect(try ShoppingList.byTitle("Empty").fetchAll(db).count == 1)
      #expect(try ShoppingList.searchByTitle("List").fetchAll(db).map(\.id) == [list])
    }
  }

  @Test func `items of a list are fetched`() throws {
    try both { db throws in
      #expect(try ShoppingItem.forList(list).fetchAll(db).count == 2)
      #expect(try ShoppingItem.completed(forListId: list).fetchAll(db).count == 1)
      #expect(try ShoppingItem.pending(forListId: list).fetchAll(db).count == 1)
      #expect(try ShoppingItem.search("Item 1", inListId: list).fetchAll(db).count == 1)
      #expect(try ShoppingItem.forList(UUID()).fetchAll(db).isEmpty)
    }
  }

  @Test func `items are fetched with their categories`() throws {
    let items = try both { db throws in
      try ShoppingItem.withCategories(forListId: list).fetchAll(db)
    }
    #expect(items.map(\.item.name) == ["Test Item 1", "Test Item 2"])
    #expect(items.map(\.categoryName) == ["Produce", "Dairy"])
    #expect(items.map(\.categoryEmoji) == ["🥬", "🥛"])
  }

  @Test func `items are counted by category`() throws {
    let stats = try both { db throws in
      try ShoppingItem.categoryStats(forListId: list).fetchAll(db)
    }
    #expect(stats.map(\.name) == ["Produce", "Dairy"])
    #expect(stats.map(\.itemCount) == [1, 1])
    #expect(stats.map(\.completedCount) == [0, 1])
  }

  @Test func `queries can be combined`() throws {
    let query = ShoppingItem.forList(list)
      .where { $0.name.like("%Test%") }
      .order { $0.createdAt.desc() }
    #expect(try both { db in try query.fetchAll(db) }.count == 2)
    let lists = ShoppingList.allOrderedByDate.where { $0.title == "Test List" }.limit(10)
    #expect(try both { db in try lists.fetchAll(db) }.count == 1)
  }
}

@Table("shopping_lists") struct ShoppingList: Equatable {
  let id: UUID
  var title: String
  @Column("updated_at", as: Date.UnixTimeRepresentation.self) var updatedAt: Date
}

@Table("shopping_items") struct ShoppingItem: Equatable {
  let id: UUID
  var name: String
  var quantity = 1
  @Column("is_completed") var isCompleted = false
  var notes = ""
  @Column("category_id") var categoryId: Int
  @Column("shopping_list_id") var shoppingListId: UUID
  @Column("created_at", as: Date.UnixTimeRepresentation.self) var createdAt: Date
}

@Table("item_categories") struct ItemCategory: Equatable {
  let id: Int
  var name: String
  var emoji: String
  @Column("sort_order") var sortOrder: Int
}

@Selection struct ShoppingListWithCount: Equatable {
  let list: ShoppingList
  let itemCount: Int
  let completedCount: Int
}

@Selection struct ItemWithCategory: Equatable {
  let item: ShoppingItem
  let categoryName: String
  let categoryEmoji: String
}

@Selection struct CategoryStats: Equatable {
  let name: String
  let itemCount: Int
  let completedCount: Int
}

extension ShoppingList {
  static var allOrderedByDate: SelectOf<Self> { order { $0.updatedAt.desc() } }

  static var withItemCounts: some SelectStatement<ShoppingListWithCount, Self, ShoppingItem?> {
    group(by: \.id)
      .leftJoin(ShoppingItem.all) { $0.id.eq($1.shoppingListId) }
      .order { list, _ in list.updatedAt.desc() }
      .select {
        ShoppingListWithCount.Columns(
          list: $0,
          itemCount: $1.id.count(),
          completedCount: $1.id.count(filter: $1.isCompleted == true)
        )
      }
  }

  static func byTitle(_ title: String) -> Where<Self> { Self.where { $0.title == title } }

  static func searchByTitle(_ searchTerm: String) -> some SelectStatementOf<Self> {
    Self.where { $0.title.like("%\(searchTerm)%") }.order { $0.updatedAt.desc() }
  }
}

extension ShoppingItem {
  static func forList(_ listId: ShoppingList.ID) -> SelectOf<Self> {
    Self.where { $0.shoppingListId == listId }.order { $0.createdAt.asc() }
  }

  static func completed(forListId listId: ShoppingList.ID) -> SelectOf<Self> {
    forList(listId).where(\.isCompleted)
  }

  static func pending(forListId listId: ShoppingList.ID) -> SelectOf<Self> {
    forList(listId).where { !$0.isCompleted }
  }

  static func search(
    _ searchTerm: String,
    inListId listId: ShoppingList.ID
  ) -> some SelectStatementOf<Self> {
    Self.where { $0.shoppingListId == listId && $0.name.like("%\(searchTerm)%") }.order(by: \.name)
  }

  static func withCategories(
    forListId listId: ShoppingList.ID
  ) -> some SelectStatement<ItemWithCategory, Self, ItemCategory> {
    join(ItemCategory.all) { $0.categoryId == $1.id }
      .where { item, _ in item.shoppingListId == listId }
      .order { ($1.sortOrder.asc(), $0.createdAt.asc()) }
      .select {
        ItemWithCategory.Columns(item: $0, categoryName: $1.name, categoryEmoji: $1.emoji)
      }
  }

  static func categoryStats(
    forListId listId: ShoppingList.ID
  ) -> some SelectStatement<CategoryStats, Self, ItemCategory> {
    join(ItemCategory.all) { $0.categoryId == $1.id }
      .where { item, _ in item.shoppingListId == listId }
      .group { $1.id }
      .having { item, _ in item.id.count() > 0 }
      .order { $1.sortOrder.asc() }
      .select {
        CategoryStats.Columns(
          name: $1.name,
          itemCount: $0.id.count(),
          completedCount: $0.id.count(filter: $0.isCompleted)
        )
      }
  }
}

extension ShoppingList: Identifiable {}
