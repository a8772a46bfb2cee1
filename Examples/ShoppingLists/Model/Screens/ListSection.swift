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
