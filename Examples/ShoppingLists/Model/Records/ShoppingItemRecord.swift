import Foundation
public import LiveSQL

/// An item as a record, without a macro and with columns written by hand.
public struct ShoppingItemRecord: Identifiable, Hashable, Sendable {
  /// The primary key: a UUID as text.
  public var id: String
  var name: String
  var quantity: Int
  var price: Decimal?
  var isCompleted: Bool
  var notes: String
  var categoryId: Int
  var shoppingListId: String
  var rank: Double
  var createdAt: Date
  var updatedAt: Date
}

extension ShoppingItemRecord: Codable, FetchableRecord, PersistableRecord {
  /// The table.
  public static let databaseTableName = "shopping_items"

  enum CodingKeys: String, CodingKey {
    case id, name, quantity, price, notes, rank
    case isCompleted = "is_completed"
    case categoryId = "category_id"
    case shoppingListId = "shopping_list_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// The columns that requests use.
  enum Columns {
    static let id = Column(CodingKeys.id)
    static let name = Column(CodingKeys.name)
    static let isCompleted = Column(CodingKeys.isCompleted)
    static let shoppingListId = Column(CodingKeys.shoppingListId)
    static let rank = Column(CodingKeys.rank)
    static let updatedAt = Column(CodingKeys.updatedAt)
  }

  /// Dates are stored as seconds since 1970.
  public static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy { .timeIntervalSince1970 }

  /// Dates are stored as seconds since 1970.
  public static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy { .timeIntervalSince1970 }

  /// Prices are stored as hundredths, as the table's representation does.
  public static func databaseDecimalEncodingStrategy(
    for column: String
  ) -> DatabaseDecimalEncodingStrategy { .fixedPoint(digits: 2) }

  static let category = belongsTo(ItemCategoryRecord.self)
}

extension ShoppingItemRecord {
  init(_ item: ShoppingItem) {
    self.init(
      id: item.id,
      name: item.name,
      quantity: item.quantity,
      price: item.price,
      isCompleted: item.isCompleted,
      notes: item.notes,
      categoryId: item.categoryId,
      shoppingListId: item.shoppingListId,
      rank: item.rank,
      createdAt: item.createdAt,
      updatedAt: item.updatedAt
    )
  }

  var item: ShoppingItem {
    ShoppingItem(
      id: id,
      name: name,
      quantity: quantity,
      price: price,
      isCompleted: isCompleted,
      notes: notes,
      categoryId: categoryId,
      shoppingListId: shoppingListId,
      rank: rank,
      createdAt: createdAt,
      updatedAt: updatedAt
    )
  }
}
