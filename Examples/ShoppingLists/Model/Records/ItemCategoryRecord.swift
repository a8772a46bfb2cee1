public import LiveSQL

/// A category as a record, without a macro and with columns written by hand.
public struct ItemCategoryRecord: Identifiable, Hashable, Sendable {
  /// The primary key.
  public var id: Int
  var name: String
  var emoji: String
  var sortOrder: Int
}

extension ItemCategoryRecord: Codable, FetchableRecord, PersistableRecord {
  /// The table.
  public static let databaseTableName = "item_categories"

  enum CodingKeys: String, CodingKey {
    case id, name, emoji
    case sortOrder = "sort_order"
  }

  /// The columns that requests use.
  enum Columns {
    static let name = Column(CodingKeys.name)
    static let emoji = Column(CodingKeys.emoji)
    static let sortOrder = Column(CodingKeys.sortOrder)
  }

  static let items = hasMany(ShoppingItemRecord.self)
}
