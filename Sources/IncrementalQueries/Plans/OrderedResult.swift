package import DatabaseTypes

/// A result in order whose rows have keys, patched by the rows that were touched.
///
/// - Invariant: `rows` has the keys of `elements`, in their order.
package struct OrderedResult<Key: ResultRowKey, Element: Sendable>: Sendable {
  /// The elements, in order.
  package private(set) var elements: [Element] = []
  /// Their keys.
  package private(set) var rows: OrderedRows<Key>
  /// Whether two elements are the same for a reader.
  private let isSame: @Sendable (Element, Element) -> Bool

  /// Makes an empty result.
  package init(order: RowOrder, isSame: @escaping @Sendable (Element, Element) -> Bool) {
    rows = OrderedRows(order: order)
    self.isSame = isSame
  }

  /// The number of rows.
  package var count: Int { elements.count }

  /// Takes rows, which are in order, in place of those there are.
  ///
  /// - Returns: Whether their keys differ; otherwise there are no rows.
  package mutating func load(keys: [Key], sorts: [DatabaseValue], elements: [Element]) -> Bool {
    let differ = rows.load(keys: keys, sorts: sorts)
    self.elements = differ ? elements : []
    return differ
  }

  /// Removes the rows after a number of them.
  package mutating func removeRows(from count: Int) {
    for key in rows.keys(in: count..<max(count, self.count)) { rows.remove(key) }
    elements.removeLast(max(0, self.count - count))
  }
}

extension OrderedResult {
  /// Puts the rows that were touched where they belong.
  ///
  /// - Parameters:
  ///   - touched: The keys of all rows that may have changed, each once.
  ///   - found: The rows of those that are in the result now.
  /// - Returns: What changed; `nil` where nothing did.
  package mutating func patch(
    touched: [Key],
    found: [PlacedRow<Key, Element>],
    _ ask: TextComparison
  ) rethrows -> Difference<Element>? {
    if touched.count == 1, found.count <= 1 {
      if let row = found.first {
        guard row.key == touched[0] else { return try patchAll(touched, found, ask) }
        if rows.sorts(of: row.key).map({ $0.elementsEqual(row.sorts) }) == true {
          return replace(row)
        }
      } else if !rows.contains(touched[0]) {
        return nil
      }
    }
    return try patchAll(touched, found, ask)
  }

  /// The way that most updates take: the row stays where it is.
  private mutating func replace(_ row: PlacedRow<Key, Element>) -> Difference<Element>? {
    guard let index = rows.position(of: row.key) else { return nil }
    let old = elements[index]
    if isSame(old, row.element) { return nil }
    elements[index] = row.element
    let updated = Difference<Element>.Updated(
      oldIndex: index,
      newIndex: index,
      oldElement: old,
      newElement: row.element,
      isMoved: false
    )
    return Difference(oldCount: count, updated: [updated])
  }

  private mutating func patchAll(
    _ touched: [Key],
    _ found: [PlacedRow<Key, Element>],
    _ ask: TextComparison
  ) rethrows -> Difference<Element>? {
    let order = rows.order
    let found = try found.sorted { left, right in
      try order.compare(left.sorts, left.key, right.sorts, right.key, ask) < 0
    }
    let known = Set(touched)
    let keys = touched + found.lazy.map(\.key).filter { key in !known.contains(key) }
    let old = keys.compactMap { key in rows.position(of: key).map { (key: key, index: $0) } }
      .sorted { $0.index < $1.index }
    if old.isEmpty, found.isEmpty { return nil }
    for item in old { rows.remove(item.key) }
    let ranks = try found.map { try rows.rank($0.sorts, $0.key, ask) }
    for row in found { try rows.insert(row.sorts, row.key, ask) }
    let patch = Patch(old: old, found: found, ranks: ranks)
    let difference = patch.difference(of: elements, isSame)
    elements.patch(removing: old.map(\.index), inserting: patch.inserted)
    return difference.isEmpty ? nil : difference
  }
}

/// Rows that left their places, and those that came.
private struct Patch<Key: ResultRowKey, Element: Sendable> {
  let old: [(key: Key, index: Int)]
  let found: [PlacedRow<Key, Element>]
  /// How many rows that were not touched come before each of those found.
  let ranks: [Int]

  var inserted: [(index: Int, element: Element)] {
    found.indices.map { (ranks[$0] + $0, found[$0].element) }
  }

  func difference(
    of elements: [Element],
    _ isSame: (Element, Element) -> Bool
  ) -> Difference<Element> {
    var places: [Key: Int] = Dictionary(minimumCapacity: old.count)
    for (place, item) in old.enumerated() { places[item.key] = place }
    let partners = found.map { places[$0.key] }
    let stays = stayingPlaces(partners)
    var inserted: [Difference<Element>.Inserted] = []
    var updated: [Difference<Element>.Updated] = []
    var moved: [Difference<Element>.Moved] = []
    for (place, row) in found.enumerated() {
      let newIndex = ranks[place] + place
      guard let partner = partners[place] else {
        inserted.append(.init(index: newIndex, element: row.element))
        continue
      }
      let oldIndex = old[partner].index
      let isMoved = !stays[place]
      if !isSame(elements[oldIndex], row.element) {
        updated.append(
          .init(
            oldIndex: oldIndex,
            newIndex: newIndex,
            oldElement: elements[oldIndex],
            newElement: row.element,
            isMoved: isMoved
          )
        )
      } else if isMoved {
        moved.append(.init(oldIndex: oldIndex, newIndex: newIndex, element: row.element))
      }
    }
    let kept = Set(partners.compactMap(\.self))
    return Difference(
      oldCount: elements.count,
      removed: old.enumerated().filter { !kept.contains($0.offset) }
        .map { .init(index: $0.element.index, element: elements[$0.element.index]) },
      inserted: inserted,
      updated: updated,
      moved: moved
    )
  }

  /// Which of the rows found did not move.
  ///
  /// Rows that were not touched stay, so that one that was touched stays if as many of those come before it as did,
  /// and if it is in order with the others of which that is true.
  private func stayingPlaces(_ partners: [Int?]) -> [Bool] {
    let candidates = found.indices.map { place -> Int in
      guard let partner = partners[place], old[partner].index - partner == ranks[place] else {
        return -1
      }
      return partner
    }
    let longest = longestIncreasingSubsequence(of: candidates)
    return candidates.indices.map { candidates[$0] >= 0 && longest.contains($0) }
  }
}
