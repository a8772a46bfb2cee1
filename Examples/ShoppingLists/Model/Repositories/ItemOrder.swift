/// A place in the order of a list: directly before or directly after another item.
///
/// A place is what a person means, also if others have moved, added or deleted items meanwhile.
public enum ItemPlace: Hashable, Sendable {
  /// Directly before an item.
  case before(ShoppingItem.ID)
  /// Directly after an item.
  case after(ShoppingItem.ID)

  /// The other item.
  var neighbor: ShoppingItem.ID {
    switch self {
    case .before(let id), .after(let id): id
    }
  }
}

/// An item that was moved, and the place that it had.
public struct MovedItem: Hashable, Sendable {
  /// The item, as it was before.
  public let item: ShoppingItem
  /// The place to which it is moved to take the move back.
  public let oldPlace: ItemPlace
}

// snippet.order
/// The order of the items of a list.
struct ItemOrder {
  /// All items of the list, by their ranks.
  let items: [ShoppingItem]

  /// Returns the items whose ranks change if one of them is moved to a place.
  ///
  /// Only the moved item changes: its rank is the middle of those of its new neighbours. If there
  /// is no number between them, after some fifty halvings, all items are numbered anew.
  func moving(
    _ id: ShoppingItem.ID,
    to place: ItemPlace
  ) throws(RepositoryError) -> [ShoppingItem] {
    guard place.neighbor != id else { return [] }
    var order = items
    guard let old = index(of: id) else { throw .notFound("item") }
    var item = order.remove(at: old)
    guard let neighbor = order.firstIndex(where: { $0.id == place.neighbor }) else {
      throw .notFound("item")
    }
    let new = if case .before = place { neighbor } else { neighbor + 1 }
    guard new != old else { return [] }
    if let rank = Self.rank(between: order[..<new].last?.rank, and: order[new...].first?.rank) {
      item.rank = rank
      return [item]
    }
    order.insert(item, at: new)
    for index in order.indices { order[index].rank = Double(index + 1) }
    return order
  }

  /// Returns a number between two others; `nil` if there is none.
  private static func rank(between lower: Double?, and upper: Double?) -> Double? {
    guard let lower else { return (upper ?? 1) - 1 }
    guard let upper else { return lower + 1 }
    let middle = lower + (upper - lower) / 2
    return lower < middle && middle < upper ? middle : nil
  }
}
// snippet.end

extension ItemOrder {
  /// Returns the place of an item; `nil` if there is no other item.
  func place(of id: ShoppingItem.ID) -> ItemPlace? {
    guard let index = index(of: id) else { return nil }
    if let previous = items[..<index].last { return .after(previous.id) }
    return items[index...].dropFirst().first.map { .before($0.id) }
  }

  private func index(of id: ShoppingItem.ID) -> Int? { items.firstIndex { $0.id == id } }
}
