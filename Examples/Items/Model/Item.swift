import Foundation
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

  /// An item whose name has seven random letters, and of which there are one to nine.
  static func random(using generator: inout some RandomNumberGenerator) -> Item {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let name = String((0..<7).compactMap { _ in letters.randomElement(using: &generator) })
    return Item(name: name.capitalized, quantity: Int.random(in: 1...9, using: &generator))
  }

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

extension Item: CustomStringConvertible {
  /// What is known of it, in one line.
  public var description: String {
    "id: \(id.map { String($0) } ?? "nil"), name: \(name), "
      + "quantity: \(quantity.map { String($0) } ?? "nil"), notes: \(notes)"
  }
}

extension DerivableRequest where RowDecoder == Item {
  /// The items by name.
  public func orderedByName() -> Self { order(Item.Columns.name) }

  /// The items by name, the last one first.
  public func orderedByNameReversed() -> Self { orderedByName().reversed() }
}
