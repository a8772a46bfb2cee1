public import Foundation
public import LiveSQL

/// A list with the number of its items.
@Selection
public struct ShoppingListWithCount: Identifiable, Hashable, Sendable {
  /// What identifies the list.
  public let id: String
  /// What the list is called.
  public let title: String
  /// When the list was made.
  @Column("created_at", as: Date.SecondsRepresentation.self)
  public let createdAt: Date
  /// When the list, or one of its items, was last changed.
  @Column("updated_at", as: Date.SecondsRepresentation.self)
  public let updatedAt: Date
  /// The number of its items.
  @Column("item_count") public let itemCount: Int
  /// The number of those that lie in the basket.
  @Column("completed_count") public let completedCount: Int
}

extension ShoppingListWithCount {
  /// The share of items that lie in the basket, from 0 to 1; 0 for a list without items.
  public var completionPercentage: Double {
    itemCount == 0 ? 0 : Double(completedCount) / Double(itemCount)
  }
}
