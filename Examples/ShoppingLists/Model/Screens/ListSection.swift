/// The items of a list that belong to one category.
public struct ListSection: Identifiable, Hashable, Sendable {
  /// The category, with the number of its items.
  public let category: CategoryStats
  /// The items, unchecked ones first.
  public let items: [ItemWithCategory]

  /// Creates a section from items in display order.
  public init(category: CategoryStats, items: [ItemWithCategory]) {
    self.category = category
    self.items = items
  }

  /// The identifier of the category.
  public var id: ItemCategory.ID { category.id }

  /// Whether all items are checked.
  public var isComplete: Bool { items.allSatisfy(\.isCompleted) }

  /// Returns the place of an item that is dropped in front of another one, as lists report it.
  ///
  /// Unchecked items stay above the checked ones.
  ///
  /// - Parameters:
  ///   - index: The index of the item.
  ///   - destination: The index of the item that it is dropped before; `items.count` for the end.
  /// - Returns: `nil` if the item cannot be moved there, or is there already.
  public func place(of index: Int, droppedAt destination: Int) -> ItemPlace? {
    let neighbor = destination > index ? destination - 1 : destination
    guard neighbor != index, items.indices.contains(neighbor),
      items[neighbor].isCompleted == items[index].isCompleted
    else { return nil }
    let id = items[neighbor].id
    return destination > index ? .after(id) : .before(id)
  }

  /// Groups the items of a list by category.
  ///
  /// - Parameters:
  ///   - items: The items, in display order.
  ///   - stats: The categories that have items, in display order.
  public static func sections(
    of items: [ItemWithCategory],
    _ stats: [CategoryStats]
  ) -> [ListSection] {
    let byCategory = Dictionary(grouping: items, by: \.categoryId)
    return stats.compactMap { category in
      guard let items = byCategory[category.id] else { return nil }
      let pending = items.filter { !$0.isCompleted }
      return ListSection(category: category, items: pending + items.filter(\.isCompleted))
    }
  }
}
