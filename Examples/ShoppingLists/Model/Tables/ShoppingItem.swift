public import Foundation
public import LiveSQL

/// An item on a shopping list.
@Table("shopping_items")
public struct ShoppingItem: Identifiable, Hashable, Sendable {
  /// The primary key: a UUID as text.
  public let id: String
  /// The name of the product.
  public var name: String
  /// The number of pieces.
  public var quantity: Int
  /// The price of one piece, if it is known: hundredths, stored as an integer.
  @Column(as: Decimal.FixedPoint<Decimal.Hundredths>?.self)
  public var price: Decimal?
  /// Whether it is checked.
  @Column("is_completed") public var isCompleted: Bool
  /// Additional remarks.
  public var notes: String
  /// The primary key of its category.
  @Column("category_id") public var categoryId: Int
  /// The primary key of its list.
  @Column("shopping_list_id") public var shoppingListId: String
  /// The position in its list: a fraction, so an item fits between any two others.
  public var rank: Double
  /// The time of its creation.
  @Column("created_at", as: Date.SecondsRepresentation.self)
  public var createdAt: Date
  /// The time of its last change.
  @Column("updated_at", as: Date.SecondsRepresentation.self)
  public var updatedAt: Date

  /// Creates an item.
  public init(
    id: String,
    name: String,
    quantity: Int = 1,
    price: Decimal? = nil,
    isCompleted: Bool = false,
    notes: String = "",
    categoryId: Int,
    shoppingListId: String,
    rank: Double = 0,
    createdAt: Date,
    updatedAt: Date
  ) {
    self.id = id
    self.name = name
    self.quantity = quantity
    self.price = price
    self.isCompleted = isCompleted
    self.notes = notes
    self.categoryId = categoryId
    self.shoppingListId = shoppingListId
    self.rank = rank
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// The name, preceded by the quantity if it is more than one.
  public var displayName: String { quantity > 1 ? "\(quantity)× \(name)" : name }

  /// The price of all its pieces, if it is known.
  public var amount: Decimal? { price.map { $0 * Decimal(quantity) } }
}
