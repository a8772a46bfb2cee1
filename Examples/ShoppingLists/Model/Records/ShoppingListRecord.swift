import Foundation
public import LiveSQL

/// A list as a record, without a macro and with columns written by hand.
public struct ShoppingListRecord: Identifiable, Hashable, Sendable {
  /// The primary key: a UUID as text.
  public var id: String
  var title: String
  var createdAt: Date
  var updatedAt: Date
}

extension ShoppingListRecord: Codable, FetchableRecord, PersistableRecord {
  /// The table.
  public static let databaseTableName = "shopping_lists"

  enum CodingKeys: String, CodingKey {
    case id, title
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// The columns that requests use.
  enum Columns {
    static let id = Column(CodingKeys.id)
    static let title = Column(CodingKeys.title)
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

  static let items = hasMany(ShoppingItemRecord.self)
}

extension ShoppingListRecord {
  init(_ list: ShoppingList) {
    self.init(
      id: list.id,
      title: list.title,
      createdAt: list.createdAt,
      updatedAt: list.updatedAt
    )
  }

  var list: ShoppingList {
    ShoppingList(id: id, title: title, createdAt: createdAt, updatedAt: updatedAt)
  }
}
