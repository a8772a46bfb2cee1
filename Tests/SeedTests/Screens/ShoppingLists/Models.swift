import Foundation
import LiveSQL
import SwiftUI

// What the screens name: results of queries, and properties that fetch them.

@Table("lists_with_counts") struct ShoppingListWithCount: Identifiable, Hashable {
  let id: String
  var title: String
  var itemCount: Int
  var completedCount: Int
  @Column(as: Date.UnixTimeRepresentation.self) var updatedAt: Date

  var completionPercentage: Double {
    itemCount > 0 ? Double(completedCount) / Double(itemCount) : 0
  }
}

@Table("items_with_categories") struct ItemWithCategory: Identifiable, Hashable {
  let id: String
  var name: String
  var quantity: Int
  var notes: String
  var isCompleted: Bool
  var categoryId: Int
  var listId: String

  var displayName: String { quantity > 1 ? "\(quantity)× \(name)" : name }
}

@Table("category_stats") struct CategoryStats: Identifiable, Hashable {
  let id: Int
  var name: String
  var emoji: String
  var itemCount: Int
  var completedCount: Int
  var listId: String
}

@propertyWrapper struct FetchShoppingLists: DynamicProperty {
  @FetchAll(ShoppingListWithCount.order { $0.updatedAt.desc() }) private var lists

  var wrappedValue: [ShoppingListWithCount] { lists }
}

@propertyWrapper struct FetchShoppingItems: DynamicProperty {
  @FetchAll private var items: [ItemWithCategory]

  /// The screen names no list where it declares the property.
  init() {}

  init(listId: String) { _items = FetchAll(ItemWithCategory.where { $0.listId == listId }) }

  var wrappedValue: [ItemWithCategory] { items }
}

@propertyWrapper struct FetchCategoryStats: DynamicProperty {
  @FetchAll private var stats: [CategoryStats]

  init() {}

  init(listId: String) { _stats = FetchAll(CategoryStats.where { $0.listId == listId }) }

  var wrappedValue: [CategoryStats] { stats }
}
