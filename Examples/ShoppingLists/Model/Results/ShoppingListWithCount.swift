public import Foundation
public import LiveSQL

/// A list with the number of its items.
@Selection
public struct ShoppingListWithCount: Identifiable, Hashable, Sendable {
  /// The identifier of the list.
  public let id: String
  /// The title of the list.
  public let title: String
  /// The time of the creation of the list.
  @Column("created_at", as: Date.SecondsRepresentation.self)
  public let createdAt: Date
  /// The time of the last change of the list or of one of its items.
  @Column("updated_at", as: Date.SecondsRepresentation.self)
  public let updatedAt: Date
  /// The number of its items.
  @Column("item_count") public let itemCount: Int
  /// The number of checked items.
  @Column("completed_count") public let completedCount: Int
}

extension ShoppingListWithCount {
  /// The fraction of checked items, from 0 to 1; 0 for a list without items.
  public var completionPercentage: Double {
    itemCount == 0 ? 0 : Double(completedCount) / Double(itemCount)
  }
}
