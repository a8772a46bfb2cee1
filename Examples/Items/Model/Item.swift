import Foundation
public import LiveSQL

/// An item of the list, with a name and a quantity.
public struct Item: Identifiable, Hashable, Sendable {
  /// The key, which the database assigns to a new item.
  public var id: Int64?
  /// The name.
  public var name: String
  /// The quantity, if it is known.
  public var quantity: Int?
  /// Further notes.
  public var notes: String

  /// Creates an item.
  public init(id: Int64? = nil, name: String, quantity: Int? = nil, notes: String = "") {
    self.id = id
    self.name = name
    self.quantity = quantity
    self.notes = notes
  }
}

extension Item {
  /// Returns an empty item.
  public static func new() -> Item { Item(name: "") }

  /// Returns an item with a random name of seven letters and a random quantity from one to nine.
  static func random(using generator: inout some RandomNumberGenerator) -> Item {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let name = String((0..<7).compactMap { _ in letters.randomElement(using: &generator) })
    return Item(name: name.capitalized, quantity: Int.random(in: 1...9, using: &generator))
  }

  /// Whether the item is empty.
  public var isEmpty: Bool { name.isEmpty && notes.isEmpty && quantity == nil }
}

extension Item: Codable, FetchableRecord, MutablePersistableRecord {
  /// The columns that requests use.
  enum Columns {
    static let name = Column(CodingKeys.name)
    static let quantity = Column(CodingKeys.quantity)
    static let notes = Column(CodingKeys.notes)
  }

  /// Stores the key that the database assigned.
  public mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
}

extension Item: CustomStringConvertible {
  /// The properties, on one line.
  public var description: String {
    "id: \(id.map { String($0) } ?? "nil"), name: \(name), "
      + "quantity: \(quantity.map { String($0) } ?? "nil"), notes: \(notes)"
  }
}

extension DerivableRequest where RowDecoder == Item {
  /// Orders the items by name.
  public func orderedByName() -> Self { order(Item.Columns.name) }

  /// Orders the items by name, in reverse.
  public func orderedByNameReversed() -> Self { orderedByName().reversed() }
}
