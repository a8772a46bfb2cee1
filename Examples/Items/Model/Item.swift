public import LiveSQL

/// A thing of which there are some.
public struct Item: Identifiable, Hashable, Sendable {
  /// What identifies it; the database gives a new item one.
  public var id: Int64?
  /// What it is called.
  public var name: String
  /// How many there are, if that is known.
  public var quantity: Int?
  /// What else there is to say.
  public var notes: String

  /// Makes an item.
  public init(id: Int64? = nil, name: String, quantity: Int? = nil, notes: String = "") {
    self.id = id
    self.name = name
    self.quantity = quantity
    self.notes = notes
  }
}

extension Item {
  /// An item of which nothing is known yet.
  public static func new() -> Item { Item(name: "") }

  /// Whether nothing is known of it.
  public var isEmpty: Bool { name.isEmpty && notes.isEmpty && quantity == nil }
}

extension Item: Codable, FetchableRecord, MutablePersistableRecord {
  /// The columns that requests name.
  enum Columns {
    static let name = Column(CodingKeys.name)
    static let quantity = Column(CodingKeys.quantity)
    static let notes = Column(CodingKeys.notes)
  }

  /// Takes over the key that the database gave.
  public mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
}

extension DerivableRequest where RowDecoder == Item {
  /// The items by name.
  public func orderedByName() -> Self { order(Item.Columns.name) }

  /// The items by name, the last one first.
  public func orderedByNameReversed() -> Self { orderedByName().reversed() }
}
