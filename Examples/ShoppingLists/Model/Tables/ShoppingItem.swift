public import Foundation
public import LiveSQL

/// Something to buy, on a list.
@Table("shopping_items")
public struct ShoppingItem: Identifiable, Hashable, Sendable {
  /// What identifies it: a UUID as text.
  public let id: String
  /// What to buy.
  public var name: String
  /// How many.
  public var quantity: Int
  /// Whether it lies in the basket.
  @Column("is_completed") public var isCompleted: Bool
  /// What else there is to say.
  public var notes: String
  /// Its category.
  @Column("category_id") public var categoryId: Int
  /// The list that it is on.
  @Column("shopping_list_id") public var shoppingListId: String
  /// When it was made.
  @Column("created_at", as: Date.SecondsRepresentation.self)
  public var createdAt: Date
  /// When it was last changed.
  @Column("updated_at", as: Date.SecondsRepresentation.self)
  public var updatedAt: Date

  /// Makes an item.
  public init(
    id: String,
    name: String,
    quantity: Int = 1,
    isCompleted: Bool = false,
    notes: String = "",
    categoryId: Int,
    shoppingListId: String,
    createdAt: Date,
    updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.quantity = quantity
    self.isCompleted = isCompleted
    self.notes = notes
    self.categoryId = categoryId
    self.shoppingListId = shoppingListId
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// The name, after the quantity if there is more than one.
  public var displayName: String { quantity > 1 ? "\(quantity)× \(name)" : name }
}
